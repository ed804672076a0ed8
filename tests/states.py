"""States and plans over given bytes, for tests that need no repository."""

from collections.abc import Mapping
from hashlib import sha1

from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.planning.decisions import decide
from memory_hygiene.core.planning.evidence import Evidence, nothing_known
from memory_hygiene.core.planning.plan import make_plan
from memory_hygiene.core.settings import Settings, single_agent
from memory_hygiene.core.state import AgentState
from memory_hygiene.edge.git.snapshots import DictSnapshot, EmptySnapshot
from memory_hygiene.formats import parse
from memory_hygiene.report.plan_json import identity_of
from memory_hygiene.runs.gathering import Gathered
from memory_hygiene.runs.planning import Planned

TODAY = "2026-09-15"


def state_of(files: Mapping[str, bytes], profile: Profile, settings: Settings | None = None) -> AgentState:
    """One agent at the top of a tree with these files."""
    chosen = settings or single_agent(profile)
    return AgentState(chosen.agents[0], chosen, DictSnapshot(EmptySnapshot(), files, "test"), parse)


def blob_id(data: bytes) -> str:
    """Git's id for a blob in a SHA-1 repository."""
    return sha1(b"blob %d\0" % len(data) + data).hexdigest()


def planned(
    files: Mapping[str, bytes],
    profile: Profile,
    today: str = TODAY,
    evidence: Evidence | None = None,
    settings: Settings | None = None,
) -> Planned:
    """The plan for these files; without ``evidence`` with every age and category unknown."""
    state = state_of(files, profile, settings)
    known = evidence or nothing_known()
    plan = make_plan(state, decide(state, today, known), today, known, blob_id, parse)
    return Planned(plan, state, identity_of(plan), Gathered(known))
