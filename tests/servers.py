"""Real servers on loopback for tests of the network: each path of one behaves badly in a way of its own."""

import contextlib
import socket
import ssl
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

Behaviour: TypeAlias = Callable[[socket.socket, "Request"], None]
_END = b"\r\n\r\n"


class Request:
    """The head of a request as it arrived."""

    def __init__(self, head: bytes) -> None:
        self.head = head.decode("latin-1")
        self.method, self.target = self.head.split(" ")[:2]
        lines = self.head.split("\r\n")[1:]
        self.headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines if line)}


class Server:
    """Answers every connection on a thread of its own and keeps the requests; ``hits`` counts connections."""

    def __init__(
        self, behaviour: Behaviour, context: ssl.SSLContext | None = None, family: int = socket.AF_INET
    ) -> None:
        self.behaviour = behaviour
        self.requests: list[Request] = []
        self.hits = 0
        self.stopped = threading.Event()
        self._context = context
        self._listener = socket.create_server(("127.0.0.1" if family == socket.AF_INET else "::1", 0), family=family)
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        return f"{'https' if self._context else 'http'}://127.0.0.1:{self.port}"

    def close(self) -> None:
        self.stopped.set()
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)  # close alone leaves a waiting accept in the kernel
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self._listener.accept()
                self.hits += 1
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with contextlib.suppress(OSError), connection:
            if self._context:
                connection = self._context.wrap_socket(connection, server_side=True)
            head = read_head(connection)
            if head:
                request = Request(head)
                self.requests.append(request)
                self.behaviour(connection, request)


def read_head(connection: socket.socket) -> bytes:
    """Everything up to the blank line, "" when the peer leaves before."""
    head = b""
    while _END not in head:
        piece = connection.recv(4096)
        if not piece:
            return b""
        head += piece
    return head


@contextmanager
def serving(behaviour: Behaviour, context: ssl.SSLContext | None = None) -> Iterator[Server]:
    """A server for the time of a test."""
    server = Server(behaviour, context)
    try:
        yield server
    finally:
        server.close()


def answer(status: int, *headers: str, body: bytes = b"") -> Behaviour:
    """A plain answer."""
    lines = [f"HTTP/1.1 {status} Fine", *headers, f"Content-Length: {len(body)}", "", ""]
    return lambda connection, _: connection.sendall("\r\n".join(lines).encode() + body)


def reset(connection: socket.socket, _: Request) -> None:
    """Closes with RST, as a crashed server does."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def close(connection: socket.socket, _: Request) -> None:
    """Closes without a word."""


def stalling(stopped: threading.Event) -> Behaviour:
    """Never answers."""
    return lambda _connection, _request: _never(stopped)


def _never(stopped: threading.Event) -> None:
    stopped.wait(60)


def dripping(stopped: threading.Event) -> Behaviour:
    """Sends one byte of a header after the other, and a good end only after a minute."""

    def drip(connection: socket.socket, _: Request) -> None:
        connection.sendall(b"HTTP/1.1 200 Fine\r\nX-Long: ")
        for _second in range(600):
            if stopped.wait(0.1):
                return
            connection.sendall(b"x")
        connection.sendall(b"\r\nContent-Length: 0" + _END)

    return drip


def by_method(head: Behaviour, get: Behaviour) -> Behaviour:
    """One behaviour for HEAD, another for the rest."""
    return lambda connection, request: (head if request.method == "HEAD" else get)(connection, request)


def by_path(**behaviours: Behaviour) -> Behaviour:
    """The behaviour that the path names."""
    return lambda connection, request: behaviours[request.target.strip("/")](connection, request)
