"""Rules: one file each, four scopes; a rule yields hits and never reads, prints or edits."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from .findings import Hit, Severity
from .settings import Agent, Settings
from .state import AgentState, Change, Store


class Repo(NamedTuple):
    """What a rule about the whole repository sees.

    ``strays`` are files named like stores that no agent directory holds; ``absent`` are agents of the roster
    without a directory; ``ungoverned`` are stores that the configuration after the change no longer governs.
    ``before`` is the label of the state before, "" for none. ``touched`` are the agents whose memory one commit
    changes, each with the first file of it; none where several commits are judged at once.
    """

    settings: Settings
    strays: tuple[str, ...]
    absent: tuple[Agent, ...]
    ungoverned: tuple[str, ...] = ()
    before: str = ""
    touched: tuple[tuple[Agent, str], ...] = ()


class StoreRule(NamedTuple):
    """A rule about one hot file of one state."""

    id: str
    name: str
    severity: Severity
    check: Callable[[Store, AgentState], Iterator[Hit]]


class AgentRule(NamedTuple):
    """A rule about one agent's files together, in one state."""

    id: str
    name: str
    severity: Severity
    check: Callable[[AgentState], Iterator[Hit]]


class ChangeRule(NamedTuple):
    """A rule about what a change did: its hits are new by nature.

    ``is_timed`` says that it depends on the day of the change: it warns, is an error only in a strict check, and of a
    range the end alone is judged. ``is_acknowledgeable`` says that a CRITICAL ledger record may lower it: one about who
    may write cannot be waived by who writes.
    """

    id: str
    name: str
    severity: Severity
    check: Callable[[Change], Iterator[Hit]]
    is_timed: bool = False
    is_acknowledgeable: bool = True


class RepoRule(NamedTuple):
    """A rule about the repository as a whole."""

    id: str
    name: str
    severity: Severity
    check: Callable[[Repo], Iterator[Hit]]


Rule = StoreRule | AgentRule | ChangeRule | RepoRule
