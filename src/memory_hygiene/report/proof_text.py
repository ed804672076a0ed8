"""A proof for people: the commits that did something to an entry, the lost ones first, and one line of summary."""

from collections.abc import Iterator

from memory_hygiene.core.losses.proof import ARCHIVE, SKILL, Dropped, Edited, Proof, Spot, Step
from memory_hygiene.core.sizes import numbered

from .palette import PLAIN, Palette
from .safe import safe, shorten

_WIDTH = 72
_VERB = 9  # columns


def lines(proof: Proof, palette: Palette = PLAIN) -> Iterator[str]:
    """The lines of a proof, each with its ending, as its steps are judged."""
    for line in _lines(proof, palette):
        yield line + "\n"


def _lines(proof: Proof, palette: Palette) -> Iterator[str]:
    yield from (f"note: {safe(note)}" for note in proof.notes)
    for step in proof.steps:
        if not step.account.is_empty:
            yield from _step(step, proof, palette)
    yield _summary(proof, palette)


def _step(step: Step, proof: Proof, palette: Palette) -> Iterator[str]:
    yield palette.paint(palette.bold, f"commit {step.commit[:12]}  {step.day}".rstrip())
    account = step.account
    for spot in account.lost:
        yield _line(palette.paint(palette.error, "lost".ljust(_VERB)), _spot(spot), spot.text)
        if spot.fingerprint:
            yield f"             {lost_remark(spot.fingerprint, proof.is_back(spot))}"
    for gone in account.dropped:
        yield _line(_verb(gone).ljust(_VERB), f"{safe(gone.path)} {gone.fingerprint}", gone.text)
        yield f"             {gone.authority}: {shorten(gone.reason, _WIDTH)}"
    for moved in account.moved:
        yield _line(
            "moved".ljust(_VERB), f"{safe(moved.source)} → {safe(moved.target)} {moved.fingerprint}", moved.text
        )
    for edit in account.edited:
        yield _line("edited".ljust(_VERB), _edit(edit), edit.text)
    for spot in account.added:
        yield _line("added".ljust(_VERB), _spot(spot), spot.text)


def lost_remark(fingerprint: str, is_back: bool) -> str:
    """What became of a lost entry later, or the command that brings it back."""
    return "there again at the end of the range" if is_back else f"bring it back: hygiene restore {fingerprint}"


def _line(verb: str, place: str, text: str) -> str:
    return f"    {verb}{place}  {shorten(text, _WIDTH)}"


def _spot(spot: Spot) -> str:
    return f"{safe(spot.path)}:{spot.line} {spot.fingerprint}".rstrip()


def _verb(gone: Dropped) -> str:
    return "archived" if gone.authority in (ARCHIVE, SKILL) else "dropped"


def _edit(edit: Edited) -> str:
    return f"{safe(edit.path)} {edit.before} → {edit.after} ({int(100 * edit.similarity)} % of the words stay)"


def _summary(proof: Proof, palette: Palette) -> str:
    tally = proof.tally
    said = f"{numbered(tally.lost, 'entry', 'entries')} lost" if tally.lost else "nothing lost"
    counts = f"{tally.moved:,} moved, {tally.dropped:,} dropped, {tally.edited:,} edited"
    where = f"in {numbered(tally.commits, 'commit')} ({safe(proof.range)})"
    painted = palette.paint(palette.error if tally.lost else palette.good, said)
    return f"hygiene: {painted} {where}: {counts}, {tally.added:,} added"
