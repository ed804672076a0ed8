"""Names: what the system's resolver says of a host, within a time limit, which it does not have itself."""

import socket
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeAlias

from memory_hygiene.core.endpoints.addresses import Address, address_in

Resolve: TypeAlias = Callable[[str], tuple[str, ...]]
"""A resolver: the addresses of a host. Raises OSError when there are none."""


def system_resolve(host: str) -> tuple[str, ...]:
    """The addresses of ``host``, in the order in which they should be tried. Raises OSError when there are none."""
    found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(str(place[0]).partition("%")[0] for *_, place in found))


class Names:
    """Resolves each name once, in a thread of its own that nobody waits for longer than the limit."""

    def __init__(self, resolve: Resolve = system_resolve) -> None:
        self._resolve = resolve
        self._known: dict[str, Future[tuple[Address, ...]]] = {}
        self._lock = threading.Lock()

    def addresses(self, host: str, seconds: float) -> tuple[Address, ...]:
        """The addresses of ``host``. Raises OSError when it has none, TimeoutError after ``seconds``."""
        literal = address_in(host)
        return (literal,) if literal else self._asked(host).result(seconds)

    def _asked(self, host: str) -> Future[tuple[Address, ...]]:
        with self._lock:
            if host not in self._known:
                self._known[host] = Future()
                threading.Thread(target=self._look_up, args=(host, self._known[host]), daemon=True).start()
            return self._known[host]

    def _look_up(self, host: str, future: Future[tuple[Address, ...]]) -> None:
        try:
            found = tuple(address for text in self._resolve(host) if (address := address_in(text)))
            if not found:
                raise OSError("no address")
            future.set_result(found)
        except UnicodeError as error:  # a label that is too long
            future.set_exception(OSError(str(error)))
        except Exception as error:  # the one who waits is told
            future.set_exception(error)
