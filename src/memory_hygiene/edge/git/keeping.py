"""Keeping what an apply replaces: the bytes before, under a git ref of ours, so that no sidecar file is ever needed.

A kept state is a commit whose tree holds the files as they were, byte for byte and without filters; its message names
the plan, and the files that did not exist. Refs are local: nothing pushes them unless asked.
"""

import contextlib
import os
from collections.abc import Iterable
from dataclasses import dataclass

from memory_hygiene.core.audit.timestamps import seconds_of
from memory_hygiene.core.state import Snapshot
from memory_hygiene.edge.files import make_folders, remove_file
from memory_hygiene.errors import HygieneError

from .process import ObjectReader, git, git_text
from .repository import Repository
from .snapshots import TreeSnapshot

_PREFIX = "refs/hygiene"
APPLY, RESTORE, ROTATE, RACED = "apply", "restore", "rotate", "raced"
_IDENTITY = {
    "GIT_AUTHOR_NAME": "hygiene",
    "GIT_AUTHOR_EMAIL": "hygiene@localhost",
    "GIT_COMMITTER_NAME": "hygiene",
    "GIT_COMMITTER_EMAIL": "hygiene@localhost",
}
_SECONDS_PER_DAY = 86_400
_MOST_ASKED = 1_000  # kept states whose place in history is asked for: what fits into one argument


@dataclass(frozen=True, slots=True)
class KeptState:
    """A kept state: its ref, the plan whose apply replaced it, and its files; None for one that did not exist."""

    ref: str
    plan: str
    files: tuple[tuple[str, bytes | None], ...]


def keep_state(
    repository: Repository, kind: str, agent: str, time: str, plan: str, files: Iterable[tuple[str, bytes | None]]
) -> str:
    """Keep ``files`` (path from the top, bytes or None) and give back the ref. ``time`` is a UTC timestamp.

    ``kind`` is APPLY, RESTORE or ROTATE for what these replace, RACED for what somebody else wrote meanwhile.
    Raises GitError when git cannot write objects.
    """
    chosen = tuple(files)
    lines = [f"{kind} {plan[:12]}", "", f"Hygiene-Plan: {plan}"]
    lines += [f"Hygiene-Absent: {path}" for path, data in chosen if data is None]
    date = f"@{max(0, seconds_of(time) or 0)} +0000"  # git reads written dates of some centuries only
    tree = _write_tree(repository, [(path, data) for path, data in chosen if data is not None])
    made = git_text(
        ("commit-tree", "--no-gpg-sign", tree, "-F", "-"),
        folder=repository.top,
        data=("\n".join(lines) + "\n").encode("utf-8", "surrogateescape"),
        extra={**_IDENTITY, "GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date},
        writing=True,
    )
    ref = f"{_PREFIX}/{kind}/{agent}/{time.replace(':', '').replace('-', '')}-{plan[:12]}"
    repository.text("update-ref", ref, made, writing=True)
    return ref


def _write_tree(repository: Repository, files: list[tuple[str, bytes]]) -> str:
    """A tree of these files, made in an index of its own."""
    make_folders(os.path.join(repository.git_dir, "hygiene"))
    index = os.path.join(repository.git_dir, "hygiene", f"keeping-{os.getpid()}.index")
    extra = {"GIT_INDEX_FILE": index}
    try:
        records: list[bytes] = []
        for path, data in files:
            oid = repository.text("hash-object", "-w", "--no-filters", "--stdin", data=data, writing=True)
            records.append(f"100644 {oid}\t{path}".encode("utf-8", "surrogateescape") + b"\0")
        git_text(
            ("update-index", "--add", "-z", "--index-info"),
            folder=repository.top,
            data=b"".join(records),
            extra=extra,
            writing=True,
        )
        return git_text(("write-tree",), folder=repository.top, extra=extra, writing=True)
    finally:
        for name in (index, index + ".lock"):
            with contextlib.suppress(OSError):
                remove_file(name)


def last_kept(repository: Repository, agent: str) -> KeptState:
    """The state before the agent's last apply in this branch. Raises HygieneError when none is kept."""
    refs = [ref for ref, _ in _refs(repository, APPLY, agent)]
    if not refs:
        raise HygieneError(f"no state from before an apply is kept for {agent}", "git log shows what was committed")
    ref = _last_in_branch(repository, refs[-_MOST_ASKED:]) or refs[-1]
    message = repository.text("log", "-1", "--format=%B", "--no-show-signature", ref, "--")
    trailers = [line.partition(": ") for line in message.splitlines()]
    plan = next((value for key, _, value in trailers if key == "Hygiene-Plan"), "")
    absent = [(value, None) for key, _, value in trailers if key == "Hygiene-Absent"]
    with ObjectReader(repository.top) as reader:
        snapshot = TreeSnapshot(reader, ref, ref)
        present = [(path, snapshot.read(path)) for path in _paths(snapshot, "")]
    return KeptState(ref, plan, tuple(sorted([*present, *absent])))


def _last_in_branch(repository: Repository, refs: Iterable[str]) -> str:
    """The one whose apply is the newest in HEAD's history, "" when none is there.

    Names do not tell: a run may be told which day it is, and linked work trees share all refs.
    """
    by_plan = {ref.rpartition("-")[2]: ref for ref in refs}
    asked = ("log", "-1", "--topo-order", "--format=%B", "--no-show-signature", "--extended-regexp")
    grep = f"--grep=^Hygiene-Plan: ({'|'.join(by_plan)})"
    told = repository.run(*asked, grep, "HEAD", "--")  # fails before the first commit
    return next((by_plan[plan] for line in told.text.splitlines() if (plan := _plan_in(line)) in by_plan), "")


def _plan_in(line: str) -> str:
    """The first digits of the plan that a trailer names, as refs bear them."""
    key, _, plan = line.partition(": ")
    return plan[:12] if key == "Hygiene-Plan" else ""


def _paths(snapshot: Snapshot, folder: str) -> Iterable[str]:
    for name, item in snapshot.list_folder(folder).items():
        path = f"{folder}/{name}" if folder else name
        if item.mode == "040000":
            yield from _paths(snapshot, path)
        else:
            yield path


def _refs(repository: Repository, kind: str, agent: str) -> list[tuple[str, int]]:
    """The refs of an agent's kept states with their times (seconds since 1970), oldest first."""
    asked = ("for-each-ref", "--sort=refname", "--format=%(refname) %(creatordate:unix)", f"{_PREFIX}/{kind}/{agent}/")
    lines = repository.text(*asked).splitlines()
    return [(ref, int(seconds or 0)) for ref, _, seconds in (line.partition(" ") for line in lines)]


def prune_kept(repository: Repository, agent: str, days: int, count: int, now: int) -> tuple[str, ...]:
    """Let go of kept states older than ``days`` and of all but the last ``count``; the newest always stays.

    ``now`` is in seconds since 1970. Gives back the refs that went; git's own gc frees their objects.
    """
    gone: list[str] = []
    for kind in (APPLY, RESTORE, ROTATE, RACED):
        refs = _refs(repository, kind, agent)
        surplus = {ref for ref, _ in refs[: max(0, len(refs) - count)]}
        old = {ref for ref, seconds in refs if seconds < now - days * _SECONDS_PER_DAY}
        gone += [ref for ref, _ in refs[:-1] if ref in surplus | old]
    for ref in gone:
        git(("update-ref", "-d", ref), folder=repository.top, writing=True)
    return tuple(gone)
