"""The law of every plan for a Hermes agent, whatever its stores hold and whatever is known of them (H9-H12, H15, H17).

Provable; carrying it out loses nothing; a second plan finds nothing more; and no result but its own is proved.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from memory_hygiene.core.archive import read_archive
from memory_hygiene.core.audit.ledger import read_ledger
from memory_hygiene.core.canaries.canary import canary_text, is_canary
from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.fingerprint import fingerprint, normalise
from memory_hygiene.core.model import Format
from memory_hygiene.core.planning.actions import Archive, Canonicalise, Dedup, Move, Prune, Rewrite
from memory_hygiene.core.planning.evidence import Evidence
from memory_hygiene.core.planning.summarising import with_summaries
from memory_hygiene.core.planning.summary_marker import is_summary, summary_text
from memory_hygiene.core.planning.witness import FileChange, ProvedChange, prove
from memory_hygiene.core.settings import Settings, single_agent
from memory_hygiene.errors import NotProvedError
from memory_hygiene.formats import parse
from memory_hygiene.report.plan_json import identity_of
from memory_hygiene.runs.ordering import in_order
from memory_hygiene.runs.planning import Planned, prove_plan
from tests.contract.evidence import aged, worlds
from tests.states import TODAY, planned
from tests.strategies import section_sign_entries, section_sign_stores, sentences

TIME = "2026-09-15T12:00:00Z"
CANARY = canary_text("0123456789abcdef")
POINTER = "_[archived 2026-05-01]_ Old berths… → archive/MEMORY.archive.md#0123abcd"
SKILL = "---\nname: operating-rules\ndescription: Rules.\n---\n\n# Rules\n\n- Never leave the pump on.\n"
SKILLS = (None, SKILL, SKILL.replace("\n", "\r\n"), SKILL + "\nProse at its end", "no front matter", "```\nopen fence")


def _entries() -> st.SearchStrategy[str]:
    marker = st.sampled_from([summary_text("MEMORY.md", 12.5), summary_text("USER.md", 3), CANARY, POINTER])
    long = st.builds(
        "{} {}".format, sentences(), st.sampled_from(["word " * 20 + "end.", "Please note that berths move."])
    )
    return st.one_of(sentences(), section_sign_entries(), section_sign_entries(), long, marker)


@st.composite
def _canonical_stores(draw: st.DrawFn) -> bytes:
    """A store as Hermes writes it: most stores are."""
    texts = draw(st.lists(_entries(), max_size=7))
    return "\n§\n".join(stripped for text in texts if (stripped := text.strip())).encode()


def _stores() -> st.SearchStrategy[bytes]:
    return st.one_of(_canonical_stores(), _canonical_stores(), section_sign_stores())


@st.composite
def _homes(draw: st.DrawFn) -> dict[str, bytes]:
    """An agent's files: both stores or one, in a home with or without a skill file, or in a memory directory."""
    folder = draw(st.sampled_from(["", "memories/", "memories/"]))
    names = draw(st.sampled_from([("MEMORY.md", "USER.md"), ("MEMORY.md", "USER.md"), ("MEMORY.md",), ("USER.md",)]))
    files = {folder + name: draw(_stores()) for name in names}
    skill = draw(st.sampled_from(SKILLS)) if folder else None
    if skill is not None:
        files["skills/operating-rules/SKILL.md"] = skill.encode()
    return files


def _limited(memory: int, user: int) -> Settings:
    return single_agent(Profile.HERMES)._replace(max_memory_chars=memory, max_user_chars=user)


_settings = st.builds(_limited, st.sampled_from([60, 200, 2200]), st.sampled_from([40, 120, 1375]))


def _plan(files: Mapping[str, bytes], known: Evidence, chosen: Settings, marked: bool = False) -> Planned:
    found = planned(files, Profile.HERMES, TODAY, known, chosen)
    if not marked:
        return found
    plan = with_summaries(found.plan, found.state, parse)
    return replace(found, plan=plan, identity=identity_of(plan))


def _after(files: Mapping[str, bytes], change: ProvedChange) -> dict[str, bytes]:
    return {**files, **{file.path: file.after for file in change.files}}


def _texts(path: str, data: bytes) -> list[str]:
    format = Format.MARKDOWN if path.endswith("SKILL.md") else Format.SECTION_SIGN
    return [block.text for block in parse(format, data).blocks]


def _origins(found: Planned) -> dict[str, str]:
    return {
        fingerprint(action.new_text): action.place.fingerprint
        for action in found.plan.actions
        if isinstance(action, Rewrite | Move)
    }


def _nothing_is_lost(files: Mapping[str, bytes], after: Mapping[str, bytes], found: Planned) -> None:
    """Each entry of before stands where its actions say, by an account of its own."""
    left = {path: Counter(map(normalise, _texts(path, data))) for path, data in after.items() if _is_hot(path)}
    actions = [action for action in found.plan.actions if not isinstance(action, Canonicalise)]
    for path in filter(_is_store, files):
        for block in parse(Format.SECTION_SIGN, files[path]).blocks:
            own = [a for a in actions if (a.place.path, a.place.line) == (path, block.line)]
            text = next((a.new_text for a in reversed(own) if isinstance(a, Rewrite | Move)), block.text)
            match own[-1] if own else None:
                case Prune(to=to) | Archive(to=to):
                    kept = [kept.data for kept in read_archive(after[to], parse).kept]
                    assert files[path][block.start : block.end] in kept
                    continue
                case Dedup(kept=stays):
                    assert stays.text.strip() == block.text.strip()
                    continue
                case Move(to=to):
                    path_now = to
                case _:
                    path_now = path
            assert left[path_now][normalise(text)] > 0, (path_now, text)
            left[path_now][normalise(text)] -= 1


def _nobody_who_looks_in_between_misses_anything(
    files: Mapping[str, bytes], change: ProvedChange, found: Planned
) -> None:
    """H15: after each single write every entry still stands somewhere, in its old words or its new ones."""
    order = in_order(found, change)
    writes = [(file.path, file.between) for file in order if file.between is not None]
    now = {**files}
    new = {action.place.text: action.new_text for action in found.plan.actions if isinstance(action, Rewrite | Move)}
    texts = {text for path in filter(_is_store, files) for text in _texts(path, files[path])}
    for path, data in [*writes, *((file.path, file.after) for file in order)]:
        now[path] = data
        stands = {normalise(text) for path in filter(_is_hot, now) for text in _texts(path, now[path])}
        kept = {fp for path in now if "archive" in path for fp in read_archive(now[path], parse).fingerprints}
        for text in texts:
            assert {normalise(text), normalise(new.get(text, text))} & stands or fingerprint(text) in kept, path


def _is_store(path: str) -> bool:
    return path.endswith(("MEMORY.md", "USER.md")) and "archive" not in path


def _is_hot(path: str) -> bool:
    return _is_store(path) or path.endswith("SKILL.md")


def _every_removal_is_on_record(found: Planned, after: Mapping[str, bytes]) -> None:
    """H9: with its category, in the plan and in the ledger."""
    (record,) = read_ledger(after["MEMORY_AUDIT_LEDGER.md"]).records
    said = {judged.fingerprint: judged.reason for judged in record.removed}
    for removal in found.plan.removals:
        judgement = found.plan.judgement_of(removal.place.fingerprint)
        assert judgement is not None
        assert said[removal.place.fingerprint].startswith(f"[{judgement.category.value} ")


def _canaries(files: Mapping[str, bytes]) -> Counter[tuple[str, str]]:
    return Counter(
        (path, text)
        for path, data in files.items()
        if _is_store(path)
        for text in _texts(path, data)
        if is_canary(text)
    )


@settings(max_examples=150, deadline=None)
@given(_homes(), worlds(), _settings)
def test_any_plan_is_proved_loses_nothing_and_leaves_nothing_to_do(
    files: dict[str, bytes], known: Evidence, chosen: Settings
) -> None:
    found = _plan(files, known, chosen)
    change = prove_plan(found, TIME)
    after = _after(files, change)
    _nothing_is_lost(files, after, found)
    _nobody_who_looks_in_between_misses_anything(files, change, found)
    _every_removal_is_on_record(found, after)
    again = _plan(after, aged(known, _origins(found)), chosen)
    assert again.plan.actions == ()


@settings(max_examples=150, deadline=None)
@given(_homes(), worlds())
def test_h17_markers_are_replaced_and_never_pile_up(files: dict[str, bytes], known: Evidence) -> None:
    chosen = single_agent(Profile.HERMES)
    found = _plan(files, known, chosen, marked=True)
    after = _after(files, prove_plan(found, TIME))
    _nothing_is_lost(files, after, found)
    again = _plan(after, aged(known, _origins(found)), chosen, marked=True)
    assert again.plan.actions == ()
    assert again.plan.summaries == ()
    for sizes in found.plan.stores:
        texts = _texts(sizes.path, after[sizes.path])
        markers = [text for text in texts if is_summary(text)]
        if any(line.strip() == "§" for text in texts for line in text.split("\n")):
            continue  # nothing can follow such an entry
        name = sizes.path.rpartition("/")[2]
        assert markers == [summary_text(name, again.plan.stores[found.plan.stores.index(sizes)].before.utilization)]


@settings(max_examples=100, deadline=None)
@given(st.data(), _homes(), worlds(), _settings)
def test_no_other_result_is_proved(
    data: st.DataObject, files: dict[str, bytes], known: Evidence, chosen: Settings
) -> None:
    found = _plan(files, known, chosen)
    change = prove_plan(found, TIME)
    number = data.draw(st.integers(0, len(change.files) - 1))
    mutated = _mutated(data, change.files[number])
    broken = [*change.files[:number], mutated, *change.files[number + 1 :]]
    with pytest.raises(NotProvedError):
        prove(found.plan, found.state.stores, broken, found.state.ledger_path, parse)


def _mutated(data: st.DataObject, file: FileChange) -> FileChange:
    """The file with one line gone, twice there, or with another word in it."""
    lines = file.after.splitlines(keepends=True)
    solid = [n for n, line in enumerate(lines) if _counts(file, n, line)]
    assume(solid)
    number = data.draw(st.sampled_from(solid))
    line = lines[number]
    new = data.draw(st.sampled_from([b"", line.rstrip(b"\r\n") + b" added\n", line.rstrip(b"\r\n") + b"\n" + line]))
    return replace(file, after=b"".join([*lines[:number], new, *lines[number + 1 :]]))


def _counts(file: FileChange, number: int, line: bytes) -> bool:
    """Whether a line is content: frames and headings of our own files say nothing of an entry."""
    is_head = file.before is None and file.path.endswith("SKILL.md") and not line.startswith((b"- ", b"  "))
    return bool(line.strip()) and line.strip() != "§".encode() and _is_hot(file.path) and not is_head
