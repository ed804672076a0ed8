"""Waiting for a git that may wait for somebody: a signer that asks, a hook that hangs.

Git is told to stay in our process group, so that Ctrl-C and a passphrase asked on the terminal work as ever. What has
to be ended when nothing comes is therefore looked up: git, its children, and theirs.
"""

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from typing import NamedTuple

_TICK = 0.2  # seconds between two looks at what was said
_GRACE = 2.0  # seconds for git to take its locks away, and for what was killed to be gone


class Running(NamedTuple):
    """A process of the system: its parent, whether it is only left to be waited for, and when it was started."""

    parent: int
    is_dead: bool
    started: str


def wait_while_heard(child: "subprocess.Popen[bytes]", output: int, silent: float, longest: float) -> str:
    """Wait for ``child``, whose output goes to the file ``output``; "" when it ended by itself.

    After ``silent`` seconds without a byte more, or after ``longest`` seconds, it is ended with all its kin, and what
    it failed in is told.
    """
    began = heard = time.monotonic()
    size = 0
    while True:
        try:
            child.wait(min(_TICK, silent))
        except subprocess.TimeoutExpired:
            now, length = time.monotonic(), os.fstat(output).st_size
            size, heard = (length, now) if length != size else (size, heard)
            too_long = f"took longer than {longest:g} s" if now - began >= longest else ""
            fault = f"said nothing for {silent:g} s" if now - heard >= silent else too_long
            if fault:
                end_with_kin(child)
                return fault
        except BaseException:
            end_with_kin(child)
            raise
        else:
            return ""


def end_with_kin(child: "subprocess.Popen[bytes]") -> None:
    """End a child and all that descends from it: asked first, so that git removes its locks, then without asking."""
    kin = _kin_of(child.pid, {})
    _signal(kin, signal.SIGTERM)
    if not _are_gone(child, kin):
        kin |= _kin_of(child.pid, kin)
        _signal(_living(kin), signal.SIGKILL)
        _are_gone(child, kin)
    child.wait()


def _are_gone(child: "subprocess.Popen[bytes]", kin: dict[int, str]) -> bool:
    """Whether all of them have ended within the time they are given."""
    deadline = time.monotonic() + _GRACE
    while time.monotonic() < deadline:
        if child.poll() is not None and not _living(kin):
            return True
        time.sleep(0.02)
    return False


def _living(kin: dict[int, str]) -> dict[int, str]:
    """Those of ``kin`` that still run; a number that was given to a new process meanwhile is none of them."""
    running = dict(_running())
    return {pid: at for pid, at in kin.items() if pid in running and _is_same(running[pid], at)}


def _is_same(process: Running, started: str) -> bool:
    return process.started == started and not process.is_dead


def _kin_of(root: int, known: dict[int, str]) -> dict[int, str]:
    """The processes that descend from ``root`` or from ``known``, each with the time it was started."""
    running = dict(_running())
    kin = {pid: at for pid, at in known.items() if pid in running and running[pid].started == at}
    if root in running:
        kin[root] = running[root].started
    found = True
    while found:
        more = {pid: process.started for pid, process in running.items() if process.parent in kin and pid not in kin}
        kin |= more
        found = bool(more)
    return kin


def _signal(kin: dict[int, str], number: int) -> None:
    for pid in kin:
        try:
            os.kill(pid, number)
        except (ProcessLookupError, PermissionError):
            continue


def _running() -> Iterator[tuple[int, Running]]:
    """Every process of this system by its number, from /proc or, where there is none, from ``ps``."""
    if not os.path.exists("/proc/self/stat"):  # pragma: no cover - macOS, BSD
        yield from _listed()
        return
    for name in os.listdir("/proc"):
        if name.isdecimal():
            try:
                with open(f"/proc/{name}/stat", "rb") as file:
                    fields = file.read().rpartition(b")")[2].split()
            except OSError:
                continue
            yield int(name), Running(int(fields[1]), fields[0] in (b"Z", b"X"), fields[19].decode("ascii"))


def _listed() -> Iterator[tuple[int, Running]]:  # pragma: no cover - macOS, BSD
    asked = ("ps", "-A", "-o", "pid=,ppid=,stat=,lstart=")
    for line in subprocess.run(asked, capture_output=True, text=True, check=False).stdout.splitlines():
        pid, parent, state, *started = line.split()
        yield int(pid), Running(int(parent), state.startswith("Z"), " ".join(started))
