"""What apply wrote, read and edited by the real Hermes client: no drift, nothing lost, and its tool goes on working."""

import re
import stat
from collections import Counter
from pathlib import Path

import pytest

from memory_hygiene.core.archive import read_archive
from memory_hygiene.core.findings import Finding, Severity
from memory_hygiene.core.fingerprint import fingerprint
from memory_hygiene.core.model import Format, decode, universal_newlines
from memory_hygiene.edge.git.comparisons import compare_worktree
from memory_hygiene.edge.git.process import ObjectReader
from memory_hygiene.edge.workspace import open_workspace
from memory_hygiene.errors import HygieneError
from memory_hygiene.formats import parse
from memory_hygiene.runs.applying import apply_plan, locked
from memory_hygiene.runs.gate import Judge, Options
from memory_hygiene.runs.planning import Planned, plan_agent
from tests.conftest import MemoryRepo

from .homes import CANARY, COUNT, TARGETS, RealClient, generated, make_home

pytestmark = pytest.mark.hermes
DAY = "2026-09-15"
TIME = "2026-09-15T12:00:00Z"
TOO_LONG = "an entry is longer than the whole limit"
LONE_SIGN = "an entry begins or ends with a line that is only a §"
_NO_ROOM = re.compile(r"[\d,]+/[\d,]+ chars")
BY_COMMAND = 24
"""So many homes go through the real command line; the rest call what it calls."""


def _apply(repo: MemoryRepo, by_command: bool) -> Planned:
    """Carry the plan out; gives back the plan it was."""
    workspace = open_workspace(str(repo.path))
    agent = workspace.settings.agents[0]
    planned = plan_agent(workspace, agent, DAY)
    if by_command:
        done = repo.hygiene("apply", "--now", DAY)
        assert done.returncode == (1 if planned.plan.is_breached else 0), done.stdout + done.stderr
        assert "over its cap" in done.stdout or done.returncode == 0
    else:
        with locked(workspace, agent):
            applied = apply_plan(workspace, lambda: plan_agent(workspace, agent, DAY), TIME)
        assert (applied is None) == (not planned.plan.actions)
    assert repo.git("status", "--porcelain") == ""
    return planned


def _errors(repo: MemoryRepo, by_command: bool) -> list[Finding]:
    """What ``hygiene check --worktree`` calls an error."""
    workspace = open_workspace(str(repo.path))
    with ObjectReader(str(repo.path)) as reader:
        verdict = Judge(workspace.repository, Options()).verdict(compare_worktree(workspace.repository, reader))
    if by_command:
        assert repo.hygiene("check", "--worktree").returncode == (1 if verdict.is_blocking else 0)
    return [finding for finding in verdict.findings if finding.severity is Severity.ERROR]


def _own_entries(repo: MemoryRepo, name: str) -> list[str]:
    path = repo.path / name
    return [block.text for block in parse(Format.SECTION_SIGN, path.read_bytes()).blocks] if path.exists() else []


def _archived(repo: MemoryRepo) -> set[str]:
    texts: set[str] = set()
    for path in repo.path.glob("archive/*.md"):
        for kept in read_archive(path.read_bytes(), parse).kept:
            texts.add(universal_newlines(decode(kept.data)[0]))
    return texts


def _is_impossible(entries: list[str], limit: int) -> str:
    """Why no bytes could hold these entries without drift, "" when some can: nothing we write could mend that."""
    if any(len(entry) > limit for entry in entries):
        return TOO_LONG
    text = "\n§\n".join(entries)
    again = [piece.strip() for piece in text.split("\n§\n") if piece.strip()]
    return "" if again == entries else LONE_SIGN


def _judge_applied(repo: MemoryRepo, client: RealClient, by_command: bool) -> list[str]:
    """One home from before apply to after the client's own edits; gives back why a store still drifts, if one does."""
    home = repo.path.parent
    before = client.look(home, check_drift=False)
    for target, name in TARGETS.items():
        assert before[target].entries == _own_entries(repo, name)
    planned = _apply(repo, by_command)
    after = client.look(home)
    had = {entry for seen in before.values() for entry in seen.entries}
    has = {entry for seen in after.values() for entry in seen.entries}
    assert had - has - _archived(repo) == set()
    reasons: list[str] = []
    for target, name in TARGETS.items():
        seen = after[target]
        assert seen.entries == _own_entries(repo, name)
        assert seen.loaded == list(dict.fromkeys(seen.entries))
        assert Counter(before[target].entries)[CANARY] <= Counter(seen.entries)[CANARY]
        if seen.drift:
            reason = _is_impossible(seen.entries, 2200 if target == "memory" else 1375)
            assert reason, f"{name} drifts and need not"
            assert any(unresolved.place.path == name for unresolved in planned.plan.unresolved), reason
            reasons.append(reason)
    assert _errors(repo, by_command) == []
    _judge_used(repo, client, by_command, drifting={TARGETS[t] for t, seen in after.items() if seen.drift})
    return reasons


def _judge_used(repo: MemoryRepo, client: RealClient, by_command: bool, drifting: set[str]) -> None:
    """The client's own add, replace and remove, and what our gate says afterwards."""
    before = {name: _own_entries(repo, name) for name in TARGETS.values()}
    gone: list[str] = []
    for target, calls in client.use(repo.path.parent).items():
        name = TARGETS[target]
        for call in calls:
            if name in drifting and not call.success:
                continue
            is_limit = call.did != "remove" and _NO_ROOM.search(call.error) is not None
            assert call.success or is_limit, f"{name}: {call.did} refused: {call.error}"
            if call.gone and call.success:
                gone.append(call.gone)
        kept = [entry for entry in dict.fromkeys(before[name]) if entry not in gone]
        if name not in drifting:
            assert _without_signs(_own_entries(repo, name)) == _without_signs(kept)
            assert stat.S_IMODE((repo.path / name).stat().st_mode) == 0o600
    if not drifting:
        shifted = [entries[-1] for entries in before.values() if entries and entries[-1].endswith("\n§")]
        true = {fingerprint(text) for text in (*gone, *shifted)}
        assert {error.fingerprint for error in _errors(repo, by_command)} <= true


def _without_signs(entries: list[str]) -> list[str]:
    """Entries without lines that are only a §: the client shifts one at the end of the last entry when it adds."""
    return ["\n".join(line for line in entry.split("\n") if line.strip() != "§") for entry in entries]


def test_two_hundred_homes(client: RealClient, tmp_path: Path) -> None:
    reasons: Counter[str] = Counter()
    homes = generated()
    assert len(homes) >= COUNT > 200
    for number, stores in enumerate(homes):
        repo = make_home(tmp_path / str(number), stores)
        try:
            reasons.update(_judge_applied(repo, client, by_command=number < BY_COMMAND))
        except (AssertionError, HygieneError) as error:
            error.add_note(f"home {number}: {stores!r}")
            raise
        assert sorted(path.name for path in repo.path.glob("*.lock")) == ["MEMORY.md.lock", "USER.md.lock"]
    assert reasons[TOO_LONG] == len(range(7, COUNT, 40))
    assert 0 < reasons[LONE_SIGN] <= COUNT // 20
