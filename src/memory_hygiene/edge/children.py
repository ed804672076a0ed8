"""A child that is not trusted: fed and read at the same time, with a limit on time and output, ended with its kin."""

import contextlib
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

_CHUNK = 1 << 16
_TICK = 0.05  # seconds between two looks whether the child has ended
_GRACE = 1.0  # seconds to end by itself after being asked to; and for a pipe that others still hold
_MOST_ERRORS = 1 << 16  # bytes of standard error that are kept: the last ones


class Ended(NamedTuple):
    """How a child ended: its exit code (minus a signal's number), what it printed, and why it was ended.

    ``why`` is "" when it ended by itself, else "time", "output", or "start" with the system's words in ``errors``.
    """

    code: int
    output: bytes
    errors: bytes
    why: str


def talk_to(
    command: Sequence[str], data: bytes, env: Mapping[str, str], folder: str, seconds: float, most_bytes: int
) -> Ended:
    """Run ``command`` in a session of its own, write ``data`` to it and read what it prints.

    Comes back at the latest a moment after ``seconds``; then neither the child nor anything it started in its process
    group is left.
    """
    try:
        child = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=dict(env),
            cwd=folder,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        said = error.strerror if isinstance(error, OSError) else str(error)
        return Ended(127, b"", os.fsencode(said or "no reason given"), "start")
    talk = _Talk(child, data, most_bytes)
    try:
        why = talk.until(time.monotonic() + seconds)
    finally:
        _end_group(child)
        talk.close()
    return Ended(child.returncode, bytes(talk.output), bytes(talk.errors), why)


class _Talk:
    """The three pipes of a child."""

    def __init__(self, child: subprocess.Popen[bytes], data: bytes, most_bytes: int) -> None:
        if child.stdin is None or child.stdout is None or child.stderr is None:
            raise ValueError("a child without pipes")
        self.child, self.most_bytes = child, most_bytes
        self.stdin, self.stdout, self.stderr = child.stdin, child.stdout, child.stderr
        self.rest = memoryview(data)
        self.output, self.errors = bytearray(), bytearray()
        self.selector = selectors.DefaultSelector()
        for pipe in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(pipe.fileno(), False)
            self.selector.register(pipe, selectors.EVENT_WRITE if pipe is self.stdin else selectors.EVENT_READ)

    def until(self, deadline: float) -> str:
        """Talk until both outputs have ended, or the child has and its outputs are empty; why it stopped early."""
        silent_since = 0.0
        while self.selector.get_map():
            now = time.monotonic()
            has_ended = self.child.poll() is not None
            if now >= deadline:
                return "" if has_ended else "time"
            happened = self.selector.select(min(_TICK, deadline - now))
            for key, _ in happened:
                self._happened(key.fileobj)
            if len(self.output) > self.most_bytes:
                return "output"
            silent_since = now if happened or not has_ended else silent_since
            if has_ended and now - silent_since > _GRACE:
                return ""  # somebody it started holds its pipes
        return self._waits(deadline)

    def _waits(self, deadline: float) -> str:
        """A child that closed its outputs and lives on has the rest of its time."""
        try:
            self.child.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            return "time"
        return ""

    def _happened(self, pipe: object) -> None:
        if pipe is self.stdin:
            self._write()
            return
        is_output = pipe is self.stdout
        stream = self.stdout if is_output else self.stderr
        chunk = os.read(stream.fileno(), _CHUNK)
        if not chunk:
            self.selector.unregister(stream)
        elif is_output:
            self.output += chunk
        else:
            self.errors += chunk
            del self.errors[:-_MOST_ERRORS]

    def _write(self) -> None:
        try:
            self.rest = self.rest[os.write(self.stdin.fileno(), self.rest) :] if self.rest else self.rest
        except BrokenPipeError:
            self.rest = self.rest[len(self.rest) :]
        if not self.rest:
            self.selector.unregister(self.stdin)
            with contextlib.suppress(BrokenPipeError):
                self.stdin.close()

    def close(self) -> None:
        """Let the pipes go, whoever else holds them."""
        self.selector.close()
        for pipe in (self.stdin, self.stdout, self.stderr):
            with contextlib.suppress(OSError):
                pipe.close()


def _end_group(child: subprocess.Popen[bytes]) -> None:
    """End the child and what it started: asked first, so that it can clean up, then without asking."""
    if child.poll() is None:
        _signal_group(child.pid, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(_GRACE)
    _signal_group(child.pid, signal.SIGKILL)
    child.wait()


def _signal_group(group: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)
