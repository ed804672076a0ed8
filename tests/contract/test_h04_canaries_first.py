"""H4: both stores carry a canary; missing or altered in either is a breach, known before anything else is done."""

import json
import os

import pytest

from memory_hygiene.core.canaries.canary import canary_text, token_digest
from memory_hygiene.core.canaries.canary_check import Health, StoreCanary, canary_report, missing_folder
from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.settings import single_agent
from memory_hygiene.core.state import MAX_BYTES, AgentState
from tests.conftest import MemoryRepo
from tests.in_memory import section_sign, state_of

MEMORY_TOKEN, USER_TOKEN, OTHER = "0123456789abcdef", "fedcba9876543210", "aaaaaaaaaaaaaaaa"
MEMORY = section_sign("The build server is 10.0.0.7.", canary_text(MEMORY_TOKEN), "Deploys run on Fridays.")
USER = section_sign("Prefers short answers.", canary_text(USER_TOKEN), "Lives in Bergen.")


def ledger(*pairs: tuple[str, str]) -> bytes:
    """A ledger with one record per pair of store and token."""
    records = (
        f"\n## 2026-09-{day:02}T10:00:00Z\n\n- status: INIT\n- canary: {name} {token_digest(token)}\n"
        for day, (name, token) in enumerate(pairs, 1)
    )
    return ("# Memory audit ledger\n" + "".join(records)).encode()


BOTH = ledger(("MEMORY.md", MEMORY_TOKEN), ("USER.md", USER_TOKEN))


def state(memory: bytes | None, user: bytes | None = USER, trail: bytes = BOTH) -> AgentState:
    files = {"MEMORY.md": memory, "USER.md": user, "MEMORY_AUDIT_LEDGER.md": trail}
    return state_of({name: data for name, data in files.items() if data is not None})


def memory_of(found: AgentState, *befores: AgentState) -> StoreCanary:
    return next(store for store in canary_report(found, befores) if store.path == "MEMORY.md")


def test_h4_intact_canaries_are_no_breach() -> None:
    report = canary_report(state(MEMORY))
    assert [(store.path, store.health, store.line) for store in report] == [
        ("MEMORY.md", Health.INTACT, 3),
        ("USER.md", Health.INTACT, 3),
    ]
    assert not any(store.is_breach for store in report)
    assert (report[0].digest, report[0].since) == (token_digest(MEMORY_TOKEN), "2026-09-01T10:00:00Z")


@pytest.mark.parametrize(
    ("memory", "health", "words"),
    [
        (section_sign("The build server is 10.0.0.7."), Health.MISSING, "no canary in the store"),
        (b"", Health.MISSING, "no canary in the store"),
        (None, Health.MISSING, "the store itself is not there"),
        (section_sign("a", "CANARY: Do not modify this line (0123456789abcde)", "b"), Health.ALTERED, "no token"),
        (section_sign("a", "CANARY: Do not modify this line", "b"), Health.ALTERED, "no token"),
        (section_sign("a", "CANARY: Do not modify this line (0123456789ABCDEF)", "b"), Health.ALTERED, "no token"),
        (section_sign("a", canary_text(OTHER), "b"), Health.WRONG, "never registered"),
        (section_sign("a", canary_text(USER_TOKEN), "b"), Health.WRONG, "the token of USER.md"),
    ],
)
def test_h4_breach_of_one_store_says_what_stands_there(memory: bytes | None, health: Health, words: str) -> None:
    found = memory_of(state(memory))
    assert (found.health, found.is_breach) == (health, True)
    assert words in found.reason
    assert "git" in found.fix


def test_h4_either_store_is_enough_for_a_breach() -> None:
    report = canary_report(state(MEMORY, section_sign("Lives in Bergen.")))
    assert [store.path for store in report if store.is_breach] == ["USER.md"]


def test_h4_one_line_does_not_stand_for_two_stores() -> None:
    both = section_sign("a", canary_text(MEMORY_TOKEN), canary_text(USER_TOKEN), "b")
    found = canary_report(state(None, both))
    assert [(store.path, store.health) for store in found] == [
        ("MEMORY.md", Health.MISSING),
        ("USER.md", Health.INTACT),
    ]


def test_h4_store_that_moved_with_its_canary_is_no_breach() -> None:
    found = state_of({"memories/MEMORY.md": MEMORY, "MEMORY_AUDIT_LEDGER.md": ledger(("MEMORY.md", MEMORY_TOKEN))})
    assert [(store.path, store.health) for store in canary_report(found)] == [
        ("memories/MEMORY.md", Health.UNREGISTERED)
    ]


def test_h4_retired_token_that_came_back_is_a_breach() -> None:
    trail = ledger(("MEMORY.md", OTHER), ("MEMORY.md", MEMORY_TOKEN))
    found = memory_of(state(section_sign("a", canary_text(OTHER), "b"), None, trail))
    assert (found.health, found.retired) == (Health.WRONG, (token_digest(OTHER),))
    assert "a retired token of this store" in found.reason


@pytest.mark.parametrize(
    ("memory", "health"),
    [
        (section_sign(canary_text(MEMORY_TOKEN), "a", "b"), Health.MISPLACED),
        (section_sign("a", "b", canary_text(MEMORY_TOKEN)), Health.MISPLACED),
        (section_sign("a", canary_text(MEMORY_TOKEN) + "\nfused", "b"), Health.FUSED),
        (section_sign(canary_text(MEMORY_TOKEN)), Health.INTACT),
        (section_sign("a", canary_text(MEMORY_TOKEN)), Health.INTACT),
    ],
)
def test_h4_a_bad_place_is_no_breach(memory: bytes, health: Health) -> None:
    found = memory_of(state(memory))
    assert (found.health, found.is_breach) == (health, False)
    assert bool(found.reason) is (health is not Health.INTACT)


@pytest.mark.parametrize(
    ("memory", "health"),
    [
        (section_sign("a", "b"), Health.ABSENT),
        (section_sign("a", "CANARY: Do not modify this line", "b"), Health.ABSENT),
        (MEMORY, Health.UNREGISTERED),
    ],
)
def test_h4_a_store_that_never_was_guarded_is_no_breach(memory: bytes, health: Health) -> None:
    found = memory_of(state(memory, None, b""))
    assert (found.health, found.is_breach) == (health, False)
    assert "hygiene canary rotate" in found.fix


def test_h4_the_last_commit_is_evidence_too() -> None:
    """Who takes away canary and ledger at once is seen against the last commit."""
    stripped = state(section_sign("The build server is 10.0.0.7."), None, b"")
    assert not memory_of(stripped).is_breach
    assert memory_of(stripped, state(MEMORY)).health is Health.MISSING
    assert memory_of(stripped, state(MEMORY, None, b"")).health is Health.MISSING


def test_h4_store_too_large_to_be_read_is_said_to_be() -> None:
    found = memory_of(state(MEMORY + b"x" * MAX_BYTES))
    assert (found.health, found.is_breach) == (Health.UNREAD, False)
    assert "bytes" in found.reason


def test_h4_missing_memory_directory_is_known_apart_from_a_breach() -> None:
    settings = single_agent(Profile.HERMES, "a", "agents/a")
    home = ledger(("memories/MEMORY.md", MEMORY_TOKEN))
    assert missing_folder(state(MEMORY)) == ""
    assert missing_folder(state_of({"README.md": b"x"}, settings)) == "agents/a"
    assert missing_folder(state_of({"SOUL.md": b"x", "MEMORY_AUDIT_LEDGER.md": home})) == "memories"
    assert missing_folder(state_of({"memories/USER.md": b"x", "MEMORY_AUDIT_LEDGER.md": home})) == ""


@pytest.fixture
def guarded(hermes: MemoryRepo) -> MemoryRepo:
    """Two stores with registered canaries, committed."""
    hermes.write("MEMORY.md", MEMORY)
    hermes.write("USER.md", USER)
    hermes.write("MEMORY_AUDIT_LEDGER.md", BOTH)
    hermes.commit()
    return hermes


def test_h4_verify_passes_intact_canaries(guarded: MemoryRepo) -> None:
    done = guarded.hygiene("canary", "verify")
    assert (done.returncode, done.stderr) == (0, "")
    assert "no canary breach (2 in place)" in done.stdout


def test_h4_verify_says_per_store_what_is_broken_and_writes_nothing(guarded: MemoryRepo) -> None:
    guarded.write("MEMORY.md", section_sign("The build server is 10.0.0.7."))
    guarded.write("USER.md", section_sign("a", canary_text(OTHER), "b"))
    before = {path.name: path.read_bytes() for path in guarded.path.glob("*.md")}
    done = guarded.hygiene("canary", "verify")
    assert done.returncode == 1
    assert "MEMORY.md: canary breach, missing: no canary in the store, though the ledger registers one" in done.stdout
    assert "USER.md:3: canary breach, wrong token: a token that the ledger never registered" in done.stdout
    assert "CRITICAL: canary breach in MEMORY.md, USER.md" in done.stdout
    assert {path.name: path.read_bytes() for path in guarded.path.glob("*.md")} == before
    found = json.loads(guarded.hygiene("canary", "verify", "--format", "json").stdout)
    assert found["status"] == "CRITICAL"
    assert [store["breach"] for store in found["agents"][0]["stores"]] == [True, True]


def test_h4_stripping_canary_and_ledger_at_once_is_a_breach_against_the_last_commit(guarded: MemoryRepo) -> None:
    guarded.write("MEMORY.md", section_sign("The build server is 10.0.0.7."))
    (guarded.path / "MEMORY_AUDIT_LEDGER.md").unlink()
    assert "MEMORY.md: canary breach, missing" in guarded.hygiene("canary", "verify").stdout


def test_h4_missing_memory_directory_is_an_error(repo: MemoryRepo) -> None:
    repo.write(".hygiene.yaml", "version: 1\nagents: {heron: {path: agents/heron, profile: hermes}}\n")
    repo.commit()
    done = repo.hygiene("canary", "verify")
    assert done.returncode == 2
    assert "the memory directory agents/heron is missing" in done.stdout
    found = json.loads(repo.hygiene("canary", "verify", "--format", "json").stdout)
    assert (found["status"], found["agents"][0]["stores"]) == ("ERROR", [])


def test_h4_verify_before_the_first_commit_and_from_a_folder_inside(guarded: MemoryRepo) -> None:
    (guarded.path / "archive").mkdir()
    assert guarded.hygiene("-C", "archive", "canary", "verify").returncode == 0
    assert guarded.hygiene("canary", "verify", "-C", "archive").returncode == 0
    guarded.git("update-ref", "-d", "HEAD")
    assert guarded.hygiene("canary", "verify").returncode == 0


def test_hostile_ledger_and_store_cannot_speak_to_the_terminal(guarded: MemoryRepo) -> None:
    guarded.write(
        "MEMORY_AUDIT_LEDGER.md", BOTH + b"\n## 2026-09-09T00:00:00Z\n\n- canary: \x1b[2J::error:: \x1b[31m\n"
    )
    for command in ("show", "verify"):
        done = guarded.hygiene("canary", command, "--agent", "default")
        assert "\x1b" not in done.stdout + done.stderr
        assert "\n::" not in done.stdout


def test_show_gives_a_token_only_when_asked(guarded: MemoryRepo) -> None:
    done = guarded.hygiene("canary", "show")
    assert done.returncode == 0
    assert token_digest(MEMORY_TOKEN) in done.stdout
    assert "since 2026-09-01T10:00:00Z" in done.stdout
    assert MEMORY_TOKEN not in done.stdout + guarded.hygiene("canary", "show", "--format", "json").stdout
    assert MEMORY_TOKEN in guarded.hygiene("canary", "show", "--reveal").stdout
    found = json.loads(guarded.hygiene("canary", "show", "--reveal", "--format", "json").stdout)
    assert found["agents"][0]["stores"][0]["token"] == MEMORY_TOKEN


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_unreadable_store_is_no_breach_but_cannot_be_judged(guarded: MemoryRepo) -> None:
    (guarded.path / "MEMORY.md").chmod(0)
    assert guarded.hygiene("canary", "verify").returncode == 2


def test_h4_a_snapshot_cannot_make_a_stripped_store_and_ledger_the_past(guarded: MemoryRepo) -> None:
    """What an agent can do in one terminal call, with the snapshot after it, and the same once more."""
    for _ in range(2):
        guarded.write("MEMORY.md", section_sign("The build server is 10.0.0.7."))
        (guarded.path / "MEMORY_AUDIT_LEDGER.md").unlink()
        assert guarded.hygiene("snapshot").returncode == 1
        assert guarded.hygiene("canary", "verify").returncode == 1
        head = guarded.git("rev-parse", "HEAD")
        done = guarded.hygiene("audit", "--force", "--offline")
        assert (done.returncode, "CRITICAL: canary breach" in done.stdout) == (1, True)
        assert guarded.git("rev-parse", "HEAD") == head
    assert guarded.hygiene("canary", "rotate").returncode == 1
    assert guarded.hygiene("canary", "rotate", "--force", "looked at it").returncode == 0
    assert guarded.hygiene("canary", "verify").returncode == 0


def test_h4_a_ledger_that_lost_its_registrations_is_a_breach_before_anything_is_written(guarded: MemoryRepo) -> None:
    guarded.write("MEMORY_AUDIT_LEDGER.md", "# Memory audit ledger\n")
    head = guarded.git("rev-parse", "HEAD")
    done = guarded.hygiene("audit", "--force", "--offline")
    assert (done.returncode, "CRITICAL: canary breach" in done.stdout) == (1, True)
    assert guarded.git("rev-parse", "HEAD") == head
    mend = done.stdout.split("take the whole file back: ")[1].splitlines()[0]
    assert guarded.run("sh", "-c", mend).returncode == 0
    assert guarded.hygiene("canary", "verify").returncode == 0


def test_h4_a_forged_ledger_vouches_for_nothing(guarded: MemoryRepo) -> None:
    guarded.write("MEMORY.md", section_sign("x", canary_text(OTHER), "y"))
    guarded.write("MEMORY_AUDIT_LEDGER.md", ledger(("MEMORY.md", OTHER), ("USER.md", USER_TOKEN)))
    guarded.hygiene("snapshot")
    assert "MEMORY.md:3: canary breach, ledger rewritten" in guarded.hygiene("canary", "verify").stdout
