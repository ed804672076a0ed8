"""Pinned connections: to addresses that were judged before, whatever the name leads to by now, and within a deadline.

Between judging a name and connecting to it, its addresses may change; so the name is not asked for again.
"""

import ssl
from collections.abc import Iterable, Sequence
from typing import Any

import httpcore

from . import clock

CONNECT_SECONDS = 3.0
_TRIED = 3  # addresses of one name


class Deadline:
    """The moment by which everything about one URL is over."""

    def __init__(self, seconds: float) -> None:
        self._end = clock.seconds() + seconds

    @property
    def left(self) -> float:
        """Seconds until then, 0 when it has passed."""
        return max(0.0, self._end - clock.seconds())

    def within(self, timeout: float | None, over: type[Exception]) -> float:
        """``timeout``, or what is left when that is less. Raises ``over`` when nothing is left."""
        if not self.left:
            raise over("deadline")
        return self.left if timeout is None else min(timeout, self.left)


class _TimedStream(httpcore.NetworkStream):
    """A stream that a peer cannot keep open by sending a byte now and then."""

    def __init__(self, inner: httpcore.NetworkStream, deadline: Deadline) -> None:
        self._inner = inner
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._inner.read(max_bytes, self._deadline.within(timeout, httpcore.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, self._deadline.within(timeout, httpcore.WriteTimeout))

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        name = (server_hostname or "").strip("[]")
        timeout = self._deadline.within(timeout, httpcore.ConnectTimeout)
        return _TimedStream(self._inner.start_tls(ssl_context, name, timeout), self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


class Pinned(httpcore.NetworkBackend):
    """Connects to the first of ``addresses`` that answers, and to nothing else."""

    def __init__(self, addresses: Sequence[str], deadline: Deadline) -> None:
        self._addresses = addresses
        self._deadline = deadline
        self._inner = httpcore.SyncBackend()
        self.has_connected = False

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        failure: Exception = httpcore.ConnectError("no address")
        shared = Deadline(self._deadline.within(timeout, httpcore.ConnectTimeout))
        for address in self._addresses[:_TRIED]:
            try:
                stream = self._inner.connect_tcp(address, port, shared.within(None, httpcore.ConnectTimeout))
                self.has_connected = True
                return _TimedStream(stream, self._deadline)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure
