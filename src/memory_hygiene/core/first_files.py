"""The files a memory repo starts with: writer registry, ``.gitattributes`` and ``.gitignore`` lines, first record."""

from collections.abc import Iterable
from enum import Enum

from .audit.ledger import EMPTY, Ledger, write_record
from .contracts import COLD_FOLDERS, CONFIG, LEDGER, STORES, WRITERS, Profile
from .live.homes import SECRETS
from .model import line_ending

REGISTRY = """# Memory writers

Who may change this agent's memory, and how. While the table is empty, everybody may.

identity: name or e-mail pattern, or signing key · operations: add, edit, remove, maintain, admin

| writer | identity | stores | operations |
|---|---|---|---|
"""
"""The empty registry: it restricts nobody (contract, H21)."""

_UNTOUCHED = "-text -whitespace merge=hygiene"
_OUR_LEFTOVERS = ".*.hygiene.tmp"
_HERMES_LEFTOVERS = ("*.lock", "*.bak.*", ".mem_*.tmp")  # HERMES.md: what its tool leaves beside the stores


def attribute_lines(profile: Profile, present: Iterable[str]) -> tuple[str, ...]:
    """Lines of ``.gitattributes``: git never rewrites the line endings of a governed file, nor judges its blanks.

    Files are merged entry by entry in a clone that knows how (``edge/git/drivers``), else line by line.

    ``present`` are governed paths as they are spelled on disk, relative to the agent directory.
    """
    names = [*STORES[profile], LEDGER, WRITERS, *(name for name in present if " " not in name)]
    names += [f"{folder}/**" for folder in COLD_FOLDERS[profile]]
    if profile is Profile.HERMES:
        names.append("skills/**/SKILL.md")
    return tuple(f"/{name} {_UNTOUCHED}" for name in dict.fromkeys(names))


class Layout(Enum):
    """What an agent directory is: a folder of memory files; a Hermes home; a home whose other files are tracked."""

    FOLDER = "folder"
    HOME = "home"
    SHARED_HOME = "home with other tracked files"


def ignore_lines(profile: Profile, layout: Layout) -> tuple[str, ...]:
    """Lines of ``.gitignore``: leftovers of the agent's client and of ours; in a home its secrets, and an allow-list.

    Where somebody tracks other files of a home, an allow-list would hide their next ones.
    """
    leftovers = (*(_HERMES_LEFTOVERS if profile is Profile.HERMES else ()), _OUR_LEFTOVERS)
    match layout:
        case Layout.FOLDER:
            return leftovers
        case Layout.HOME:
            return (*_allow_list(), *leftovers, *SECRETS)
        case Layout.SHARED_HOME:
            return (*leftovers, *SECRETS)


def _allow_list() -> tuple[str, ...]:
    """An agent's home holds its keys and its database: nothing is tracked but what is named here."""
    files = (".gitignore", ".gitattributes", CONFIG, ".pre-commit-config.yaml", LEDGER, WRITERS, "SOUL.md")
    inside = ("memories/MEMORY.md", "memories/USER.md", "memories/archive/")
    return (
        "/*",
        *(f"!/{name}" for name in files),
        *("!/archive/", "!/skills/", "!/memories/", "/memories/*"),
        *(f"!/{name}" for name in inside),
    )


def with_lines(data: bytes | None, lines: Iterable[str]) -> bytes:
    """``data`` (None: no file) with those of ``lines`` that it lacks at its end; what stands there stays."""
    old = data or b""
    present = {line.strip() for line in old.decode("utf-8", "surrogateescape").splitlines()}
    missing = [line for line in lines if line not in present]
    if not missing:
        return old
    ending = line_ending(old)
    gap = ending if old and not old.endswith((b"\n", b"\r")) else b""
    comment = b"# hygiene init" + ending
    return old + gap + comment + b"".join(line.encode() + ending for line in missing)


def first_record(
    time: str,
    canaries: Iterable[tuple[str, str]],
    critical: Iterable[tuple[str, str]] = (),
    before: Ledger = EMPTY,
) -> str:
    """The ledger record of a set-up: a digest per canary planted, by store relative to the agent directory.

    ``critical`` are pairs of rule and store: faults that were there before memory came under the gate. They are
    acknowledged once, so that a live memory can be taken in as it is; ``--strict`` counts them all the same.
    """
    named = tuple(critical)
    fields = [("status", "CRITICAL" if named else "INIT")]
    fields += [("canary", f"{name} {digest}") for name, digest in canaries]
    return write_record(time, tuple(fields), critical=named, before=before)
