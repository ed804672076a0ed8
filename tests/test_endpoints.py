"""URLs in entries, where they lead, and which addresses may be asked."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_hygiene.core.endpoints.addresses import address_in, read_listed, why_refused
from memory_hygiene.core.endpoints.endpoints import Answer, Endpoint, Reach, endpoint_of, judge, redacted, urls_in
from memory_hygiene.core.planning.marks import has_mark

A = "https://a.example/x"
NOBODY = read_listed("")


@pytest.mark.parametrize(
    "text",
    [
        f"see {A}.",
        f"({A}), then",
        f"**{A}**",
        f"_{A}_",
        f"<{A}>",
        f"`{A}`",
        f'"{A}"',
        f"'{A}'",
        f"[here]({A})",
        f"[{A}]",
        f"| {A} |",
        f"网址：{A}。",
        f"{A}?token=s3cret&x=1#frag",
        f"{A}#frag",
        f"https://me:pass@{A[8:]}!",
        "HTTPS://A.Example/x",
        f"{A} and again {A}",
        f"{A}…",
    ],
)
def test_what_wraps_a_url_is_no_part_of_it(text: str) -> None:
    assert urls_in(text) == (A,)


@pytest.mark.parametrize(
    ("text", "urls"),
    [
        ("https://a.example/x_(y) z", ("https://a.example/x_(y)",)),
        ("https://a.example/{id}/x", ("https://a.example/",)),
        ("[https://a.example](https://b.example)", ("https://a.example", "https://b.example")),
        ("http://[::1]:8000/v1", ("http://[::1]:8000/v1",)),
        ("http://a.example,http://b.example", ("http://a.example,http://b.example",)),
        ("http://a.example, http://b.example", ("http://a.example", "http://b.example")),
        ("http://good.example@127.0.0.1/", ("http://127.0.0.1/",)),
    ],
)
def test_urls_in_prose(text: str, urls: tuple[str, ...]) -> None:
    assert urls_in(text) == urls


@pytest.mark.parametrize(
    "text",
    [
        "ftp://a.example/x",
        "git+https://a.example/x",
        "https://",
        "http:///x",
        "http://${HOST}:80/",
        "http://localhost:$PORT/",
        "http://<host>/x",
        "http://api-{env}.example/",
        "http://a\x00.example/",
        "http://a\x1b[31m.example/",
        "http://a\u200b.example/",
        "http://good.example\\@evil.example/",
        "http://me:pa/ss@a.example/",
    ],
)
def test_a_host_that_is_cut_short_is_left_alone(text: str) -> None:
    assert urls_in(text) == ()


def test_a_placeholder_may_not_hide_a_password() -> None:
    hidden = redacted("at https://me:pa/ss@a.example/x or https://me:pass@b.example/?key=1 there")
    assert hidden == "at https://… or https://b.example/ there"


@given(st.text(alphabet="htps:/[]()@?#.a1 \x00\\{*é，\u200b\ud800", max_size=60))
def test_no_text_makes_it_raise(text: str) -> None:
    for url in urls_in(text):
        assert url in redacted(text) or len(url) > 2000
        endpoint = endpoint_of(url)
        if isinstance(endpoint, Endpoint):
            wire = f"{endpoint.host}{endpoint.target}"
            assert wire.isascii()
            assert wire.isprintable()
            assert " " not in wire


def test_hostile_stores_take_one_pass() -> None:
    for text in ("https://]", "https://", "https://(", "https://a@", "https://{", "[https://[", "https"):
        urls_in(text * (400_000 // len(text)))
        redacted(text * (400_000 // len(text)))


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://a.example", Endpoint("https", "a.example", 443, "/")),
        ("http://a.example.:8080/é", Endpoint("http", "a.example", 8080, "/%C3%A9")),
        ("http://[0:0::1]:80/%41%zz", Endpoint("http", "::1", 80, "/%41%25zz")),
        ("http://bücher.example/", Endpoint("http", "xn--bcher-kva.example", 80, "/")),
        ("http://①②⑦.0.0.1/", Endpoint("http", "127.0.0.1", 80, "/")),
        ("http://a..example/", "its host is neither a name nor an address"),
        ("http://[fe80::1%25eth0]/", "its host is neither a name nor an address"),
        ("http://[v1.x]/", "its host is neither a name nor an address"),
        ("http://a.example:0/", "its port is not between 1 and 65,535"),
        ("http://a.example:99999999999999999999/", "its port is not between 1 and 65,535"),
        ("http://Metadata.google.internal./".lower(), "metadata.google.internal is a cloud metadata service"),
        ("http://a.example/" + "x" * 3000, "longer than 2,048 characters"),
    ],
)
def test_where_a_url_leads(url: str, expected: Endpoint | str) -> None:
    endpoint = endpoint_of(url)
    assert endpoint == expected or str(endpoint).startswith(f"{expected}, ")


def test_a_giant_url_is_one_url_that_is_not_asked() -> None:
    (url,) = urls_in("http://a.example/" + "x" * 100_000)
    assert len(url) < 2100
    assert isinstance(endpoint_of(url), str)


METADATA = ("169.254.169.254", "100.100.100.200", "168.63.129.16", "fd00:ec2::254", "fd20:ce::254")
CARRIED = ("::ffff:169.254.169.254", "64:ff9b::169.254.169.254", "::169.254.169.254", "2002:a9fe:a9fe::1")
NEVER = (
    *METADATA,
    *CARRIED,
    *("169.254.0.1", "fe80::1", "224.0.0.1", "ff02::1", "0.0.0.0", "::", "255.255.255.255"),
    *("2001:0:a9fe:a9fe::1", "64:ff9b:1::a9fe:a9fe"),
)
PRIVATE = ("10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1", "fd12::1", "::ffff:10.0.0.1")


@pytest.mark.parametrize("text", NEVER)
def test_never_asked_even_when_listed(text: str) -> None:
    address = address_in(text)
    assert address
    listed = read_listed("0.0.0.0/0 ::/0 box.example")
    for host in (text, "box.example", "localhost"):
        assert "never asked" in why_refused(host, address, listed)


@pytest.mark.parametrize("text", PRIVATE)
def test_private_only_when_listed(text: str) -> None:
    address = address_in(text)
    assert address
    assert "verify_hosts does not list" in why_refused("box.example", address, NOBODY)
    assert "verify_hosts does not list" in why_refused("box.example", address, read_listed("other.example 10.9.0.0/16"))
    assert why_refused("box.example", address, read_listed("BOX.example.")) == ""
    networks = "10.0.0.0/8 172.16.0.0/12 192.168.1.1 100.64.0.0/10 fd12::/16"
    assert why_refused("box.example", address, read_listed(networks)) == ""


@pytest.mark.parametrize("text", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
def test_loopback_only_when_the_entry_says_so_or_it_is_listed(text: str) -> None:
    address = address_in(text)
    assert address
    for host in ("localhost", "x.localhost", "127.0.0.1"):
        assert why_refused(host, address, NOBODY) == ""
    for host in ("box.example", "0x7f.1", "2130706433", "notlocalhost"):
        assert "a loopback address" in why_refused(host, address, NOBODY)
    assert why_refused("box.example", address, read_listed("box.example")) == ""


@pytest.mark.parametrize("text", ["8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "64:ff9b::8.8.8.8"])
def test_the_internet_may_be_asked(text: str) -> None:
    address = address_in(text)
    assert address
    assert why_refused("box.example", address, NOBODY) == ""


@pytest.mark.parametrize(
    "word", ["http://box", "box:80", "10.0.0.1/8", "1.2.3", "999.1.1.1", "-", "*.example", "a..b", "[::1]:80"]
)
def test_what_is_no_host(word: str) -> None:
    with pytest.raises(ValueError, match=r"is neither|has bits set"):
        read_listed(f"good.example {word}")


def _answers(**reaches: Reach) -> Mapping[str, Answer]:
    return {url: Answer(url, reach, "") for url, reach in reaches.items()}


def test_judging_an_entry() -> None:
    answers = _answers(up=Reach.VERIFIED, down=Reach.UNREACHABLE, no=Reach.NOT_ASKED, later=Reach.DEFERRED)
    assert judge(("up", "no"), answers) is Reach.VERIFIED
    assert judge(("up", "down", "no", "later"), answers) is Reach.UNREACHABLE
    assert judge(("no",), answers) is Reach.NOT_ASKED
    assert judge((), answers) is Reach.NOT_ASKED
    assert judge(("up", "later"), answers) is Reach.NOT_ASKED
    assert judge(("up", "unknown"), answers) is Reach.NOT_ASKED


def test_the_mark() -> None:
    assert has_mark("API: http://a [UNVERIFIED]\n")
    assert not has_mark("[UNVERIFIED] marks what is not sure")
