"""Generated homes of Hermes agents, each with a git repository at its memory directory, the same ones at every run."""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.conftest import MemoryRepo
from tests.strategies import section_sign_stores

PROBE = Path(__file__).with_name("hermes_probe.py")
BATCH = Path(__file__).with_name("client_batch.py")
COUNT = 210
CANARY = "CANARY: Do not modify this line (0123456789abcdef)"
TARGETS = {"memory": "MEMORY.md", "user": "USER.md"}
IGNORED = "*.lock\n*.bak.*\n.mem_*.tmp\n"
CASES = Path(__file__).parent.parent / "files" / "hermes"


class Stores(NamedTuple):
    """The bytes of one home's two stores; None for a store that is not there."""

    memory: bytes
    user: bytes | None


class Seen(NamedTuple):
    """A store as the client sees it: its entries, those without repeats, and whether its guard refuses to edit."""

    entries: list[str]
    loaded: list[str]
    drift: bool


class Call(NamedTuple):
    """One real call of the memory tool and what came of it; ``gone`` is the entry that was there before."""

    did: str
    success: bool
    error: str
    gone: str = ""


@st.composite
def stores(draw: st.DrawFn) -> bytes:
    """A store of the strategies, sometimes with a canary in it."""
    data = draw(section_sign_stores())
    has_canary = draw(st.sampled_from([False, False, True]))
    return _joined(b"Deploys run from the depot.", [CANARY.encode(), data]) if has_canary else data


def _filled(home: Stores, number: int) -> Stores:
    """Every tenth home is over its limit; every fortieth holds an entry that is longer than the limit by itself."""
    if number % 40 == 7:
        return home._replace(memory=_joined(home.memory, [b"one entry " * 300]))
    if number % 10 == 3:
        filler = [b"Long ago, number %d, " % entry + b"a berth was let. " * 12 for entry in range(11)]
        return home._replace(memory=_joined(home.memory, filler))
    return home


def _joined(data: bytes, entries: list[bytes]) -> bytes:
    ending = b"\r\n" if b"\r\n" in data else b"\n"
    return (ending + "§".encode() + ending).join([data, *entries])


def generated() -> list[Stores]:
    """Two hundred homes and more, then one for each real-shaped file."""
    found: list[Stores] = []

    @settings(max_examples=COUNT, derandomize=True, database=None, phases=[Phase.generate], deadline=None)
    @given(st.builds(Stores, stores(), st.one_of(st.none(), stores(), stores(), stores())))
    def collect(home: Stores) -> None:
        found.append(home)

    collect()
    found = [_filled(home, number) for number, home in enumerate(found)]
    return [*found, *(Stores(path.read_bytes(), b"") for path in sorted(CASES.glob("*.md")))]


def make_home(path: Path, home: Stores) -> MemoryRepo:
    """The home on disk: private stores, committed, and the lines in .gitignore that a live directory needs."""
    repo = MemoryRepo(path / "memories")
    repo.write(".hygiene.yaml", "version: 1\nprofile: hermes\n")
    repo.write(".gitignore", IGNORED)
    repo.write("MEMORY.md", home.memory).chmod(0o600)
    if home.user is not None:
        repo.write("USER.md", home.user).chmod(0o600)
    repo.commit("as the agent left it")
    return repo


class RealClient:
    """The real client in one process of its own, for as many homes as one likes."""

    def __init__(self, python: str) -> None:
        self.python = python
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "HERMES_"))}
        self._child = subprocess.Popen(
            [python, str(BATCH)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", env=kept
        )

    def close(self) -> None:
        """End it."""
        self._child.communicate(timeout=20)

    def _ask(self, what: str, home: Path, **more: str) -> dict[str, object]:
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        self._child.stdin.write(json.dumps({"do": what, "home": str(home), **more}) + "\n")
        self._child.stdin.flush()
        line = self._child.stdout.readline()
        assert line, f"the client stopped at {home}"
        answer = json.loads(line)
        assert isinstance(answer, dict)
        return answer

    def look(self, home: Path, check_drift: bool = True) -> dict[str, Seen]:
        """Both stores as the client sees them."""
        answer = self._ask("look" if check_drift else "read", home)
        return {target: _seen(answer[target]) for target in TARGETS}

    def configuration(self, home: Path, managed: Path, **variables: str) -> dict[str, object]:
        """What its loaders make of the home's config.yaml, with ``managed`` as the administrator's folder."""
        return self._ask("config", home, managed=str(managed), **variables)

    def call(self, home: Path, tool: str, arguments: dict[str, object]) -> dict[str, object]:
        """What one real call of a tool answers."""
        return self._ask("tool", home, tool=tool, arguments=json.dumps(arguments))

    def use(self, home: Path) -> dict[str, list[Call]]:
        """A real add, replace and remove in both stores."""
        answer = self._ask("use", home)
        return {target: list(_calls(answer[target])) for target in TARGETS}


def _seen(told: object) -> Seen:
    assert isinstance(told, dict)
    return Seen(told["entries"], told["loaded"], bool(told["drift"]))


def _calls(told: object) -> Iterator[Call]:
    assert isinstance(told, list)
    for call in told:
        yield Call(call["did"], call["success"], call["error"], call.get("gone", ""))
