"""``hygiene audit --all``: what becomes of one agent stops no other, and is told of that one alone."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from memory_hygiene.core.canaries.canary import token_digest

from .fleets import Fleet, name_of, token_for

ALL = ("audit", "--all", "--force", "--offline", "--now", "2026-09-20")
BROKEN, SPOILED, MISSING = 2, 4, 5


@pytest.fixture
def fleet(tmp_path: Path) -> Fleet:
    """Seven agents: one without its canary, one with bytes that are no text, one without its folder."""
    made = Fleet(tmp_path / "fleet", 7, 10)
    for number in range(7):
        store = made.append(
            number, f"[prune] Agent {name_of(number)} heard of something that goes with the next audit."
        )
        made.repo.git("commit", "-q", "-m", "note", "--", store)
    path = made.members[BROKEN].store
    made.repo.write(path, made.repo.read(path).replace(b"CANARY: Do not modify this line", b"Canary, gone"))
    made.repo.write(made.members[SPOILED].store, b"\xff\xfe\0 no text")
    for file in (made.repo.path / made.members[MISSING].folder).iterdir():
        file.unlink()
    (made.repo.path / made.members[MISSING].folder).rmdir()
    return made


def test_each_is_audited_whatever_becomes_of_the_others(fleet: Fleet) -> None:
    done = fleet.repo.hygiene(*ALL, "--format", "json")
    document = json.loads(done.stdout)
    rows = {row["agent"]: row for row in document["agents"]}
    status = [rows[name_of(number)]["status"] for number in range(7)]
    assert status == ["COMPLETE", "COMPLETE", "CRITICAL", "COMPLETE", "CRITICAL", "ERROR", "COMPLETE"]
    assert document["status"] == "ERROR"
    assert done.returncode == 2, "the largest of them all"
    for number in (0, 1, 3, 6):
        row = rows[name_of(number)]
        assert row["deletions"] == 1
        assert row["commit"]
        changed = fleet.repo.git("show", "--format=", "--name-only", row["commit"]).split()
        assert {path.split("/")[1] for path in changed} == {name_of(number)}
    for number in (BROKEN, SPOILED, MISSING):
        assert rows[name_of(number)]["commit"] is None


def test_nothing_of_one_stands_in_the_report_of_another(fleet: Fleet) -> None:
    """Every entry names its agent, and so does what is derived from it: names, tokens and digests are looked for."""
    rows = json.loads(fleet.repo.hygiene(*ALL, "--format", "json").stdout)["agents"]
    texts = {row["agent"]: json.dumps(row) for row in rows}
    pieces = fleet.repo.hygiene(*ALL, "--force").stdout.split("\naudit of ")
    texts |= {f"text {number}": piece for number, piece in enumerate(pieces)}
    for owner, text in texts.items():
        named = set(re.findall(r"\ba\d{3}\b", text))
        assert len(named) == 1, (owner, named)
        others = [name_of(number) for number in range(7) if {name_of(number)} != named]
        for token in map(token_for, others):
            assert token not in text
            assert token_digest(token) not in text


def test_each_is_told_when_it_is_done(fleet: Fleet) -> None:
    """Hundreds take their time, and whoever stops it half-way has what was done."""
    command = (sys.executable, "-m", "memory_hygiene", *ALL)
    with subprocess.Popen(command, cwd=fleet.repo.path, env=fleet.repo.environment, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith(b"audit of a000: COMPLETE")
        assert process.poll() is None, "it had ended before the first line came"
        assert b"audit of a006: COMPLETE" in process.stdout.read()


def test_a_bug_stops_the_one_agent_it_is_about(fleet: Fleet, monkeypatch: pytest.MonkeyPatch) -> None:
    from click.testing import CliRunner

    from memory_hygiene.commands import audit as command
    from memory_hygiene.runs.auditing import audit_agent

    def audited(*arguments: object) -> object:
        if getattr(arguments[1], "name", "") == "a001":
            raise LookupError("words of a memory")
        return audit_agent(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(command, "audit_agent", audited)
    monkeypatch.chdir(fleet.repo.path)
    done = CliRunner().invoke(command.command, [*ALL[1:], "--format", "json"], standalone_mode=False)
    rows = {row["agent"]: row for row in json.loads(done.stdout)["agents"]}
    assert (rows["a001"]["status"], rows["a001"]["reason"]) == ("ERROR", "internal error: LookupError")
    assert "words of a memory" not in done.output
    assert rows["a003"]["status"] == "COMPLETE"
    assert done.return_value == 4


def test_several_may_be_named(fleet: Fleet) -> None:
    done = fleet.repo.hygiene("audit", "--force", "--offline", "--now", "2026-09-20", "--agent", "a006,a001,a006")
    assert done.returncode == 0, done.stdout
    assert re.findall(r"^audit of (\w+): COMPLETE", done.stdout, re.MULTILINE) == ["a006", "a001"]
    done = fleet.repo.hygiene("audit", "--agent", "a006,nobody")
    assert (done.returncode, "no agent called 'nobody'" in done.stderr) == (2, True)
