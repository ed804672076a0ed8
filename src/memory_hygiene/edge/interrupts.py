"""Interrupts: Ctrl-C waits while files are written and committed; git gets it too, so nobody waits for long."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def deferred_interrupts() -> Iterator[None]:
    """Inside, Ctrl-C is only noted; when what is inside fails after one, KeyboardInterrupt is raised in its place."""
    if threading.current_thread() is not threading.main_thread():  # only the main thread may set handlers
        yield
        return
    noted: list[int] = []

    def note(number: int, _: FrameType | None) -> None:
        noted.append(number)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield
    except Exception as error:
        if noted:
            raise KeyboardInterrupt from error
        raise
    finally:
        signal.signal(signal.SIGINT, before or signal.default_int_handler)
