"""The canaries of one agent, store by store: contract H4 asks for them before anything else is done."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from memory_hygiene.core.settings import Agent
from memory_hygiene.core.shell import bring_back, hygiene
from memory_hygiene.core.state import AgentState, Change
from memory_hygiene.core.unread import how_large, is_unread

from .canary import CanaryLine, canary_lines, token_digest
from .guarded import Guarded, digest_of, guarded_stores, is_right
from .placement import misplacement
from .tokens import Token, rewritten_since, tokens_in


class Health(Enum):
    """What stands of a store's canary."""

    INTACT = "intact"
    MISPLACED = "misplaced"
    FUSED = "fused with another entry"
    UNREGISTERED = "not registered in the ledger"
    ABSENT = "none"
    UNREAD = "not read"
    MISSING = "missing"
    ALTERED = "altered"
    WRONG = "wrong token"
    UNVOUCHED = "ledger rewritten"


BREACHES = (Health.MISSING, Health.ALTERED, Health.WRONG, Health.UNVOUCHED)


@dataclass(frozen=True, slots=True)
class StoreCanary:
    """The canary of the store at ``path`` (from the top): its health, where it stands, and what to do.

    ``line`` is 1-based, 0 when no line has the canary's words; ``token`` is what stands there, "" for none. ``known``
    are the tokens the ledger has registered for the store, oldest first. ``reason`` is "" when all is well.
    """

    path: str
    health: Health
    line: int
    token: str
    known: tuple[Token, ...]
    reason: str = ""
    fix: str = ""

    @property
    def is_breach(self) -> bool:
        """Whether the store had a canary and has lost it: then no audit may run."""
        return self.health in BREACHES

    @property
    def digest(self) -> str:
        """The digest the ledger registers now, "" for none."""
        return next((token.digest for token in self.known if not token.is_retired), "")

    @property
    def since(self) -> str:
        """The time of the ledger record that registered it, as written; "" for none."""
        return next((token.since for token in self.known if not token.is_retired), "")

    @property
    def retired(self) -> tuple[str, ...]:
        """The digests of earlier tokens of the store."""
        return tuple(token.digest for token in self.known if token.is_retired)


@dataclass(frozen=True, slots=True)
class AgentCanaries:
    """The canaries of one agent. ``error`` says that its memory cannot be judged at all, "" when it can."""

    agent: Agent
    stores: tuple[StoreCanary, ...]
    error: str = ""

    @property
    def breaches(self) -> tuple[StoreCanary, ...]:
        """The stores that have lost their canary; any of them makes the status CRITICAL."""
        return tuple(store for store in self.stores if store.is_breach)

    @property
    def is_incomplete(self) -> bool:
        """Whether some store was not read."""
        return any(store.health is Health.UNREAD for store in self.stores)


def canary_report(state: AgentState, befores: tuple[AgentState, ...] = ()) -> tuple[StoreCanary, ...]:
    """The canary of every store of ``state`` that has one or must have one, in path order.

    A breach needs evidence that there was one: the ledger registers it, or a state before (``befores``, the last
    commit) had it. A store that should carry one and never did was not rewritten; nobody has guarded it yet. That
    warns, for init says so itself when there is no room. Where the ledger was rewritten it vouches for nothing it
    registered before: else a store and its ledger could be stripped together, and a snapshot would make it the past.
    """
    guarded = {found.path: found for found in guarded_stores(Change(befores, state))}
    paths = {store.path for store in state.stores if store.contract.has_canary or _line(state, store.path)}
    return tuple(
        _vouched(_judged(state, path, guarded.get(path)), state, befores) for path in sorted(paths | guarded.keys())
    )


def _vouched(canary: StoreCanary, state: AgentState, befores: tuple[AgentState, ...]) -> StoreCanary:
    """``canary``, or a breach when its ledger lost the registration or was rewritten since."""
    if canary.is_breach or canary.health is Health.UNREAD:
        return canary
    name = state.agent.relative(canary.path) or canary.path
    if not canary.digest and any(before.ledger.canary(name) for before in befores):
        reason = "the ledger of the last commit registers a canary, and this one does no more"
        return replace(canary, health=Health.UNVOUCHED, reason=reason, fix=bring_back(state.ledger_path, "HEAD"))
    if time := rewritten_since(state.ledger, name):
        reason = f"the ledger was rewritten, as its record of {time} says, and registers none since"
        fix = hygiene("canary rotate", state) + ' --force "why it may be replaced"'
        return replace(canary, health=Health.UNVOUCHED, reason=reason, fix=fix)
    return canary


def missing_folder(state: AgentState) -> str:
    """The agent's directory, or the folder of a store with a registered canary, that is not there; "" if all are."""
    stores = (state.agent.absolute(token.store) for token in tokens_in(state.ledger))
    folders = {state.agent.path, *(store.rpartition("/")[0] for store in stores)}
    return next((folder for folder in sorted(folders) if folder and not _exists(state, folder)), "")


def _exists(state: AgentState, folder: str) -> bool:
    parent, _, name = folder.rpartition("/")
    return name in state.snapshot.list_folder(parent)


def _judged(state: AgentState, path: str, guarded: Guarded | None) -> StoreCanary:
    name = state.agent.relative(path) or path
    known = tuple(token for token in tokens_in(state.ledger) if token.store == name)
    store = state.store(path)
    if store is not None and is_unread(store):
        return StoreCanary(path, Health.UNREAD, 0, "", known, f"not read: {how_large(len(store.document.data))}")
    if guarded is not None and not guarded.is_intact:
        return _breach(guarded, known, state)
    line = _line(state, path)
    if line is None or not line.token:
        reason = "no canary has been planted" if line is None else "the canary has no token: anybody could have put it"
        fix = hygiene("canary rotate", state) + " plants one"
        return StoreCanary(path, Health.ABSENT, line.line if line else 0, "", known, reason, fix)
    if not digest_of(state, path):
        fix = hygiene("canary rotate", state) + " registers a new one"
        reason = "the ledger does not register this canary"
        return StoreCanary(path, Health.UNREGISTERED, line.line, line.token, known, reason, fix)
    return _placed(state, path, line, known)


def _placed(state: AgentState, path: str, line: CanaryLine, known: tuple[Token, ...]) -> StoreCanary:
    store = state.store(path)
    reason = misplacement(line, store.document) if store else ""
    health = Health.INTACT if not reason else Health.MISPLACED if line.is_alone else Health.FUSED
    fix = "make it an entry of its own, between two others" if reason else ""
    return StoreCanary(path, health, line.line, line.token, known, reason, fix)


def _breach(guarded: Guarded, known: tuple[Token, ...], state: AgentState) -> StoreCanary:
    if not guarded.lines:
        is_there = state.store(guarded.path) is not None
        where = "in the store" if is_there else "anywhere: the store itself is not there"
        known_by = "the ledger registers one" if guarded.digest else "it had one in the last commit"
        reason = f"no canary {where}, though {known_by}"
        return StoreCanary(guarded.path, Health.MISSING, 0, "", known, reason, guarded.way_back)
    line = next((line for line in guarded.lines if line.token), guarded.lines[0])
    health = Health.WRONG if line.token else Health.ALTERED
    reason = _what_stands(line.token, guarded.path, state) if line.token else "no token of 16 hex digits in the line"
    return StoreCanary(guarded.path, health, line.line, line.token, known, reason, guarded.way_back)


def _what_stands(token: str, path: str, state: AgentState) -> str:
    """Whose token stands where another must."""
    name, digest = state.agent.relative(path) or path, token_digest(token)
    same = [known for known in tokens_in(state.ledger) if known.digest == digest]
    if any(known.store == name for known in same):
        return "a retired token of this store: an old state came back over a rotation"
    if same:
        return f"the token of {same[0].store}"
    return "a token that the ledger never registered"


def _line(state: AgentState, path: str) -> CanaryLine | None:
    """The line that speaks for a store: the right canary, else one with a token, else any with the words."""
    store = state.store(path)
    lines = [] if store is None else list(canary_lines(store.document))
    return next(_by_worth(lines, digest_of(state, path)), None)


def _by_worth(lines: list[CanaryLine], digest: str) -> Iterator[CanaryLine]:
    yield from (line for line in lines if digest and is_right(line.token, digest, frozenset()))
    yield from (line for line in lines if line.token)
    yield from lines
