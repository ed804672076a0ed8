"""Rotation: which stores get a new canary, and the bytes they become; the entries beside it stay as they are."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from memory_hygiene.core.audit.due import RUN
from memory_hygiene.core.audit.ledger import one_line, write_record
from memory_hygiene.core.model import Document, Edit, render
from memory_hygiene.core.state import AgentState, Parse, Store

from .canary import canary_lines, canary_text, is_broken_canary, token_digest, without_canary
from .canary_check import Health, StoreCanary
from .planting import NoPlaceError, plant, rotated

ROTATE = "rotate"
"""What the ledger's ``run`` says of a rotation, so that it does not pass for an audit."""


class Step(Enum):
    """What becomes of a store's canary."""

    ROTATED = "rotated"
    PLANTED = "planted"
    KEPT = "left as it is"


@dataclass(frozen=True, slots=True)
class Turn:
    """What a rotation does in one store: the new bytes and digest, or why nothing."""

    path: str
    step: Step
    reason: str = ""
    after: bytes = b""
    digest: str = ""


class NotRotatedError(ValueError):
    """New bytes of a store differ in more than its canary; the message says where."""


def turns(
    state: AgentState, canaries: Iterable[StoreCanary], new_token: Callable[[], str], parse: Parse
) -> Iterator[Turn]:
    """What a rotation does with each of ``canaries``. Raises NotRotatedError when an entry would change."""
    for canary in canaries:
        store = state.store(canary.path)
        if store is None:
            yield Turn(canary.path, Step.KEPT, "there is no such file: nothing can carry its canary")
        elif canary.health is Health.UNREAD:
            yield Turn(canary.path, Step.KEPT, canary.reason)
        else:
            yield _turn(store, canary, new_token(), parse)


def _turn(store: Store, canary: StoreCanary, token: str, parse: Parse) -> Turn:
    document = store.document
    try:
        step = Step.PLANTED
        if canary.token:
            step, after = Step.ROTATED, rotated(document, canary.token, token)
        elif (broken := _broken(document)) is not None:
            step, after = Step.ROTATED, render(document, (broken._replace(new=canary_text(token).encode()),))
        else:
            after = plant(document, store.contract, token, parse)
    except NoPlaceError as reason:
        return Turn(canary.path, Step.KEPT, f"no canary written; {reason}")
    if _entries(document) != _entries(parse(document.format, after)):
        raise NotRotatedError(f"{canary.path}: more than the canary would change")
    return Turn(canary.path, step, "", after, token_digest(token))


def _broken(document: Document) -> Edit | None:
    """Where the one entry stands that is a broken canary and nothing else; its list marker stays."""
    broken = [block for block in document.entries if is_broken_canary(block.text)]
    if len(broken) != 1:
        return None
    block = broken[0]
    marker = document.data[block.start : block.end].find(b"CANARY")
    return Edit(block.start + marker, block.end, b"")


def _entries(document: Document) -> list[str]:
    """The texts of everything but the canaries."""
    mine = {line.block.start for line in canary_lines(document) if line.is_alone or is_broken_canary(line.block.text)}
    return [without_canary(block.text) for block in document.blocks if block.start not in mine]


def rotation_record(state: AgentState, done: Iterable[Turn], time: str, reason: str) -> str:
    """The ledger record that registers the new digests; ``reason`` says why a breach was passed over, "" for none."""
    fields = [(RUN, ROTATE), ("status", "COMPLETE")]
    fields += [("reason", one_line(reason))] if reason else []
    fields += [("canary", f"{state.agent.relative(turn.path) or turn.path} {turn.digest}") for turn in done]
    return write_record(time, tuple(fields), before=state.ledger)
