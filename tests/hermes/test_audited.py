"""What an audit leaves, seen by the real client: utilization as it counts (H6), and the summary marker (H17)."""

import re
from pathlib import Path

import pytest

from tests.contract.homes import FADED, PEOPLE, TASTES, Home, home_of

from .homes import RealClient

pytestmark = pytest.mark.hermes
TAIL = "Noted."


@pytest.fixture
def audited(tmp_path: Path) -> Home:
    """A home whose audit removed, moved and left a marker in each store."""
    home = home_of(tmp_path / "home", (*FADED, *TASTES, "Berths are not sorted by place."), PEOPLE[:4])
    config = home.repo.read(".hygiene.yaml").decode() + "summary_marker: entry\n"
    home.repo.write(".hygiene.yaml", config)
    home.repo.git("-c", "core.hooksPath=/dev/null", "commit", "-qam", "markers")
    return home


def _chars(client: RealClient, home: Home) -> dict[str, int]:
    """How many characters the client counts in each store: what it says after a note, less the note."""
    found: dict[str, int] = {}
    for target, name in (("memory", "MEMORY.md"), ("user", "USER.md")):
        before = home.stores[name].read_bytes()
        said = client.call(home.repo.path, "memory", {"action": "add", "target": target, "content": TAIL})
        usage = re.search(r"([\d,]+)/[\d,]+ chars", str(said["usage"]))
        assert usage, said
        found[name] = int(usage[1].replace(",", "")) - len("\n§\n" + TAIL)
        home.stores[name].write_bytes(before)
    return found


def test_h06_utilization_is_what_the_client_counts(audited: Home, client: RealClient) -> None:
    before = _chars(client, audited)
    report = audited.report()
    after = _chars(client, audited)
    assert report["actions_applied"] > 0
    for key, name, limit in (("memory_utilization", "MEMORY.md", 2200), ("user_utilization", "USER.md", 1375)):
        shown = {when: round(100 * chars[name] / limit, 1) for when, chars in (("before", before), ("after", after))}
        assert report[key] == shown


def test_h17_the_client_takes_the_marker_for_an_entry_and_goes_on_writing(audited: Home, client: RealClient) -> None:
    audited.audit()
    seen = client.look(audited.repo.path)
    for target, name in (("memory", "MEMORY.md"), ("user", "USER.md")):
        assert not seen[target].drift
        assert sum(entry.startswith(f"{name} rewritten. Utilization: ") for entry in seen[target].entries) == 1
    assert all(call.success for calls in client.use(audited.repo.path).values() for call in calls)
