"""Addresses: which of them an endpoint of an entry may lead to, judged by number and never by spelling.

Memory is hostile input: a URL in it must not make this machine ask what only this machine can reach. Sources: IANA's
special-purpose address registries; the metadata addresses that the cloud providers document.
"""

import ipaddress
from typing import NamedTuple, TypeAlias

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
_Networks: TypeAlias = tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]


def _networks(text: str) -> _Networks:
    return tuple(ipaddress.ip_network(word) for word in text.split())


_LINK_LOCAL = _networks("169.254.0.0/16 fe80::/10")
_METADATA = _networks(
    "100.100.100.200 168.63.129.16 192.0.0.192 fd00:ec2::254 fd00:ec2::23 fd20:ce::254 fd00:42::42"
)  # Alibaba, Azure, Oracle, AWS twice, Google, Scaleway; the rest is link-local
_MULTICAST = _networks("224.0.0.0/4 ff00::/8")
_UNSPECIFIED = _networks("0.0.0.0/8 ::")
_RESERVED = _networks("240.0.0.0/4 64:ff9b:1::/48 2001::/32 2002::/16")  # the last three carry an IPv4 address
_NEVER = (
    (_LINK_LOCAL, "a link-local address"),
    (_METADATA, "a cloud metadata address"),
    (_MULTICAST, "a multicast address"),
    (_UNSPECIFIED, "no address of one machine"),
    (_RESERVED, "a reserved or tunnel address"),
)
_LOOPBACK = _networks("127.0.0.0/8 ::1")
_PRIVATE = _networks(
    "10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 100.64.0.0/10 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 198.18.0.0/15"
    " 198.51.100.0/24 203.0.113.0/24 fc00::/7 fec0::/10 100::/64 2001::/23 2001:db8::/32 3fff::/20 5f00::/16"
)
_GLOBAL_IPV6 = _networks("2000::/3")  # all that is handed out
_THIS_MACHINE = "a loopback address"
_CARRIERS = _networks("::ffff:0:0/96 64:ff9b::/96 ::/96")  # IPv4-mapped, NAT64, and what came before them
METADATA_NAMES = frozenset(
    ("metadata.google.internal", "metadata.goog", "metadata", "instance-data", "instance-data.ec2.internal")
)


class Listed(NamedTuple):
    """The hosts in private networks that the operator lists: names in lower case, and networks."""

    names: frozenset[str]
    networks: _Networks

    def has(self, host: str, address: Address) -> bool:
        """Whether ``host``, or the ``address`` it leads to, is listed."""
        return host in self.names or _is_in(address, self.networks)


def read_listed(text: str) -> Listed:
    """The hosts in ``text``, separated by white space. Raises ValueError that says which word is no host and why."""
    names: set[str] = set()
    networks: list[ipaddress.IPv4Network | ipaddress.IPv6Network] = []
    for word in text.split():
        bare = word[1:-1] if word[0] == "[" and word[-1] == "]" else word
        try:
            networks.append(ipaddress.ip_network(bare))
        except ValueError as error:
            names.add(_name(word, str(error)))
    return Listed(frozenset(names), tuple(networks))


def _name(word: str, why: str) -> str:
    name = word.removesuffix(".").lower()
    if "has host bits" in why:
        raise ValueError(f"{word!r} has bits set after its prefix")
    if any(sign in name for sign in "/:[]"):
        raise ValueError(f"{word!r} is neither a name nor an address or network; write it without scheme and port")
    if not is_host_name(name) or name.rpartition(".")[2].isdigit():
        raise ValueError(f"{word!r} is neither a name nor an address")
    return name


def is_host_name(name: str) -> bool:
    """Whether ``name``, in lower case, is one that a host can have (RFC 1123, with the underscore that is in use)."""
    labels = name.split(".")
    return len(name) <= 253 and all(
        0 < len(label) < 64 and label.replace("-", "").replace("_", "").isalnum() and label.isascii()
        for label in labels
    )  # fmt: skip


def address_in(host: str) -> Address | None:
    """The address that ``host`` is, without brackets; None for a name and for every other way to write a number."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def is_loopback(host: str) -> bool:
    """Whether ``host`` itself says that it is this machine."""
    address = address_in(host)
    return _is_in(address, _LOOPBACK) if address else host == "localhost" or host.endswith(".localhost")


def why_refused(host: str, address: Address, listed: Listed) -> str:
    """Why ``host`` is not asked at ``address``; "" when it may be.

    An entry that says ``localhost`` or a loopback address may be checked there; a name that merely leads there not.
    """
    address = _carried(address)
    for networks, what in _NEVER:
        if _is_in(address, networks):
            return f"{_leading(host, address)} {what}, which is never asked"
    kind = _kind(address)
    if not kind or listed.has(host, address) or (kind == _THIS_MACHINE and is_loopback(host)):
        return ""
    return f"{_leading(host, address)} {kind}, which verify_hosts does not list"


def _kind(address: Address) -> str:
    """What an address is that not everybody can reach; "" for one of the internet."""
    if _is_in(address, _LOOPBACK):
        return _THIS_MACHINE
    return "a private address" if _is_in(address, _PRIVATE) or not _is_public(address) else ""


def _is_public(address: Address) -> bool:
    return address.version == 4 or _is_in(address, _GLOBAL_IPV6)


def _carried(address: Address) -> Address:
    """The IPv4 address that an IPv4-mapped or NAT64 address stands for; any other address itself."""
    if int(address) > 1 and address.version == 6 and _is_in(address, _CARRIERS):
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address


def _leading(host: str, address: Address) -> str:
    return f"{host} is" if address_in(host) else f"{host} leads to {address},"


def _is_in(address: Address, networks: _Networks) -> bool:
    return any(address in network for network in networks if network.version == address.version)
