"""Leftovers: what an apply that was refused or killed leaves behind is taken back, or found to be committed."""

import os

from memory_hygiene.edge.exchange import old_name
from memory_hygiene.edge.files import make_folders, read_bytes, remove_file, replace_bytes, temporary_name
from memory_hygiene.edge.git.commit import drop_dead_lock, forget, is_index_locked, stage_paths
from memory_hygiene.edge.git.process import ObjectReader
from memory_hygiene.edge.git.repository import Repository, head_commit
from memory_hygiene.edge.git.snapshots import EmptySnapshot, TreeSnapshot
from memory_hygiene.edge.journal import Journal, Kept, digest_of, drop_journal, has_journal, put_back, read_journal
from memory_hygiene.errors import HygieneError


def journal_folder(repository: Repository) -> str:
    """Where an apply keeps what it replaces until it is committed; one per work tree."""
    return os.path.join(repository.git_dir, "hygiene", "journal")


def has_leftover(repository: Repository) -> bool:
    """Whether a killed apply left something, or one is running; looks only."""
    return has_journal(journal_folder(repository))


def resolve_leftover(repository: Repository) -> str:
    """Resolve what a killed apply left: "" when there was nothing, else one line on what was done.

    The caller holds the locks. Raises HygieneError while the git that the apply started may still be at work.
    """
    journal = read_journal(journal_folder(repository))
    if journal is None:
        return ""
    drop_dead_lock(repository)
    if is_index_locked(repository):
        hint = "wait for that git to end; if none runs, remove index.lock in the git directory, then run this again"
        raise HygieneError("an apply was interrupted while git was committing: the index is still locked", hint)
    if _is_committed(repository, journal):
        _refresh_index(repository, journal)
        _drop_old_files(repository, journal)
        drop_journal(journal)
        return "an apply was interrupted after its commit; nothing was left to do"
    if changed := journal.changed_since(repository.top):
        _drop_old_files(repository, journal)
        drop_journal(journal)  # HEAD holds the old bytes, and archives were written before anything left its store
        names = ", ".join(kept.path for kept in changed)
        return f"an apply was interrupted before its commit, and {names} changed since: all stays as it is; commit it"
    take_back(repository, journal)
    return "an apply was interrupted before its commit; every file is as it was before"


def _drop_old_files(repository: Repository, journal: Journal) -> None:
    """Let the replaced files go; one that somebody wrote after it was replaced is set aside first."""
    for kept in journal.files:
        old = old_name(os.path.join(repository.top, kept.path))
        data = read_bytes(old)
        if data is not None and data != kept.before:
            _put_aside(repository, journal, kept.path, data)
        remove_file(old)
        remove_file(temporary_name(os.path.join(repository.top, kept.path)))


def _is_committed(repository: Repository, journal: Journal) -> bool:
    """Whether the commit was made: one since the journal was written carries its plan, or HEAD holds its new bytes.

    A hook may rewrite the message, and somebody may have committed more on top.
    """
    head = head_commit(repository)
    if head is None or head == journal.head:
        return False
    if commit_of(repository, journal.plan, journal.head):
        return True
    return len(_in_head(repository, journal)) == len(journal.files)


def commit_of(repository: Repository, plan: str, since: str) -> str:
    """The commit after ``since`` ("": any) whose trailer names ``plan``, or ""."""
    trailer, span = f"--grep=^Hygiene-Plan: {plan}$", f"{since}..HEAD" if since else "HEAD"
    return repository.text("log", "--max-count=1", "--format=%H", "--no-show-signature", trailer, span, "--")


def _in_head(repository: Repository, journal: Journal) -> tuple[str, ...]:
    """The paths at which HEAD holds the journal's new bytes."""
    with ObjectReader(repository.top) as reader:
        head = TreeSnapshot(reader, "HEAD", "HEAD")
        return tuple(k.path for k in journal.files if digest_of(head.read(k.path) or b"") == k.after_digest)


def _refresh_index(repository: Repository, journal: Journal) -> None:
    """Git may have been killed between moving HEAD and renaming its index, which then would undo the commit."""
    top = repository.top
    same = {k.path for k in journal.files if digest_of(read_bytes(os.path.join(top, k.path)) or b"") == k.after_digest}
    paths = [path for path in _in_head(repository, journal) if path in same]
    if paths:
        stage_paths(repository, paths)


def take_back(repository: Repository, journal: Journal) -> str:
    """Undo a journal's writes; gives back the folder where bytes are kept that a hook put in between, or "".

    Raises HygieneError when a file or the index cannot be put back; the journal stays, and the next run tries again.
    """
    aside = _set_aside(repository, journal)
    put_back(journal, repository.top)
    head = head_commit(repository)
    with ObjectReader(repository.top) as reader:
        snapshot = TreeSnapshot(reader, "HEAD", "HEAD") if head else EmptySnapshot()
        new = [kept.path for kept in journal.files if kept.before is None and snapshot.read(kept.path) is None]
    if not forget(repository, new):
        hint = "wait for the other git, then run hygiene apply again: it finishes this"
        raise HygieneError("new files stay noted in the index, which another git holds", hint)
    drop_journal(journal)
    return aside


def _set_aside(repository: Repository, journal: Journal) -> str:
    """Keep the bytes of files that somebody changed between our write and the refusal, before they are replaced."""
    changed = [kept for kept in journal.changed_since(repository.top) if _is_file(repository, kept)]
    for kept in changed:
        data = read_bytes(os.path.join(repository.top, kept.path)) or b""
        _put_aside(repository, journal, kept.path, data)
    return _aside_folder(repository, journal) if changed else ""


def _put_aside(repository: Repository, journal: Journal, path: str, data: bytes) -> None:
    make_folders(_aside_folder(repository, journal))
    replace_bytes(os.path.join(_aside_folder(repository, journal), path.replace("/", "!")), data, 0o600)


def _aside_folder(repository: Repository, journal: Journal) -> str:
    return os.path.join(repository.git_dir, "hygiene", "set-aside", journal.plan[:12])


def _is_file(repository: Repository, kept: Kept) -> bool:
    return os.path.isfile(os.path.join(repository.top, kept.path))
