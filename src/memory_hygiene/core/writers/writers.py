"""The writer registry: who may do what to one agent's memory. A Markdown table; this module reads, matches and asks.

Everything that cannot be understood is a fault, and a registry with faults is never the same as an empty one: what is
read well grants, the rest grants nothing.
"""

from enum import Enum
from functools import lru_cache
from typing import NamedTuple

NONE = ""


class Operation(Enum):
    """What a writer may do: to entries, to what surrounds them (archive, ledger, canary), to the rules themselves."""

    ADD = "add"
    EDIT = "edit"
    REMOVE = "remove"
    MAINTAIN = "maintain"
    ADMIN = "admin"


class Role(Enum):
    """What somebody is to a commit."""

    AUTHOR = "author"
    COMMITTER = "committer"
    SIGNER = "signer"


class Identity(NamedTuple):
    """Somebody who made a commit, as the commit or git says; name and e-mail "" when they are not what git writes.

    A signer carries the fingerprints of the key that signed and of its primary key; ``fault`` says why there is no good
    signature, or nobody.
    """

    role: Role
    name: str = ""
    email: str = ""
    key: str = ""
    primary: str = ""
    fault: str = ""

    @property
    def shown(self) -> str:
        """The identity as a reader knows it."""
        if self.role is Role.SIGNER:
            return f"key {self.key}"
        return f"{self.name} <{self.email}>" if self.name or self.email else "somebody without a name"


class Writer(NamedTuple):
    """One row: a name, the patterns and key fingerprints it is known by, its stores and operations, its line."""

    name: str
    patterns: tuple[str, ...]
    keys: tuple[str, ...]
    stores: tuple[str, ...]
    operations: tuple[Operation, ...]
    line: int = 0

    def may(self, operation: Operation, store: str = NONE) -> bool:
        """Whether the row allows ``operation``; on entries, in the store called so within the agent directory."""
        return operation in self.operations and (not store or any(is_match(name, store) for name in self.stores))

    def is_known_as(self, identity: Identity) -> bool:
        """Whether the row names this person's name or e-mail; for a signer, the key."""
        if identity.role is Role.SIGNER:
            return not identity.fault and any(key in (identity.key, identity.primary) for key in self.keys)
        return any(_fits(pattern, identity) for pattern in self.patterns)


class Fault(NamedTuple):
    """Something in a registry that cannot be understood, at a line (1-based)."""

    line: int
    message: str


class Registry(NamedTuple):
    """The writers of one agent and what could not be read."""

    writers: tuple[Writer, ...] = ()
    faults: tuple[Fault, ...] = ()

    @property
    def is_restricting(self) -> bool:
        """Whether it restricts anybody: an empty one restricts nobody, one with faults is not empty."""
        return bool(self.writers or self.faults)

    @property
    def has_keys(self) -> bool:
        """Whether some writer is known by a signing key."""
        return any(writer.keys for writer in self.writers)

    def known_as(self, identity: Identity) -> tuple[Writer, ...]:
        """The rows that name somebody."""
        return tuple(writer for writer in self.writers if writer.is_known_as(identity))


EMPTY = Registry()
LONGEST = 500
"""Characters of a name, an e-mail or a pattern; a longer one matches nothing, so that matching is bounded."""


def _fits(pattern: str, identity: Identity) -> bool:
    """With ``<`` a pattern is the whole identity, with ``@`` the e-mail, else the name."""
    if not (identity.name or identity.email):
        return False
    if "<" in pattern:
        return is_match(pattern, f"{identity.name} <{identity.email}>")
    return is_match(pattern, identity.email if "@" in pattern else identity.name)


def is_match(pattern: str, text: str) -> bool:
    """Whether all of ``text`` fits ``pattern``: ``*`` any characters, ``?`` one, case aside; in bounded time."""
    if max(len(pattern), len(text)) > 2 * LONGEST:
        return False
    pattern, text = pattern.lower(), text.lower()
    at = place = 0
    star, resume = -1, 0
    while place < len(text):
        if at < len(pattern) and pattern[at] == "*":
            star, resume = at, place
            at += 1
        elif at < len(pattern) and pattern[at] in ("?", text[place]):
            at, place = at + 1, place + 1
        elif star >= 0:
            resume += 1
            at, place = star + 1, resume
        else:
            return False
    return not pattern[at:].strip("*")


@lru_cache(maxsize=256)  # a history is written by few
def identity_of(role: Role, written: str) -> Identity:
    """The identity in ``Name <e-mail>`` as git writes it; one that git would not write is nobody's."""
    name, opened, rest = written.partition("<")
    email, closed, left = rest.partition(">")
    is_sound = bool(opened and closed) and not left.strip() and ">" not in name and "<" not in email
    if not is_sound or max(len(name), len(email)) > LONGEST:
        return Identity(role, fault="no identity that git would write")
    return Identity(role, name.strip(), email.strip())
