"""One attempt at an endpoint: HEAD, then GET when that is refused or fails; any HTTP answer will do.

No redirect is followed, no body is read, and no cookie, credential or query is sent. httpcore is httpx's own
transport; it does what it is told, and reads neither netrc nor the environment.
"""

import errno
import socket
import ssl

import httpcore

from memory_hygiene import __version__
from memory_hygiene.core.endpoints.endpoints import SCHEMES, Endpoint, Reach

from .pinned import CONNECT_SECONDS, Deadline, Pinned
from .proxies import Proxy

SECONDS = 5.0
"""The longest that one URL takes, whatever its server does."""
_HEAD_SECONDS = 2.5  # for the answer to HEAD, so that GET has a chance where HEAD is swallowed
_REFUSES_HEAD = (405, 501)
_BY_PROXY = (407, 502, 503, 504)  # statuses that a proxy gives for what it does not reach
_PROXY_REFUSES = (403, 407)
_NO_ROUTE = (errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN, errno.EHOSTDOWN, errno.EADDRNOTAVAIL)
_AGENT = f"memory-hygiene/{__version__}"
_ANSWER_FAILURES = (
    httpcore.ReadTimeout,
    httpcore.ReadError,
    httpcore.WriteTimeout,
    httpcore.WriteError,
    httpcore.RemoteProtocolError,
)
FAILURES = (OSError, *_ANSWER_FAILURES, httpcore.ConnectError, httpcore.ConnectTimeout, httpcore.ProxyError)
"""What may be raised when there is no answer."""


class Attempt:
    """The requests to one endpoint, made over connections of ``backend``."""

    def __init__(self, endpoint: Endpoint, proxy: Proxy | None, backend: Pinned, context: ssl.SSLContext) -> None:
        self._endpoint = endpoint
        self._proxy = proxy
        self._backend = backend
        self._context = context

    def outcome(self, deadline: Deadline) -> tuple[Reach, str]:
        """Whether it answers, and how. Raises one of FAILURES when it does not."""
        try:
            status = self._status(deadline)
        except httpcore.ProxyError as error:
            return _without_tunnel(str(error)[:3])
        if self._proxy and self._endpoint.scheme == "http" and status in _BY_PROXY:
            return Reach.NOT_ASKED, f"HTTP {status}, which may be the proxy's own"
        return Reach.VERIFIED, f"HTTP {status}"

    def _status(self, deadline: Deadline) -> int:
        head = 0
        try:
            head = self._request("HEAD", _HEAD_SECONDS)
            if head not in _REFUSES_HEAD:
                return head
            return self._request("GET", SECONDS)
        except _ANSWER_FAILURES:
            if head:
                return head  # it did answer
            if not deadline.left:
                raise
        return self._request("GET", SECONDS)

    def _request(self, method: str, seconds: float) -> int:
        scheme, host, port, target = self._endpoint
        name = f"[{host}]" if ":" in host else host
        usual = port == SCHEMES[scheme]
        place = name if usual else f"{name}:{port}"
        headers = [("Host", place), ("User-Agent", _AGENT), ("Accept", "*/*"), ("Connection", "close")]
        url = httpcore.URL(
            scheme=scheme, host=name if self._proxy else host, port=None if usual else port, target=target
        )
        limits = {"connect": CONNECT_SECONDS, "read": seconds, "write": seconds, "pool": seconds}
        with self._pool() as pool, pool.stream(method, url, headers=headers, extensions={"timeout": limits}) as answer:
            return answer.status

    def _pool(self) -> httpcore.ConnectionPool:
        if self._proxy is None:
            return httpcore.ConnectionPool(ssl_context=self._context, network_backend=self._backend)
        place = httpcore.URL(scheme="http", host=self._proxy.host, port=self._proxy.port, target="/")
        auth = self._proxy.auth
        return httpcore.HTTPProxy(place, auth, ssl_context=self._context, network_backend=self._backend)


def _without_tunnel(status: str) -> tuple[Reach, str]:
    if status.isdigit() and int(status) in _PROXY_REFUSES:
        return Reach.NOT_ASKED, f"the proxy refuses it (HTTP {status})"
    return Reach.UNREACHABLE, f"the proxy does not reach it (HTTP {status})"


def is_silent(error: Exception) -> bool:
    """Whether one of FAILURES leaves open if there is a network at all: no name, no route, nobody who connects."""
    if isinstance(error, httpcore.ConnectTimeout | socket.gaierror | TimeoutError):
        return True
    if isinstance(error, OSError):
        return error.errno in _NO_ROUTE
    cause = error.__cause__ or error.__context__
    return isinstance(error, httpcore.ConnectError) and isinstance(cause, OSError) and is_silent(cause)


def said(error: Exception) -> str:
    """Why there was no answer, in a few words: for one of FAILURES."""
    match error:
        case httpcore.ConnectTimeout():
            return f"no connection within {CONNECT_SECONDS:g} s"
        case httpcore.TimeoutException():
            return f"no answer within {SECONDS:g} s"
        case httpcore.RemoteProtocolError():
            return "closed without an answer" if "disconnected" in str(error) else "its answer is not HTTP"
        case socket.gaierror():
            return "its name is not known" if error.errno == socket.EAI_NONAME else "its name could not be looked up"
        case TimeoutError():
            return "its name could not be looked up in time"
        case ssl.SSLCertVerificationError():
            return f"its certificate is not trusted: {error.verify_message}"
        case ssl.SSLError():
            return "no secure connection (TLS)"
        case OSError():
            return (error.strerror or "the connection failed").lower()
    cause = error.__cause__ or error.__context__  # the pool raises "from None"
    return said(cause) if isinstance(cause, OSError) else "the connection failed"
