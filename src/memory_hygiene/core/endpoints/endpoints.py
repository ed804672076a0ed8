"""Endpoints: the URLs in an entry, whether each may be asked, and what the answers say of the entry (contract H12).

What counts is whether somebody answers, so the credentials, the query and the fragment of a URL are cut off at once:
they are neither sent nor shown.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import NamedTuple
from urllib.parse import quote

from .addresses import METADATA_NAMES, address_in, is_host_name

LONGEST = 2048
"""Characters of a URL that is asked; servers and proxies refuse longer ones."""
SCHEMES = {"http": 80, "https": 443}
_START = re.compile(r"(?<![A-Za-z0-9+.-])https?://", re.IGNORECASE | re.ASCII)
_INVISIBLE = r"\x00-\x1f\x7f-\x9f\xad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff"
_PLAIN = rf"[^\s<>()\[\]\"`|\\^{{}}{_INVISIBLE}，。；：！？、（）《》「」『』【】“”„‘’«»]"
# Up to the first closing bracket that it does not open itself; possessive, so that no text takes more than one pass.
_PART = re.compile(rf"(?:{_PLAIN}++|\({_PLAIN}*+\)|\[{_PLAIN}*+\]|[(\[])*+")
_AFTER_HOST = re.compile(rf"[\\{{$^<{_INVISIBLE}]")
_TRAILING = ".,:;!?*_~'…$&(["
_AUTHORITY_ENDS = re.compile(r"[/?#]")
_HOST_AND_PORT = re.compile(r"(\[[^\[\]]*\]|[^\[\]:]+)(?::(\d*))?", re.ASCII)
_HIDDEN = "https://…"
_WORD = re.compile(r"\S*")
_TARGET = "/:@!$&'()*+,;=~%"
_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")


class Reach(Enum):
    """What is known of an endpoint, or of all those of an entry.

    NOT_ASKED is refused by policy; DEFERRED is left for another run: one too many, or the network is down.
    """

    VERIFIED = "verified"
    UNREACHABLE = "unreachable"
    NOT_ASKED = "not-asked"
    DEFERRED = "deferred"


class Answer(NamedTuple):
    """What came of one URL: ``detail`` is the status or the reason, ``time`` when it was asked (UTC), "" when not.

    ``is_silent`` tells that nobody gave a sign, not even by refusing.
    """

    url: str
    reach: Reach
    detail: str
    time: str = ""
    is_silent: bool = False


class Endpoint(NamedTuple):
    """Where a URL leads: ``host`` in ASCII and lower case, without brackets; ``target`` is what is asked for there."""

    scheme: str
    host: str
    port: int
    target: str


def urls_in(text: str) -> tuple[str, ...]:
    """The http and https URLs in ``text``, each once, in order, without credentials, query and fragment.

    What wraps a URL in prose and Markdown is no part of it. A host that a placeholder or an invisible character cuts
    short is left alone: the rest of it would be another host.
    """
    return tuple(dict.fromkeys(url for _, _, url in _found(text) if url))


def redacted(text: str) -> str:
    """``text`` with every URL as ``urls_in`` gives it; one that is left alone is hidden."""
    parts: list[str] = []
    position = 0
    for start, end, url in _found(text):
        if start >= position:
            parts += [text[position:start], url or _HIDDEN]
            position = end if url else _to_blank(text, end)
    return "".join([*parts, text[position:]])


def _to_blank(text: str, start: int) -> int:
    """Where the run of signs that are no white space ends that ``start`` is in."""
    match = _WORD.match(text, start)
    return match.end() if match else start


def _found(text: str) -> Iterator[tuple[int, int, str]]:
    """Where each URL begins and ends, and its clean form; "" for one that is left alone."""
    position = 0
    while match := _START.search(text, position):
        part = _PART.match(text, match.end())
        written = part[0].rstrip(_TRAILING) if part else ""
        is_cut = bool(part and _AFTER_HOST.match(text, part.end())) and not _AUTHORITY_ENDS.search(written)
        position = match.end() + len(written)
        yield match.start(), position, "" if is_cut else _clean(match[0].lower(), written)


def _clean(start: str, written: str) -> str:
    """The URL without what is never sent; "" when it has no host and port that could be meant."""
    end = _AUTHORITY_ENDS.search(written)
    authority = (written[: end.start()] if end else written).rpartition("@")[2]
    if not _HOST_AND_PORT.fullmatch(authority):
        return ""
    path = written[end.start() :] if end else ""
    return (start + authority.lower() + re.split(r"[?#]", path, maxsplit=1)[0])[: LONGEST + 1]


def endpoint_of(url: str) -> Endpoint | str:
    """Where one of ``urls_in`` leads, or the reason why it is not asked."""
    if len(url) > LONGEST:
        return f"longer than {LONGEST:,} characters"
    scheme, _, rest = url.partition("://")
    authority, slash, path = rest.partition("/")
    match = _HOST_AND_PORT.fullmatch(authority)
    host = _ascii_host(match[1]) if match else ""
    if match is None or not host:
        return "its host is neither a name nor an address"
    if host in METADATA_NAMES:
        return f"{host} is a cloud metadata service, which is never asked"
    port = int(match[2]) if match[2] and len(match[2]) < 7 else 0 if match[2] else SCHEMES[scheme]
    if not 1 <= port <= 65_535:
        return "its port is not between 1 and 65,535"
    return Endpoint(scheme, host, port, _PERCENT.sub("%25", quote(slash + path or "/", safe=_TARGET)))


def _ascii_host(written: str) -> str:
    """The host in ASCII, in lower case, without brackets and the dot of the root; "" when it can be none."""
    if written[0] == "[":
        address = address_in(written[1:-1])
        return str(address) if address and ":" in written and "%" not in written else ""
    name = written if written.isascii() else _idna(written)
    name = name.lower().removesuffix(".")
    return name if is_host_name(name) else ""


def _idna(name: str) -> str:
    import idna

    try:
        return idna.encode(name, uts46=True).decode("ascii")
    except (UnicodeError, ValueError):
        return ""


def judge(urls: Sequence[str], answers: Mapping[str, Answer]) -> Reach:
    """What the answers say of an entry with these URLs.

    UNREACHABLE when one did not answer, VERIFIED when all did that may be asked; NOT_ASKED, which changes nothing,
    when none may be asked or some are still to be asked.
    """
    reaches = {answers[url].reach if url in answers else Reach.DEFERRED for url in urls}
    if Reach.UNREACHABLE in reaches:
        return Reach.UNREACHABLE
    return Reach.VERIFIED if Reach.VERIFIED in reaches and Reach.DEFERRED not in reaches else Reach.NOT_ASKED
