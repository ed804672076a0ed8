"""Proxies: which one the environment names for an endpoint (HTTP_PROXY, HTTPS_PROXY, ALL_PROXY, NO_PROXY)."""

import ipaddress
from typing import NamedTuple
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies_environment

from memory_hygiene.core.endpoints.addresses import address_in, is_loopback
from memory_hygiene.core.endpoints.endpoints import SCHEMES, Endpoint
from memory_hygiene.errors import HygieneError


class Proxy(NamedTuple):
    """An HTTP proxy and the name and password for it, which the operator gave."""

    host: str
    port: int
    auth: tuple[str, str] | None


class Proxies:
    """What the environment says. Raises HygieneError when it names a proxy that cannot be used."""

    def __init__(self) -> None:
        self._environment: dict[str, str] = getproxies_environment()
        self._by_scheme = {scheme: self._of(scheme) for scheme in SCHEMES}

    def _of(self, scheme: str) -> Proxy | None:
        written = self._environment.get(scheme) or self._environment.get("all") or ""
        return _read(written, scheme) if written else None

    def proxy_for(self, endpoint: Endpoint) -> Proxy | None:
        """The proxy to go through, or None. This machine is never asked for through another one."""
        if is_loopback(endpoint.host) or self._is_bypassed(endpoint):
            return None
        return self._by_scheme[endpoint.scheme]

    def _is_bypassed(self, endpoint: Endpoint) -> bool:
        words = self._environment.get("no", "").replace(",", " ").lower().split()
        return any(_names(word, endpoint) for word in words)


def _names(word: str, endpoint: Endpoint) -> bool:
    """Whether a word of NO_PROXY means the endpoint: ``*``, a name and what ends with it, an address or a network."""
    address = address_in(endpoint.host)
    if address is not None and _holds(word.strip("[]"), address):
        return True
    host, _, port = word.partition(":")
    name = host.removeprefix("*").lstrip(".")
    if port and port != str(endpoint.port):
        return False
    return word == "*" or (bool(name) and f".{endpoint.host}".endswith(f".{name}"))


def _holds(word: str, address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    try:
        network = ipaddress.ip_network(word, strict=False)
    except ValueError:
        return False
    return network.version == address.version and address in network


def _read(written: str, scheme: str) -> Proxy:
    try:
        parts = urlsplit(written if "://" in written else f"http://{written}")
        host, port = parts.hostname, parts.port or 80
    except ValueError:
        host = None
    if not host or parts.scheme != "http":
        hint = "write http://HOST:PORT, or list the hosts in NO_PROXY"
        raise HygieneError(f"the environment names a proxy for {scheme} that is no http proxy", hint)
    auth = (unquote(parts.username), unquote(parts.password or "")) if parts.username else None
    return Proxy(host, port, auth)
