"""The conservation proof of a plan: two accounts of where every entry went, and the only door to a write.

The first account compares what is read before and after, block by block. The second counts raw lines and does not
trust our parser. Neither shares code with the edits. What it does not prove: that the plan is wise.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from memory_hygiene.errors import NotProvedError

from .actions import Archive, Dedup, Plan, Removal
from .archive import read_archive
from .fingerprint import fingerprint
from .ledger import read_ledger
from .model import Document, Format
from .shape import edited_blocks, is_same_elsewhere
from .sizes import numbered
from .state import Parse, Store

_SEAL = object()
_LINE = re.compile(rb"\r\n|\r|\n")
_DELIMITER = "§"
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class FileChange:
    """One file of a proved change: path from the top, bytes before (None: it is new) and after."""

    path: str
    before: bytes | None
    after: bytes


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
    documents = {store.path: (store.target, store.document) for store in stores}
    _no_strangers(plan, files, documents, ledger)
    for path, (target, document) in documents.items():
        after = files[target].after if target in files else document.data
        if target in files and files[target].before != document.data:
            raise _refusal(path, "the bytes to be replaced are not those the plan was made from")
        _by_entries(path, plan, document, parse(document.format, after))
        _by_lines(path, plan, document, after)
    for archive in sorted({to for removal in plan.removals if (to := _kept_in(removal))}):
        _archive_holds(archive, plan, files.get(archive), documents, parse)
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
    touched = {documents[action.place.path][0] for action in plan.actions if action.place.path in documents}
    expected = {ledger} | touched | {_kept_in(removal) for removal in plan.removals}
    for path in files:
        if path not in expected:
            raise _refusal(path, "no action of the plan is about this file")


def _by_entries(path: str, plan: Plan, before: Document, after: Document) -> None:
    """First account: the blocks of the file, in order, are those before it less the actions' own."""
    actions = [action for action in plan.actions if action.place.path == path]
    if not is_same_elsewhere(before, actions, after):
        raise _refusal(path, "the remaining blocks would not be read as before")
    if before.format is Format.MARKDOWN and before.data.startswith(_BOM) is not after.data.startswith(_BOM):
        raise _refusal(path, "its byte-order mark would come or go")


def _by_lines(path: str, plan: Plan, before: Document, after: bytes) -> None:
    """Second account: the lines that go are the lines of the actions' entries, those that come are pointers."""
    removals = [removal for removal in plan.removals if removal.place.path == path]
    ignored = frozenset(("", _DELIMITER)) if before.format is Format.SECTION_SIGN else frozenset(("",))
    had, has = _lines(before.data, ignored), _lines(after, ignored)
    pointers = [removal.pointer for removal in removals if isinstance(removal, Archive) and removal.pointer]
    gone = _lines_of((removal.place.text for removal in removals), ignored)
    come = _lines_of(pointers, ignored)
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
    for removal in plan.removals:
        if not isinstance(removal, Dedup):
            continue
        kept = removal.kept
        if kept.path not in readings:
            readings[kept.path] = _reading(kept.path, plan, files, documents, parse)
        edited, after = readings[kept.path]
        if edited.get(kept.line, kept.fingerprint) not in after:
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
