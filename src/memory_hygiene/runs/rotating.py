"""Rotating: new canaries in the stores of one agent, registered in its ledger, as one commit (contract H22)."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass

from memory_hygiene.core.audit.ledger import append_record
from memory_hygiene.core.canaries.canary_check import StoreCanary
from memory_hygiene.core.canaries.rotation import NotRotatedError, Step, Turn, rotation_record, turns
from memory_hygiene.core.fingerprint import digest
from memory_hygiene.core.planning.witness import FileChange
from memory_hygiene.core.settings import Agent
from memory_hygiene.core.state import AgentState
from memory_hygiene.edge.files import refuse_links
from memory_hygiene.edge.git.commit import refuse_unclean, refuse_unfinished
from memory_hygiene.edge.git.keeping import ROTATE
from memory_hygiene.edge.workspace import Workspace
from memory_hygiene.errors import ExitCode, HygieneError, NotProvedError
from memory_hygiene.formats import parse
from memory_hygiene.report.safe import safe
from memory_hygiene.runs.applying import refuse_by_gate, write_and_commit
from memory_hygiene.runs.guarding import look_at_canaries
from memory_hygiene.runs.planning import read_state

_BYTES = 8  # of a token, which is written in hex digits
_HINT = "mend what the gate says; a rotation changes nothing but canaries"


class BreachError(HygieneError):
    """A canary is missing or altered: somebody has to look before it is replaced."""

    code = ExitCode.FINDINGS


@dataclass(frozen=True, slots=True)
class Rotation:
    """What was or would be done in each store; ``commit`` is "" when nothing was written."""

    turns: tuple[Turn, ...]
    commit: str = ""


def rotate(
    workspace: Workspace, agent: Agent, stores: tuple[str, ...], time: str, reason: str = "", *, is_dry: bool = False
) -> Rotation:
    """Replace the canaries of ``stores`` (paths from the top; none: all), and plant those that are missing.

    The caller holds the locks. ``time`` is a UTC timestamp; ``reason`` says why breaches are passed over, "" for not.
    Raises BreachError for a broken canary without a reason, HygieneError when a store is not committed,
    RefusedByGateError and NotProvedError. In all of these every byte is as it was.
    """
    repository = workspace.repository
    refuse_unfinished(repository)
    state = read_state(workspace, agent)
    chosen = _chosen(workspace, agent, stores)
    if not reason:
        _refuse_breached(chosen)
    try:
        found = tuple(turns(state, chosen, lambda: secrets.token_hex(_BYTES), parse))
    except NotRotatedError as error:
        raise NotProvedError(str(error), "see hygiene check; nothing was written") from None
    done = [turn for turn in found if turn.step is not Step.KEPT]
    if not done:
        return Rotation(found)
    files = _files(state, done, time, reason)
    for file in files:
        refuse_links(repository.top, file.path)
    refuse_unclean(repository, [file.path for file in files])
    refuse_by_gate(workspace, files, time[:10], _HINT)
    if is_dry:
        return Rotation(found)
    commit = write_and_commit(
        workspace, ROTATE, agent, _identity(files), files, _message(agent, done, _identity(files)), time
    )
    _refuse_breached(look_at_canaries(workspace, agent).stores, {turn.path for turn in done})
    return Rotation(found, commit)


def _chosen(workspace: Workspace, agent: Agent, paths: tuple[str, ...]) -> tuple[StoreCanary, ...]:
    found = look_at_canaries(workspace, agent)
    if found.error:
        raise HygieneError(found.error, "check -C DIR and .hygiene.yaml")
    known = {canary.path: canary for canary in found.stores}
    for path in paths:
        if path not in known:
            names = ", ".join(known) or "none does"
            raise HygieneError(f"{path} carries no canary of agent {agent.name}, nor has to", f"these do: {names}")
    return tuple(canary for path, canary in known.items() if not paths or path in paths)


def _refuse_breached(canaries: Iterable[StoreCanary], paths: set[str] | None = None) -> None:
    breaches = [canary for canary in canaries if canary.is_breach and (paths is None or canary.path in paths)]
    if breaches:
        names = "; ".join(f"{canary.path}: {canary.health.value}, {canary.reason}" for canary in breaches)
        hint = 'look who rewrote it: hygiene canary verify, git log -p; then --force "why it may be replaced"'
        raise BreachError(f"canary breach, so nothing is rotated: {names}", hint)


def _files(state: AgentState, done: list[Turn], time: str, reason: str) -> list[FileChange]:
    """The ledger first: who looks in between finds a digest that is not used yet."""
    stores = {store.path: store for store in state.stores}
    before = state.snapshot.read(state.ledger_path)
    record = rotation_record(state, done, time, reason)
    changes = {turn.path: stores[turn.path] for turn in done}
    return [
        FileChange(state.ledger_path, before, append_record(before, record)),
        *(FileChange(changes[turn.path].target, changes[turn.path].document.data, turn.after) for turn in done),
    ]


def _identity(files: list[FileChange]) -> str:
    return digest(b"\0".join(file.after for file in files))


def _message(agent: Agent, done: list[Turn], identity: str) -> str:
    names = ", ".join(safe(turn.path.rpartition("/")[2]) for turn in done)
    lines = [f"hygiene: rotate the canaries of {names}", ""]
    lines += [f"- {turn.step.value} {safe(turn.path)}, now {turn.digest}" for turn in done]
    return "\n".join([*lines, "", f"Hygiene-Plan: {identity}", f"Hygiene-Agent: {safe(agent.name)}", ""])
