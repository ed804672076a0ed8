"""The conservation proof of a plan: two accounts of where every entry went, and the only door to a write.

The first account compares what is read before and after, block by block. The second counts raw lines and does not
trust our parser. Neither shares code with the edits. What it does not prove: that the plan is wise.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from memory_hygiene.core.archive import read_archive
from memory_hygiene.core.audit.ledger import read_ledger
from memory_hygiene.core.fingerprint import fingerprint
from memory_hygiene.core.model import Document, Format
from memory_hygiene.core.sizes import numbered
from memory_hygiene.core.state import Parse, Store
from memory_hygiene.core.wording.faithful import why_unfaithful
from memory_hygiene.errors import NotProvedError

from .actions import (
    NAMES,
    ClearMark,
    Compress,
    Correct,
    Dedup,
    MarkUnverified,
    Move,
    Place,
    Plan,
    Removal,
    Rewrite,
)
from .marks import has_mark, without_mark
from .outcomes import arrivals, outcomes
from .shape import edited_blocks, is_same_elsewhere
from .skill_file import is_loadable
from .summary_marker import is_summary

_SEAL = object()
_LINE = re.compile(rb"\r\n|\r|\n")
_DELIMITER = "§"
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class FileChange:
    """One file of a proved change: path from the top, bytes before (None: it is new) and after.

    ``between`` is what is written first, before any other file: the old bytes with entries that arrive at their end.
    """

    path: str
    before: bytes | None
    after: bytes
    between: bytes | None = None


@dataclass(frozen=True, slots=True)
class ProvedChange:
    """Bytes that ``prove`` has accounted for; nothing else is ever written into a memory repo by an apply."""

    plan: Plan
    files: tuple[FileChange, ...]
    seal: object = field(repr=False)

    def __post_init__(self) -> None:
        """Refuse to exist unless made by ``prove``."""
        if self.seal is not _SEAL:
            raise TypeError("only prove() makes a ProvedChange")


def prove(
    plan: Plan, stores: Iterable[Store], changes: Iterable[FileChange], ledger: str, parse: Parse
) -> ProvedChange:
    """The change, when both accounts hold. Raises NotProvedError saying which one does not, and where.

    ``stores`` are the stores before the plan, ``ledger`` the ledger's path; ``changes`` hold every file to be written.
    """
    files = {change.path: change for change in changes}
    stores = tuple(stores)
    documents = {store.path: (store.target, store.document) for store in stores}
    _no_strangers(plan, files, documents, ledger)
    for path, (target, document) in documents.items():
        after = files[target].after if target in files else document.data
        if target in files and files[target].before != document.data:
            raise _refusal(path, "the bytes to be replaced are not those the plan was made from")
        _by_entries(path, plan, document, document if after == document.data else parse(document.format, after))
        _by_lines(path, plan, document, after)
    for archive in sorted({to for removal in plan.removals if (to := _kept_in(removal))}):
        _archive_holds(archive, plan, files.get(archive), documents, parse)
    for skill in sorted({move.to for move in plan.moves} - documents.keys()):
        _skill_holds(skill, plan, files.get(skill), parse)
    _rewrites_are_sound(plan)
    _summaries_say_nothing_else(plan)
    _removed_by_category(plan, stores)
    _copies_stay(plan, files, documents, parse)
    _ledger_names(plan, files.get(ledger), ledger)
    return ProvedChange(plan, tuple(files[path] for path in sorted(files)), _SEAL)


def _refusal(path: str, reason: str) -> NotProvedError:
    return NotProvedError(f"{path}: {reason}; nothing was written", "make the plan again: hygiene plan")


def _kept_in(removal: Removal) -> str:
    return "" if isinstance(removal, Dedup) else removal.to


def _no_strangers(
    plan: Plan, files: Mapping[str, FileChange], documents: Mapping[str, tuple[str, Document]], ledger: str
) -> None:
    named = {action.place.path for action in plan.actions} | {move.to for move in plan.moves}
    named |= {path for path, _ in plan.summaries}
    touched = {documents[path][0] if path in documents else path for path in named}
    expected = {ledger} | touched | {_kept_in(removal) for removal in plan.removals}
    for path in files:
        if path not in expected:
            raise _refusal(path, "no action of the plan is about this file")


def _by_entries(path: str, plan: Plan, before: Document, after: Document) -> None:
    """First account: the blocks of the file, in order, are those before it less the actions' own."""
    actions = [action for action in plan.actions if action.place.path == path]
    if not is_same_elsewhere(before, actions, after, arrivals(plan.actions, path, plan.summaries)):
        raise _refusal(path, "the remaining blocks would not be read as before")
    if before.format is Format.MARKDOWN and before.data.startswith(_BOM) is not after.data.startswith(_BOM):
        raise _refusal(path, "its byte-order mark would come or go")


def _by_lines(path: str, plan: Plan, before: Document, after: bytes) -> None:
    """Second account: the lines that go are those of the entries acted on; pointers, new texts and moved ones come."""
    changed = outcomes(action for action in plan.actions if action.place.path == path)
    ignored = frozenset(("", _DELIMITER)) if before.format is Format.SECTION_SIGN else frozenset(("",))
    had, has = _lines(before.data, ignored), _lines(after, ignored)
    gone = _lines_of((place.text for place in changed), ignored)
    come = _lines_of((*changed.values(), *arrivals(plan.actions, path, plan.summaries)), ignored)
    if had + come != has + gone:
        lost = (had + come) - (has + gone)
        line = next(iter(lost or ((has + gone) - (had + come))), "")
        raise _refusal(path, f"a line is unaccounted for: {line[:80]!r}")


def _lines(data: bytes, ignored: frozenset[str]) -> Counter[str]:
    """How often each line occurs, white space at its ends aside (as Hermes strips it, so in Unicode's sense)."""
    lines = (line.decode("utf-8", "surrogateescape").strip() for line in _LINE.split(data))
    bare = (line.removeprefix("\ufeff").strip() for line in lines)
    return Counter(line for line in bare if line not in ignored)


def _lines_of(texts: Iterable[str], ignored: frozenset[str]) -> Counter[str]:
    total: Counter[str] = Counter()
    for text in texts:
        total.update(_lines(text.encode("utf-8", "surrogateescape"), ignored))
    return total


def _archive_holds(
    archive: str,
    plan: Plan,
    change: FileChange | None,
    documents: Mapping[str, tuple[str, Document]],
    parse: Parse,
) -> None:
    """The archive keeps its old bytes first and gains exactly the removed entries, byte for byte."""
    if change is None:
        raise _refusal(archive, "entries would leave their store and not arrive here")
    old = change.before or b""
    if not change.after.startswith(old):
        raise _refusal(archive, "the archive would not begin with its old bytes")
    added = read_archive(change.after[len(old) :], parse).kept
    wanted = [removal for removal in plan.removals if _kept_in(removal) == archive]
    arrived = Counter((block.fingerprint, block.data) for block in added)
    verbatim = {path: _verbatim(document) for path, (_, document) in documents.items()}
    needed = Counter(
        (r.place.fingerprint, verbatim[r.place.path].get((r.place.line, r.place.fingerprint))) for r in wanted
    )
    if arrived != needed:
        raise _refusal(
            archive,
            f"{numbered(len(wanted), 'entry', 'entries')} should arrive, {len(added)} would, or not byte for byte",
        )


def _verbatim(document: Document) -> dict[tuple[int, str], bytes]:
    """The bytes of each block and nested item, by line and fingerprint."""
    blocks = (*document.nested, *document.blocks)
    return {(block.line, block.fingerprint): document.data[block.start : block.end] for block in blocks}


def _copies_stay(
    plan: Plan, files: Mapping[str, FileChange], documents: Mapping[str, tuple[str, Document]], parse: Parse
) -> None:
    """Each other copy is read afterwards, word for word, or less a nested item that goes by an action of its own."""
    readings: dict[str, tuple[dict[int, str], frozenset[str]]] = {}
    moved = {move.place: move for move in plan.moves}
    texts = outcomes(plan.actions)
    for removal in plan.removals:
        if not isinstance(removal, Dedup):
            continue
        kept = removal.kept
        path, text = (
            (moved[kept].to, moved[kept].new_text) if kept in moved else (kept.path, texts.get(kept, kept.text))
        )
        if path not in documents:
            continue  # a skill file: that the rule arrives there is proved with the move
        if path not in readings:
            readings[path] = _reading(path, plan, files, documents, parse)
        edited, after = readings[path]
        identity = edited.get(kept.line, kept.fingerprint) if text == kept.text else fingerprint(text)
        if identity not in after:
            raise _refusal(removal.place.path, f"the copy that should stay at {kept.path}:{kept.line} is not there")
        if fingerprint(kept.text) != removal.place.fingerprint:
            raise _refusal(removal.place.path, f"line {removal.place.line} is no repeat of the one that stays")


def _reading(
    path: str,
    plan: Plan,
    files: Mapping[str, FileChange],
    documents: Mapping[str, tuple[str, Document]],
    parse: Parse,
) -> tuple[dict[int, str], frozenset[str]]:
    """What the blocks that lose a part are afterwards, by line, and the fingerprints that are read afterwards."""
    target, document = documents[path]
    own = [action for action in plan.actions if action.place.path == path]
    edited = {block.line: identity for block, identity in edited_blocks(document, own)}
    data = files[target].after if target in files else document.data
    return edited, frozenset(block.fingerprint for block in parse(document.format, data).blocks)


def _skill_holds(skill: str, plan: Plan, change: FileChange | None, parse: Parse) -> None:
    """The skill file keeps its old bytes first, is one Hermes loads, and gains exactly the moved rules."""
    if change is None:
        raise _refusal(skill, "rules would leave their store and not arrive here")
    if not change.after.startswith(change.before or b"") or not is_loadable(change.after):
        raise _refusal(skill, "the skill file would not begin with its old bytes, or not be loaded by Hermes")
    had = Counter(block.fingerprint for block in parse(Format.MARKDOWN, change.before or b"").tracked)
    has = Counter(block.fingerprint for block in parse(Format.MARKDOWN, change.after).tracked)
    texts = [move.new_text for move in plan.moves if move.to == skill]
    needed = had + Counter(map(fingerprint, texts))
    own = has - needed if change.before is None else Counter[str]()  # the front matter of a new file
    if needed - has or (has - needed) - own or own.total() > 1:
        raise _refusal(skill, "it would not hold exactly the moved rules beside what it held")
    lines = _lines(change.after, frozenset(("",)))
    bare = Counter(line.removeprefix("- ") for line in lines.elements())
    if lost := _lines_of(texts, frozenset(("",))) - (lines | bare):
        raise _refusal(skill, f"a line is unaccounted for: {next(iter(lost))[:80]!r}")


def _rewrites_are_sound(plan: Plan) -> None:
    """Each rewrite of an entry changes what its action may change, and a move takes along what they made of it."""
    texts: dict[Place, str] = {}
    for action in plan.actions:
        if isinstance(action, Rewrite | Move):
            place = action.place
            if reason := _unsound(action, texts.get(place, place.text)):
                raise _refusal(place.path, f"line {place.line}, {NAMES[type(action)]}: {reason}")
            texts[place] = action.new_text


def _unsound(action: Rewrite | Move, before: str) -> str:
    """Why ``action`` may not make its text out of ``before``, or ""."""
    new = action.new_text
    match action:
        case Move():
            return "" if new == before else "another text would arrive than the one that leaves"
        case MarkUnverified():
            is_right = has_mark(new) and not has_mark(before) and without_mark(new) == before.rstrip()
            return "" if is_right else "more than the mark would change"
        case ClearMark():
            return "" if has_mark(before) and without_mark(before) == new else "more than the mark would change"
        case Correct():
            return "" if _is_one_value(before.split(), new.split()) else "more than one value would change"
        case Compress():
            return why_unfaithful(before, new) or ""


def _is_one_value(old: list[str], new: list[str]) -> bool:
    """Whether two texts differ in one place only, by a few words at most."""
    head = next((i for i, (a, b) in enumerate(zip(old, new)) if a != b), min(len(old), len(new)))
    rest = zip(reversed(old[head:]), reversed(new[head:]))
    tail = next((i for i, (a, b) in enumerate(rest) if a != b), min(len(old), len(new)) - head)
    longest = 4  # words of a model's name as people write it
    return max(len(old), len(new)) - head - tail <= longest


def _summaries_say_nothing_else(plan: Plan) -> None:
    """The only text a plan may add is the contract's own line."""
    for path, text in plan.summaries:
        if not is_summary(text):
            raise _refusal(path, "a text would come that is no summary marker")


def _removed_by_category(plan: Plan, stores: Iterable[Store]) -> None:
    """No entry of a Hermes store is removed without its category on record (contract, H9)."""
    paths = {store.path for store in stores if store.contract.format is Format.SECTION_SIGN}
    for removal in plan.removals:
        if removal.place.path in paths and plan.judgement_of(removal.place.fingerprint) is None:
            raise _refusal(removal.place.path, f"line {removal.place.line} would go without a category on record")


def _ledger_names(plan: Plan, change: FileChange | None, ledger: str) -> None:
    """The ledger keeps its old bytes first, and its one new record names everything removed."""
    if change is None:
        raise _refusal(ledger, "the ledger would not record the change")
    old = change.before or b""
    if not change.after.startswith(old):
        raise _refusal(ledger, "the ledger would not begin with its old bytes")
    records = read_ledger(change.after).added_since((read_ledger(old),))
    named = Counter(judged.fingerprint for record in records for judged in record.removed)
    if len(records) != 1 or named != Counter(removal.place.fingerprint for removal in plan.removals):
        raise _refusal(ledger, "its new record does not name exactly what is removed")
    texts = outcomes(plan.actions) | {move.place: move.new_text for move in plan.moves}
    places = {action.place for action in plan.actions if isinstance(action, Rewrite | Move)}
    changed = {(place.fingerprint, fingerprint(texts[place])) for place in places}
    if not changed <= {(judged.fingerprint, judged.new) for judged in records[0].edited}:
        raise _refusal(ledger, "its new record does not name every entry that is rewritten or moved")
