"""Asking endpoints: real servers on loopback that behave well, badly and maliciously. Nothing leaves this machine."""

import os
import socket
import ssl
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import trustme

from memory_hygiene.core.endpoints.addresses import read_listed
from memory_hygiene.core.endpoints.endpoints import Answer, Reach
from memory_hygiene.edge import network
from memory_hygiene.edge.names import Resolve, system_resolve
from memory_hygiene.errors import HygieneError

from .servers import (
    Behaviour,
    Request,
    Server,
    answer,
    by_method,
    by_path,
    close,
    dripping,
    read_head,
    reset,
    serving,
    stalling,
)

PUBLIC = "93.184.216.34"


def _unknown(host: str) -> tuple[str, ...]:
    raise socket.gaierror(socket.EAI_NONAME, "no such name")


def _ask(*urls: str, hosts: str = "", resolve: Resolve = _unknown) -> dict[str, Answer]:
    return network.ask_all(urls, network.Asker(read_listed(hosts), resolve), lambda done, total: None)


def _one(url: str, hosts: str = "", resolve: Resolve = _unknown) -> Answer:
    return _ask(url, hosts=hosts, resolve=resolve)[url]


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)


@pytest.fixture
def connections(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that any code of this process tries to connect to; only loopback is let through."""
    tried: list[str] = []
    real = socket.socket.connect

    def connect(self: socket.socket, address: tuple[str, int]) -> None:
        tried.append(address[0])
        if address[0] not in ("127.0.0.1", "::1"):
            raise OSError("not in a test")
        real(self, address)

    monkeypatch.setattr(socket.socket, "connect", connect)
    return tried


@pytest.mark.parametrize("status", [200, 204, 301, 404, 405, 418, 500, 501, 503])
def test_any_http_answer_will_do(status: int) -> None:
    with serving(answer(status)) as server:
        found = _one(f"{server.url}/v1")
        assert (found.reach, found.detail) == (Reach.VERIFIED, f"HTTP {status}")
        assert found.time
        assert server.requests[0].method == "HEAD"


def test_get_follows_where_head_is_refused_or_fails() -> None:
    good = answer(200)
    paths = by_path(
        refused=by_method(answer(405), good),
        unknown=by_method(answer(501), good),
        reset=by_method(reset, good),
        closed=by_method(close, good),
        nonsense=by_method(lambda connection, _: connection.sendall(b"what?\r\n\r\n"), good),
        getting=by_method(answer(405), reset),
    )
    names = ("refused", "unknown", "reset", "closed", "nonsense")
    with serving(paths) as server:
        answers = _ask(*(f"{server.url}/{name}" for name in (*names, "getting")))
        assert [answers[f"{server.url}/{name}"].detail for name in names] == ["HTTP 200"] * 5
        assert answers[f"{server.url}/getting"].detail == "HTTP 405"
        assert {found.reach for found in answers.values()} == {Reach.VERIFIED}
        asked = sorted((request.target, request.method) for request in server.requests)
        assert asked == sorted((f"/{name}", method) for name in (*names, "getting") for method in ("HEAD", "GET"))


def test_get_follows_where_head_is_swallowed(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = threading.Event()
    with serving(by_method(stalling(stopped), answer(200))) as server:
        assert _one(server.url).detail == "HTTP 200"
    stopped.set()


def _endless(connection: socket.socket, _: Request) -> None:
    connection.sendall(b"HTTP/1.1 200 Fine\r\n")
    for _n in range(1_000):
        connection.sendall(b"X-A: b\r\n" * 1000)


def test_servers_that_do_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "SECONDS", 2.0)
    stopped = threading.Event()
    paths = by_path(
        stall=stalling(stopped),
        drip=dripping(stopped),
        reset=reset,
        close=close,
        nonsense=lambda connection, _: connection.sendall(b"220 mail ready\r\n\r\n"),
        endless=_endless,
    )
    with serving(paths) as server:
        names = ("stall", "drip", "reset", "close", "nonsense", "endless")
        answers = _ask(*(f"{server.url}/{name}" for name in names))
    stopped.set()
    said = {url.rpartition("/")[2]: found.detail for url, found in answers.items()}
    assert {found.reach for found in answers.values()} == {Reach.UNREACHABLE}
    assert said["stall"] == said["drip"] == "no answer within 5 s"
    assert said["reset"] in ("connection reset by peer", "closed without an answer")
    assert said["close"] == "closed without an answer"
    assert said["nonsense"] == "its answer is not HTTP"
    assert said["endless"] in ("its answer is not HTTP", "no answer within 5 s")


def test_a_closed_port_and_an_unknown_name() -> None:
    with serving(close) as server:
        url = server.url
    found = _one(url)
    assert (found.reach, found.detail) == (Reach.UNREACHABLE, "connection refused")
    assert _one("http://nobody.example/").detail == "its name is not known"


def test_a_name_that_takes_for_ever_to_look_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "SECONDS", 0.2)
    waiting = threading.Event()

    def slow(host: str) -> tuple[str, ...]:
        waiting.wait(60)
        return ("127.0.0.1",)

    found = _one("http://slow.example/", "slow.example", slow)
    waiting.set()
    assert (found.reach, found.detail) == (Reach.UNREACHABLE, "its name could not be looked up in time")


def test_a_redirect_is_an_answer_and_is_not_followed() -> None:
    with serving(answer(200)) as other, serving(answer(302, f"Location: {other.url}/there")) as server:
        assert _one(f"{server.url}/here").detail == "HTTP 302"
        assert other.hits == 0


def test_a_huge_body_is_not_read() -> None:
    sent = 0

    def pour(connection: socket.socket, _: Request) -> None:
        nonlocal sent
        connection.sendall(b"HTTP/1.1 200 Fine\r\nContent-Length: 1000000000\r\n\r\n")
        for _n in range(1_000):
            sent += connection.send(b"x" * 1_000_000)

    with serving(by_method(answer(405), pour)) as server:
        assert _one(server.url).detail == "HTTP 200"
    assert sent < 100_000_000  # what the buffers of the two sockets take


def test_nothing_but_these_headers_is_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    netrc = tmp_path / ".netrc"
    netrc.write_text("machine 127.0.0.1 login me password secret\n")
    netrc.chmod(0o600)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("NETRC", str(netrc))
    with serving(by_method(answer(405, "Set-Cookie: a=b"), answer(200))) as server:
        _one(f"{server.url}/é x".replace(" x", ""))
        for request in server.requests:
            assert set(request.headers) == {"host", "user-agent", "accept", "connection"}
            assert request.headers["host"] == f"127.0.0.1:{server.port}"
            assert request.headers["user-agent"].startswith("memory-hygiene/")
            assert request.target == "/%C3%A9"


@pytest.fixture
def authority() -> trustme.CA:
    """A certificate authority that nobody trusts."""
    return trustme.CA()


def _tls(authority: trustme.CA, *names: str) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(*names).configure_cert(context)
    return context


def test_a_certificate_nobody_trusts_is_no_answer(authority: trustme.CA) -> None:
    with serving(answer(200), _tls(authority, "127.0.0.1")) as server:
        found = _one(server.url)
        assert found.reach is Reach.UNREACHABLE
        assert found.detail.startswith("its certificate is not trusted: ")
        assert server.requests == []


def test_a_certificate_of_an_authority_that_the_operator_trusts(
    authority: trustme.CA, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
    with serving(answer(200), _tls(authority, "127.0.0.1", "box.example")) as server:
        assert _one(server.url).detail == "HTTP 200"
        url = f"https://box.example:{server.port}/"  # the certificate is that of the name, not of the address
        assert _one(url, "box.example", lambda _: ("127.0.0.1",)).detail == "HTTP 200"
        wrong = f"https://other.example:{server.port}/"
        found = _one(wrong, "other.example", lambda _: ("127.0.0.1",))
        assert found.reach is Reach.UNREACHABLE
        assert "Hostname mismatch" in found.detail


def test_tls_to_a_server_that_has_none() -> None:
    def plain(connection: socket.socket, _: Request) -> None:
        raise AssertionError("no request can arrive")

    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        connection, _ = listener.accept()
        with connection:
            connection.recv(10)
            connection.sendall(b"HTTP/1.1 400 Plain\r\n\r\n")

    threading.Thread(target=serve, daemon=True).start()
    found = _one(f"https://127.0.0.1:{listener.getsockname()[1]}/")
    listener.close()
    assert (found.reach, found.detail) == (Reach.UNREACHABLE, "no secure connection (TLS)")


NEVER = (
    "169.254.169.254",
    "[::ffff:169.254.169.254]",
    "[64:ff9b::a9fe:a9fe]",
    "[fd00:ec2::254]",
    "[fe80::1]",
    "100.100.100.200",
    "metadata.google.internal",
    "0.0.0.0",
    "224.0.0.1",
    "10.1.2.3",
    "192.168.0.7",
    "100.64.0.1",
    "[fd12::1]",
)


@pytest.mark.parametrize("host", NEVER)
def test_forbidden_addresses_are_not_connected_to(connections: list[str], host: str) -> None:
    assert _one(f"http://{host}/").reach is Reach.NOT_ASKED
    assert connections == []


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("evil.example", "169.254.169.254"),
        ("evil.example", "127.0.0.1"),
        ("evil.example", "10.0.0.1"),
        ("evil.example", "::1"),
        ("2852039166", "169.254.169.254"),
        ("0xa9.0xfe.0251.0376", "169.254.169.254"),
        ("0x7f.1", "127.0.0.1"),
        ("127.1", "127.0.0.1"),
        ("localhost", "169.254.169.254"),
    ],
)
def test_names_and_odd_spellings_are_judged_by_what_they_lead_to(
    connections: list[str], host: str, address: str
) -> None:
    found = _one(f"http://{host}/", resolve=lambda _: (address,))
    assert found.reach is Reach.NOT_ASKED
    assert address in found.detail
    assert connections == []


def test_the_system_reads_odd_spellings_as_these_addresses(connections: list[str]) -> None:
    for host in ("2130706433", "0x7f.1", "127.1"):
        found = _one(f"http://{host}:9/", resolve=system_resolve)
        assert (found.reach, connections) == (Reach.NOT_ASKED, [])


def test_one_forbidden_address_among_several_is_enough(connections: list[str]) -> None:
    found = _one("http://evil.example/", resolve=lambda _: (PUBLIC, "169.254.169.254"))
    assert (found.reach, connections) == (Reach.NOT_ASKED, [])


def test_the_judged_address_is_the_one_that_is_connected_to(connections: list[str]) -> None:
    answers = iter([("127.0.0.1",), ("169.254.169.254",), ("169.254.169.254",)])
    with serving(by_method(reset, answer(200))) as server:
        url = f"http://box.example:{server.port}/v1"
        assert _one(url, "box.example", lambda _: next(answers)).detail == "HTTP 200"
        assert server.requests[0].headers["host"] == f"box.example:{server.port}"
    assert connections == ["127.0.0.1", "127.0.0.1"]


def test_the_next_address_is_tried(connections: list[str]) -> None:
    with serving(answer(200)) as server:
        url = f"http://box.example:{server.port}/"
        found = _one(url, "box.example", lambda _: ("10.0.0.9", "127.0.0.1"))
    assert found.detail == "HTTP 200"
    assert connections == ["10.0.0.9", "127.0.0.1"]


def test_an_address_of_the_sixth_version() -> None:
    try:
        server = Server(answer(200), family=socket.AF_INET6)
    except OSError:
        pytest.skip("this machine has no IPv6 on loopback")
    assert _one(f"http://[::1]:{server.port}/v1").detail == "HTTP 200"
    assert server.requests[0].headers["host"] == f"[::1]:{server.port}"
    server.close()


def test_a_public_name_is_asked_at_its_address(connections: list[str]) -> None:
    found = _one("http://www.example/", resolve=lambda _: (PUBLIC,))
    assert found.reach is Reach.UNREACHABLE
    assert connections == [PUBLIC]


def _forwarding(connection: socket.socket, request: Request) -> None:
    """A little proxy: answers for the internet, and tunnels to where the test's server is."""
    if request.method != "CONNECT":
        answer(int(request.headers.get("x-status", "200")))(connection, request)
        return
    with socket.create_connection(("127.0.0.1", int(request.target.rpartition(":")[2]))) as far:
        connection.sendall(b"HTTP/1.1 200 Open\r\n\r\n")
        back = threading.Thread(target=_pump, args=(far, connection), daemon=True)
        back.start()
        _pump(connection, far)
        back.join(5)


def _pump(source: socket.socket, target: socket.socket) -> None:
    try:
        while piece := source.recv(4096):
            target.sendall(piece)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        return


@pytest.fixture
def proxy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A proxy that the environment names for both schemes, with a name and a password."""
    with serving(_forwarding) as server:
        for name in ("http_proxy", "HTTPS_PROXY"):
            monkeypatch.setenv(name, f"http://me:p%40ss@127.0.0.1:{server.port}")
        yield server


def test_a_proxy_is_gone_through(proxy: Server, connections: list[str]) -> None:
    assert _one(f"http://{PUBLIC}/v1").detail == "HTTP 200"
    assert _one("http://inside.example:8080/v1").detail == "HTTP 200"  # only the proxy knows the name
    assert [request.target for request in proxy.requests] == [
        f"http://{PUBLIC}/v1",
        "http://inside.example:8080/v1",
    ]
    assert proxy.requests[0].headers["proxy-authorization"] == "Basic bWU6cEBzcw=="
    assert set(connections) == {"127.0.0.1"}


def test_a_tunnel_through_a_proxy(
    proxy: Server, authority: trustme.CA, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
    with serving(answer(204), _tls(authority, "inside.example")) as server:
        assert _one(f"https://inside.example:{server.port}/v1").detail == "HTTP 204"
        assert "proxy-authorization" not in server.requests[0].headers
    assert proxy.requests[0].target == f"inside.example:{server.port}"


@pytest.mark.parametrize("url", ["http://169.254.169.254/", "https://10.0.0.1/", "http://metadata.google.internal/"])
def test_a_proxy_is_not_asked_for_what_is_forbidden(proxy: Server, url: str) -> None:
    assert _one(url).reach is Reach.NOT_ASKED
    assert _one("http://evil.example/", resolve=lambda _: ("169.254.169.254",)).reach is Reach.NOT_ASKED
    assert proxy.hits == 0


def test_this_machine_is_not_asked_for_through_a_proxy(proxy: Server) -> None:
    with serving(answer(200)) as server:
        assert _one(server.url).detail == "HTTP 200"
        assert server.hits == 1
    assert proxy.hits == 0


@pytest.mark.parametrize("words", ["*", "box.example", ".example", "*.example", "other, EXAMPLE", "box.example:{port}"])
def test_no_proxy_is_honoured(proxy: Server, monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    with serving(answer(200)) as server:
        monkeypatch.setenv("no_proxy", words.format(port=server.port))
        url = f"http://box.example:{server.port}/"
        assert _one(url, "box.example", lambda _: ("127.0.0.1",)).detail == "HTTP 200"
        assert server.hits == 1
    assert proxy.hits == 0


def test_a_network_in_no_proxy(proxy: Server, monkeypatch: pytest.MonkeyPatch, connections: list[str]) -> None:
    monkeypatch.setenv("no_proxy", "93.184.0.0/16,[2001::]")
    _one(f"http://{PUBLIC}/")
    assert connections == [PUBLIC]
    monkeypatch.setenv("no_proxy", "example.com,93.185.0.0/16,ample")
    assert _one(f"http://{PUBLIC}/").detail == "HTTP 200"
    assert proxy.hits == 1


@pytest.mark.parametrize(
    ("behaviour", "url", "reach"),
    [
        (answer(404), "http://x.example/", Reach.VERIFIED),
        (answer(502), "http://x.example/", Reach.NOT_ASKED),
        (answer(407), "http://x.example/", Reach.NOT_ASKED),
        (answer(407), "https://x.example/", Reach.NOT_ASKED),
        (answer(403), "https://x.example/", Reach.NOT_ASKED),
        (answer(502), "https://x.example/", Reach.UNREACHABLE),
        (close, "https://x.example/", Reach.UNREACHABLE),
    ],
)
def test_what_the_proxy_says_is_not_what_the_endpoint_says(
    proxy: Server, behaviour: Behaviour, url: str, reach: Reach
) -> None:
    proxy.behaviour = behaviour
    assert _one(url).reach is reach


def test_a_proxy_that_is_down_says_nothing_of_the_endpoint(proxy: Server) -> None:
    proxy.close()
    found = _one("http://x.example/")
    assert (found.reach, found.detail) == (Reach.NOT_ASKED, "the proxy that the environment names cannot be reached")


@pytest.mark.parametrize("value", ["socks5://127.0.0.1:1080", "https://127.0.0.1:1", "http://:80", "http://a:port"])
def test_a_proxy_of_another_kind_is_not_gone_round(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("ALL_PROXY", value)
    with pytest.raises(HygieneError, match="no http proxy"):
        _one("http://x.example/")


def test_what_goes_wrong_in_a_thread_reaches_the_caller() -> None:
    def broken(host: str) -> tuple[str, ...]:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        _one("http://x.example/", resolve=broken)


def test_progress_is_told_and_no_more_than_eight_are_asked_at_once() -> None:
    gate = threading.Event()
    seen: list[tuple[int, int]] = []

    def wait(connection: socket.socket, request: Request) -> None:
        gate.wait(60)
        answer(200)(connection, request)

    def progress(done: int, total: int) -> None:
        seen.append((done, total))
        if server.hits == network.AT_ONCE and len(seen) > 2:
            gate.set()

    with serving(wait) as server:
        asker = network.Asker(read_listed(""))
        network.ask_all([f"{server.url}/{number}" for number in range(20)], asker, progress)
        assert server.hits == 20
    assert seen[0] == (0, 20)
    assert max(done for done, _ in seen) > 10


def test_read_head_of_a_peer_that_leaves() -> None:
    ours, theirs = socket.socketpair()
    theirs.close()
    assert read_head(ours) == b""
