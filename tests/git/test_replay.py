"""``hygiene replay`` over real histories: what the gate would have stopped, had it been there."""

import json
from typing import Any

from memory_hygiene.core.fingerprint import fingerprint
from tests.conftest import MemoryRepo

BERTHS, KEYS, TIDE = "Every berth has its own meter.", "The office keeps the spare keys.", "Tide tables are printed."


def replay(repo: MemoryRepo, *arguments: str, code: int) -> dict[str, Any]:
    """The JSON document of a replay that must end with ``code``."""
    done = repo.hygiene("replay", *arguments, "--format", "json")
    assert done.returncode == code, done.stdout + done.stderr
    document = json.loads(done.stdout)
    assert isinstance(document, dict)
    return document


def history(repo: MemoryRepo) -> tuple[str, str]:
    """A loss, then a ledger rewritten together with a conflict marker; the ids of both commits."""
    repo.write("MEMORY.md", "\n§\n".join((BERTHS, KEYS, TIDE)))
    repo.write("MEMORY_AUDIT_LEDGER.md", "# Ledger\n\n## 2026-09-01T10:00:00Z\n\n- deletions: 3\n")
    repo.commit("start")
    repo.write("MEMORY.md", "\n§\n".join((BERTHS, TIDE)))
    loss = repo.commit("forget\n\nno reason")
    repo.write("MEMORY.md", "\n§\n".join((BERTHS, TIDE, "Buoy four is green.")))
    repo.commit("learn")
    repo.write("MEMORY_AUDIT_LEDGER.md", "# Ledger\n\n## 2026-09-01T10:00:00Z\n\n- deletions: 0\n")
    repo.write("USER.md", "a\n<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs\n")
    return loss, repo.commit("rewrite")


def test_each_stopped_commit_comes_with_rule_path_and_what_was_lost(repo: MemoryRepo) -> None:
    loss, rewrite = history(repo)
    document = replay(repo, code=1)
    assert [commit["commit"] for commit in document["commits"]] == [loss, rewrite]
    first, second = document["commits"]
    assert (first["subject"], first["date"]) == ("forget", "2026-09-15")
    assert [(f["rule"], f["name"], f["path"]) for f in first["findings"]] == [("MH501", "entry-lost", "MEMORY.md")]
    assert [(one["fingerprint"], one["text"], one["back"]) for one in first["lost"]] == [
        (fingerprint(KEYS), KEYS, False)
    ]
    assert {f["name"] for f in second["findings"]} >= {"ledger-rewritten", "conflict-marker"}
    summary = document["summary"]
    assert {name: summary[name] for name in ("commits", "stopped", "lost", "missing")} == {
        "commits": 4,
        "stopped": 2,
        "lost": 1,
        "missing": 1,
    }
    assert summary["rules"]["entry-lost"] == 1


def test_a_replay_agrees_with_the_gate_commit_by_commit(hermes: MemoryRepo) -> None:
    history(hermes)
    stopped = {commit["commit"] for commit in replay(hermes, code=1)["commits"]}
    commits = hermes.git("rev-list", "HEAD").split()
    assert {oid for oid in commits if hermes.hygiene("check", "--rev", oid).returncode == 1} == stopped


def test_a_clean_history_is_told_so(hermes: MemoryRepo) -> None:
    hermes.write("MEMORY.md", BERTHS)
    hermes.commit()
    assert replay(hermes, code=0)["summary"]["stopped"] == 0
    assert "would have stopped none of 1 commit" in hermes.hygiene("replay").stdout


def test_only_the_range_is_walked_and_what_is_back_is_told(repo: MemoryRepo) -> None:
    loss, _ = history(repo)
    repo.write("MEMORY.md", "\n§\n".join((BERTHS, TIDE, "Buoy four is green.", KEYS)))
    repo.commit("bring it back")
    document = replay(repo, f"{loss}^..{loss}", code=1)
    assert (document["summary"]["commits"], document["summary"]["missing"]) == (1, 1)
    assert replay(repo, code=1)["summary"]["missing"] == 0


def test_a_configuration_that_cannot_be_used_would_have_stopped_its_commit(hermes: MemoryRepo) -> None:
    hermes.write("MEMORY.md", BERTHS)
    hermes.commit()
    hermes.write(".hygiene.yaml", "version: 1\nprofile: nobody\n")
    broken = hermes.commit("break it")
    hermes.write(".hygiene.yaml", "version: 1\nprofile: hermes\n")
    hermes.commit("mend it")
    (commit,) = replay(hermes, code=1)["commits"]
    assert (commit["commit"], commit["findings"][0]["path"]) == (broken, ".hygiene.yaml")


def test_nothing_is_written(hermes: MemoryRepo) -> None:
    history(hermes)
    hermes.git("gc", "-q")
    before = hermes.git("for-each-ref"), hermes.git("status", "--porcelain"), hermes.git("count-objects", "-v")
    replay(hermes, code=1)
    assert (
        hermes.git("for-each-ref"),
        hermes.git("status", "--porcelain"),
        hermes.git("count-objects", "-v"),
    ) == before


def test_text_is_safe_for_terminals_and_runners(repo: MemoryRepo) -> None:
    repo.write("MEMORY.md", "\x1b[31mred ##[error]no\n§\nkeep")
    repo.commit()
    repo.write("MEMORY.md", "keep")
    repo.commit("\x1b[2J::error::subject")
    done = repo.hygiene("replay")
    assert (done.returncode, "\x1b" in done.stdout, "##[error]" in done.stdout) == (1, False, False)
    assert not any(line.startswith("::") for line in done.stdout.splitlines())
    assert "1 entry lost in them, 1 not back at the end" in done.stdout


def test_what_an_archive_holds_at_the_end_is_back_however_it_is_written_there(repo: MemoryRepo) -> None:
    repo.write("MEMORY.md", "\n§\n".join((BERTHS, KEYS, TIDE)))
    repo.commit()
    repo.write("MEMORY.md", TIDE)
    repo.commit("lose two")
    repo.write("archive/old.md", "- The office  keeps\n  the spare keys.\n\nEvery berth has no meter.\n")
    repo.commit("find one of them")
    (stop,) = replay(repo, "--profile", "hermes", code=1)["commits"]
    assert {one["text"]: one["back"] for one in stop["lost"]} == {BERTHS: False, KEYS: True}
