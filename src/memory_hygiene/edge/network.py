"""The network: whether endpoints answer. Nothing but ``hygiene verify`` and what verifies with it comes here.

Names are resolved once, every address is judged, and only judged addresses are connected to. Through a proxy, the
proxy resolves: then what we can resolve ourselves is judged.
"""

import os
import queue
import ssl
import threading
from collections.abc import Callable, Iterable, Sequence

import certifi

from memory_hygiene.core.endpoints.addresses import Address, Listed, why_refused
from memory_hygiene.core.endpoints.endpoints import Answer, Endpoint, Reach, endpoint_of

from . import clock
from .attempts import FAILURES, SECONDS, Attempt, is_silent, said
from .names import Names, Resolve, system_resolve
from .pinned import CONNECT_SECONDS, Deadline, Pinned
from .proxies import Proxies, Proxy

AT_ONCE = 8
_POLL = 0.2  # seconds between two looks at how far it is


class Asker:
    """Asks endpoints, each by itself; may be shared by threads. Raises HygieneError for a proxy that is of no use."""

    def __init__(self, listed: Listed, resolve: Resolve = system_resolve) -> None:
        self._listed = listed
        self._names = Names(resolve)
        self._proxies = Proxies()
        self._context = _tls_context()

    def ask(self, url: str) -> Answer:
        """What comes of ``url``, one of ``urls_in``."""
        endpoint = endpoint_of(url)
        if isinstance(endpoint, str):
            return Answer(url, Reach.NOT_ASKED, endpoint)
        try:
            reach, detail = self._outcome(endpoint, Deadline(SECONDS))
            silent = reach is Reach.UNREACHABLE  # said by a proxy that reaches nobody there
        except FAILURES as error:
            reach, detail, silent = Reach.UNREACHABLE, said(error), is_silent(error)
        return Answer(url, reach, detail, "" if reach is Reach.NOT_ASKED else clock.timestamp(), silent)

    def _outcome(self, endpoint: Endpoint, deadline: Deadline) -> tuple[Reach, str]:
        proxy = self._proxies.proxy_for(endpoint)
        addresses = self._addresses(endpoint.host, proxy, deadline)
        refused = (why_refused(endpoint.host, address, self._listed) for address in addresses)
        if why := next(filter(None, refused), ""):
            return Reach.NOT_ASKED, why
        if proxy is None:
            return Attempt(endpoint, None, _pinned(addresses, deadline), self._context).outcome(deadline)
        return self._through(proxy, endpoint, deadline)

    def _addresses(self, host: str, proxy: Proxy | None, deadline: Deadline) -> tuple[Address, ...]:
        try:
            return self._names.addresses(host, min(CONNECT_SECONDS, deadline.left))
        except OSError:
            if proxy:
                return ()  # inside many networks only the proxy knows the names outside
            raise

    def _through(self, proxy: Proxy, endpoint: Endpoint, deadline: Deadline) -> tuple[Reach, str]:
        backend = None
        try:
            backend = _pinned(self._names.addresses(proxy.host, deadline.left), deadline)
            return Attempt(endpoint, proxy, backend, self._context).outcome(deadline)
        except FAILURES:
            if backend is None or not backend.has_connected:
                return Reach.NOT_ASKED, "the proxy that the environment names cannot be reached"
            raise


def _pinned(addresses: Iterable[Address], deadline: Deadline) -> Pinned:
    return Pinned([str(address) for address in addresses], deadline)


def _tls_context() -> ssl.SSLContext:
    """The system's certificates, and certifi's where nobody chose others; a certificate that fails is no answer."""
    context = ssl.create_default_context()
    if not any(os.environ.get(name) for name in ("SSL_CERT_FILE", "SSL_CERT_DIR")):
        context.load_verify_locations(certifi.where())
    return context


def ask_all(urls: Sequence[str], asker: Asker, progress: Callable[[int, int], None]) -> dict[str, Answer]:
    """The answer of every URL, by URL; AT_ONCE are asked at the same time. An interrupt leaves at once."""
    waiting: queue.SimpleQueue[str] = queue.SimpleQueue()
    done: queue.SimpleQueue[Answer | Exception] = queue.SimpleQueue()
    for url in urls:
        waiting.put(url)
    for _ in range(min(AT_ONCE, len(urls))):
        threading.Thread(target=_work, args=(asker, waiting, done), daemon=True).start()
    answers: dict[str, Answer] = {}
    while len(answers) < len(urls):
        progress(len(answers), len(urls))
        try:
            answer = done.get(timeout=_POLL)
        except queue.Empty:
            continue
        if isinstance(answer, Exception):
            raise answer
        answers[answer.url] = answer
    return answers


def _work(asker: Asker, waiting: "queue.SimpleQueue[str]", done: "queue.SimpleQueue[Answer | Exception]") -> None:
    while True:
        try:
            done.put(asker.ask(waiting.get_nowait()))
        except queue.Empty:
            return
        except Exception as error:  # the one who waits is told
            done.put(error)
