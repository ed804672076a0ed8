"""Many objects in a row: git reads and we listen, each for as long as it can go on without the other."""

import os
import select
from collections.abc import Iterable, Iterator
from itertools import islice
from types import TracebackType

from memory_hygiene.errors import GitError

from .process import CHUNK, Child, command_of, environment, stopped

_PIPE_BYTES = 1 << 20  # of answers that may wait for us: what Linux grants anybody
_AT_ONCE = 100  # names


class ObjectStream:
    """One ``git cat-file --batch --buffer`` that answers ``ids`` in their order; they are taken as it goes on."""

    def __init__(self, folder: str, ids: Iterable[str]) -> None:
        self._folder = folder
        self._ids = iter(ids)
        self._child: Child | None = None
        self._poll = select.poll()
        self._unwritten = b""
        self._owed = 0

    def __enter__(self) -> "ObjectStream":
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """End the process; whatever it has not answered yet is lost."""
        if self._child is not None:
            for fd in (self._child.stdin, self._child.stdout, self._child.stderr):
                if fd >= 0:
                    os.close(fd)
            self._child.wait()
            self._child = None

    def answers(self) -> Iterator[bytes | None]:
        """The content of each object, None for one that is missing. Raises GitError when git stops early."""
        buffer, start = b"", 0
        while True:
            end = buffer.find(b"\n", start)
            while end < 0:
                chunk = self._read()
                if not chunk:
                    return
                buffer, start = buffer[start:] + chunk, 0
                end = buffer.find(b"\n")
            head = buffer[start:end]
            start = end + 1
            self._owed -= 1
            size = head.rpartition(b" ")[2]
            if size == b"missing":
                yield None
                continue
            end = start + int(size)
            if end >= len(buffer):
                buffer, start, end = self._grown(buffer[start:], end - start + 1)
            yield buffer[start:end]
            start = end + 1

    def _grown(self, begun: bytes, size: int) -> tuple[bytes, int, int]:
        """The buffer when it holds at least ``size`` bytes from its start, and where all but the last of them lie."""
        parts, have = [begun], len(begun)
        while have < size:
            chunk = self._read()
            if not chunk:
                raise self._stopped()
            parts.append(chunk)
            have += len(chunk)
        return b"".join(parts), 0, size - 1

    def _read(self) -> bytes:
        """What git says next; nothing after the last answer."""
        child = self._started()
        while True:
            ready = [fd for fd, _ in self._poll.poll()]
            if child.stdin in ready:
                self._write(child)
            if child.stdout in ready:
                chunk = os.read(child.stdout, CHUNK)
                if not chunk and self._owed:
                    raise self._stopped()
                return chunk

    def _started(self) -> Child:
        if self._child is None:
            self._child = Child(command_of(self._folder, ("cat-file", "--batch", "--buffer")), environment())
            os.set_blocking(self._child.stdin, False)
            self._poll.register(self._child.stdin, select.POLLOUT)
            self._poll.register(self._child.stdout, select.POLLIN)
            _widen(self._child.stdout)
        return self._child

    def _write(self, child: Child) -> None:
        """Ask for some more; the end of the requests is what makes git say the last answers."""
        if not self._unwritten:
            ids = list(islice(self._ids, _AT_ONCE))
            if not ids:
                self._end(child)
                return
            self._unwritten = "\n".join([*ids, ""]).encode("ascii")
            self._owed += len(ids)
        try:
            self._unwritten = self._unwritten[os.write(child.stdin, self._unwritten) :]
        except BrokenPipeError:
            raise self._stopped() from None

    def _end(self, child: Child) -> None:
        self._poll.unregister(child.stdin)
        os.close(child.stdin)
        child.stdin = -1

    def _stopped(self) -> GitError:
        assert self._child is not None
        return stopped(self._child)


def _widen(fd: int) -> None:
    """Let more answers wait in the pipe than it holds by itself, where the system can."""
    import fcntl

    if hasattr(fcntl, "F_SETPIPE_SZ"):
        try:
            fcntl.fcntl(fd, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
        except OSError:
            return  # many pipes are open: it does as it is
