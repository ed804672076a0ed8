"""Running git. ``posix_spawn`` and ``poll`` instead of ``subprocess``: importing that doubles a hook's start-up."""

import os
import select
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from memory_hygiene.errors import GitError

PARTIAL_HINT = "fetch what it lacks: git fetch --refetch --no-filter"
_NOT_FETCHED = "could not fetch "
MISSING_HINT = "in a partial clone: git fetch --refetch --no-filter; otherwise git fsck shows the damage"
CHUNK = 1 << 16
_REQUEST_BYTES = 1 << 13  # less than any system's pipe holds, so that writing never waits for reading
_SAFE = {
    "GIT_OPTIONAL_LOCKS": "0",  # reading must not refresh the index
    "GIT_NO_REPLACE_OBJECTS": "1",  # `git replace` would change what cat-file answers
    "GIT_NO_LAZY_FETCH": "1",  # a partial clone must not start downloading in a hook
    "GIT_ALLOW_PROTOCOL": "none",  # nor where git is too old to know that
    "GIT_LITERAL_PATHSPECS": "1",  # a file called `:(top)MEMORY.md` is a file
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",  # messages we may have to recognise
}


class Result(NamedTuple):
    """What a git process answered."""

    code: int
    output: bytes
    errors: bytes

    @property
    def text(self) -> str:
        """The output as text, without the last line ending; odd bytes become lone surrogates."""
        return self.output.decode("utf-8", "surrogateescape").removesuffix("\n")


@cache
def git_program() -> str:
    """The absolute path of git. Raises GitError when there is none on PATH (the current folder is never searched)."""
    for folder in os.environ.get("PATH", os.defpath).split(os.pathsep):
        candidate = os.path.join(folder, "git.exe" if os.name == "nt" else "git")
        if os.path.isabs(folder) and os.access(candidate, os.X_OK) and not os.path.isdir(candidate):
            return candidate
    raise GitError("git is not on PATH", "install git, or set PATH so that hooks can find it")


def environment(
    extra: Mapping[str, str] | None = None, writing: bool = False, only: Mapping[str, str] | None = None
) -> dict[str, str]:
    """The environment for git: what git itself gave us (or ``only``), made safe for reading unless ``writing``."""
    return {**(os.environ if only is None else only), **({} if writing else _SAFE), **(extra or {})}


def git(
    arguments: Iterable[str | bytes],
    *,
    folder: str = "",
    data: bytes = b"",
    extra: Mapping[str, str] | None = None,
    writing: bool = False,
    only: Mapping[str, str] | None = None,
) -> Result:
    """Run git to its end in ``folder`` (default: here). Never raises for a non-zero exit code.

    Arguments are bytes, or text as git writes names: UTF-8 with odd bytes as lone surrogates, whatever the locale.

    ``extra`` is added to the environment, ``only`` stands in its place.
    """
    command = command_of(folder, arguments)
    if not hasattr(os, "posix_spawn"):  # pragma: no cover - Windows
        import subprocess

        env = environment(extra, writing, only)
        done = subprocess.run(command, input=data, capture_output=True, env=env, check=False)
        return Result(done.returncode, done.stdout, done.stderr)
    child = Child(command, environment(extra, writing, only))
    output, errors = child.talk(data)
    return Result(child.wait(), output, errors)


def command_of(folder: str, arguments: Iterable[str | bytes]) -> list[str | bytes]:
    """The words of a git command that is run in ``folder``."""
    place = (b"-C", os.fsencode(folder)) if folder else ()
    words = (word if isinstance(word, bytes) else word.encode("utf-8", "surrogateescape") for word in arguments)
    return [git_program(), *place, *words]


def git_text(
    arguments: Iterable[str | bytes],
    *,
    folder: str = "",
    data: bytes = b"",
    writing: bool = False,
    extra: Mapping[str, str] | None = None,
) -> str:
    """The output of a git command that must succeed, without its last line ending. Raises GitError with git's words."""
    arguments = list(arguments)
    result = git(arguments, folder=folder, data=data, writing=writing, extra=extra)
    if result.code != 0:
        raise failure(arguments, result)
    return result.text


def failure(arguments: Iterable[str | bytes], result: Result) -> GitError:
    """The error for a git command that failed: what was asked and what git said, less its hints.

    They are about how we call git, as with a file of grafts that is empty.
    """
    asked = next((os.fsdecode(a) for a in arguments if not os.fsdecode(a).startswith("-")), "")
    written = result.errors.decode("utf-8", "backslashreplace").strip()
    if (left_behind := _left_behind(written)) is not None:
        return left_behind
    lines = written.splitlines()
    said = tuple(line for line in lines if not line.startswith("hint:"))
    first = said[0] if said else "no message"
    return GitError(f"git {asked} failed ({result.code}): {first}", "run it by hand to see more", said[1:])


def _left_behind(said: str) -> GitError | None:
    """The error for an object that a partial clone has left at its remote, when that is what git said."""
    _, found, rest = said.partition(_NOT_FETCHED)
    if not found:
        return None
    return GitError(f"the object {rest.split()[0][:12]} was never fetched: this clone is partial", PARTIAL_HINT)


class Child:
    """A git process with pipes on its three standard streams."""

    def __init__(self, command: list[str | bytes], env: dict[str, str]) -> None:
        ours_in, self.stdin = os.pipe()
        self.stdout, ours_out = os.pipe()
        self.stderr, ours_err = os.pipe()
        streams = ((ours_in, 0), (ours_out, 1), (ours_err, 2))
        actions = [(os.POSIX_SPAWN_DUP2, fd, number) for fd, number in streams]
        try:
            self.pid = os.posix_spawn(command[0], command, env, file_actions=actions, setsigdef=_restored_signals())
        except OSError as error:
            raise GitError(f"git cannot be started: {error.strerror}", "look at memory, processes and disk") from None
        finally:
            for fd, _ in streams:
                os.close(fd)

    def talk(self, data: bytes) -> tuple[bytes, bytes]:
        """Write ``data``, close, and read both outputs to their ends without ever blocking on one of them."""
        parts: dict[int, list[bytes]] = {self.stdout: [], self.stderr: []}
        poll = select.poll()
        for fd in parts:
            poll.register(fd, select.POLLIN)
        os.set_blocking(self.stdin, False)
        poll.register(self.stdin, select.POLLOUT)
        view, is_writing = memoryview(data), True
        reading = len(parts)
        while reading or is_writing:
            for fd, _ in poll.poll():
                if fd == self.stdin:
                    view, is_writing = self._write_some(view)
                    if not is_writing:
                        poll.unregister(fd)
                        os.close(fd)
                elif chunk := os.read(fd, CHUNK):
                    parts[fd].append(chunk)
                else:
                    poll.unregister(fd)
                    os.close(fd)
                    reading -= 1
        return b"".join(parts[self.stdout]), b"".join(parts[self.stderr])

    def _write_some(self, view: memoryview) -> tuple[memoryview, bool]:
        try:
            view = view[os.write(self.stdin, view) :] if view else view
        except BrokenPipeError:
            view = view[len(view) :]
        return view, bool(view)

    def wait(self) -> int:
        """The exit code; minus the signal's number when one ended it."""
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def _restored_signals() -> tuple[int, ...]:
    """SIGPIPE and SIGXFSZ, which Python ignores and a child would inherit so."""
    return (13, 25) if sys.platform == "linux" else (13,)


class ObjectReader:
    """One ``git cat-file --batch`` for as long as it is needed: objects by id or by any revision git knows."""

    def __init__(self, folder: str = "") -> None:
        self._folder = folder
        self._child: Child | None = None
        self._buffer = b""
        self._taken = 0  # bytes of the buffer

    def __enter__(self) -> "ObjectReader":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        if self._child is not None:
            for fd in (self._child.stdin, self._child.stdout, self._child.stderr):
                os.close(fd)
            self._child.wait()
            self._child = None

    def get(self, name: str) -> tuple[str, str, bytes] | None:
        """Id, type and bytes of one object, or None when there is none of that name."""
        return next(self.get_many((name,)))

    def get_many(self, names: Iterable[str]) -> Iterator[tuple[str, str, bytes] | None]:
        """The objects in the order asked, a few kilobytes of questions at a time. Raises GitError when git stops."""
        for lines in _requests(names, _REQUEST_BYTES):
            self._ask(lines)
            yield from [self._answer() for _ in lines]

    def _ask(self, lines: list[bytes]) -> None:
        if self._child is None:
            self._child = Child(command_of(self._folder, ("cat-file", "--batch")), environment())
        try:
            os.write(self._child.stdin, b"".join(lines))
        except BrokenPipeError:
            raise self._stopped() from None

    def _answer(self) -> tuple[str, str, bytes] | None:
        head = self._line()
        if head.endswith((b" missing", b" ambiguous")) and not _is_object(head):
            return None
        oid, kind, size = head.decode("ascii").split(" ")
        data = self._exactly(int(size))
        self._exactly(1)
        return oid, kind, data

    def _line(self) -> bytes:
        while (end := self._buffer.find(b"\n", self._taken)) < 0:
            self._buffer, self._taken = self._buffer[self._taken :] + self._read(), 0
        line = self._buffer[self._taken : end]
        self._taken = end + 1
        return line

    def _exactly(self, size: int) -> bytes:
        end = self._taken + size
        if end <= len(self._buffer):
            data = self._buffer[self._taken : end]
            self._taken = end
            return data
        parts, have = [self._buffer[self._taken :]], len(self._buffer) - self._taken
        while have < size:
            self._buffer = self._read()
            parts.append(self._buffer)
            have += len(self._buffer)
        self._taken = len(self._buffer) - (have - size)
        parts[-1] = self._buffer[: self._taken]
        return b"".join(parts)

    def _read(self) -> bytes:
        assert self._child is not None
        chunk = os.read(self._child.stdout, CHUNK)
        if not chunk:
            raise self._stopped()
        return chunk

    def _stopped(self) -> GitError:
        assert self._child is not None
        return stopped(self._child)


def stopped(child: Child) -> GitError:
    """The error for a ``cat-file`` that ended before it was asked to."""
    said = os.read(child.stderr, CHUNK).decode("utf-8", "backslashreplace").strip()
    return _left_behind(said) or GitError(f"git cat-file stopped: {said or 'no message'}", MISSING_HINT)


def _requests(names: Iterable[str], limit: int) -> Iterator[list[bytes]]:
    """The names as lines, as many at a time as ``limit`` bytes hold. Raises GitError for a name with a line feed."""
    pending: list[bytes] = []
    size = 0
    for name in names:
        line = name.encode("utf-8", "surrogateescape") + b"\n"
        if line.count(b"\n") > 1:
            raise GitError(f"object name with a line feed: {name!r}", "pass an object id")
        if pending and size + len(line) > limit:
            yield pending
            pending, size = [], 0
        pending.append(line)
        size += len(line)
    if pending:
        yield pending


def _is_object(head: bytes) -> bool:
    parts = head.split(b" ")
    return len(parts) == 3 and parts[1] in (b"blob", b"tree", b"commit", b"tag") and parts[2].isdigit()
