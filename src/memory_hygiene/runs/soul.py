"""SOUL.md beside a memory directory: read from disk to be measured, never by the gate (contract H1)."""

import os

from memory_hygiene.core.contracts import STORES, Profile
from memory_hygiene.core.settings import Agent
from memory_hygiene.core.sizes import counted
from memory_hygiene.core.standing import CanaryState, StoreStanding, measured
from memory_hygiene.core.state import MAX_BYTES
from memory_hygiene.edge.files import read_bytes
from memory_hygiene.edge.workspace import Workspace
from memory_hygiene.formats import parse


def soul_beside(workspace: Workspace, agent: Agent) -> StoreStanding | None:
    """SOUL.md in the home whose ``memories`` the agent directory is (contract H1)."""
    folder = os.path.normpath(os.path.join(workspace.repository.top, agent.path))
    path = os.path.join(os.path.dirname(folder), "SOUL.md")
    if agent.profile is not Profile.HERMES or os.path.basename(folder) != "memories" or os.path.islink(path):
        return None
    data = read_bytes(path) if os.path.isfile(path) else None
    if data is None:
        return None
    contract = STORES[agent.profile]["SOUL.md"]
    document = parse(contract.format, data if len(data) <= MAX_BYTES else b"")._replace(data=data)
    return measured("../SOUL.md", document, contract, CanaryState.NOT_ASKED)


def soul_notes(workspace: Workspace, agent: Agent) -> tuple[str, ...]:
    """What an operator should know of that file: that it is nearly full, or more than full."""
    soul = soul_beside(workspace, agent)
    near = STORES[agent.profile]["SOUL.md"].caps[0].near if soul else 0
    if soul is None or soul.utilization < near:
        return ()
    caps = ", ".join(f"{cap.size:,} of {counted(cap.limit, cap.unit)}" for cap in soul.caps)
    return (f"{soul.path} holds {caps}: only a person may shorten it",)
