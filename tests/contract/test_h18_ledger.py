"""H18, the ledger over its whole history: ``hygiene ledger show`` and ``verify``, and the nine edits they must notice.

The nine are those of the conformance suite agent-memory-integrity 0.6 (T1 to T9): content, truncation, deletion, order,
forged insertion, a record of another context, an older record in a newer one's place, metadata, and a rollback of all.
"""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_hygiene.core.audit.ledger import TITLE, append_record, read_ledger, write_record
from tests.conftest import MemoryRepo

LEDGER = "MEMORY_AUDIT_LEDGER.md"
Edit = Callable[[list[str], str], list[str]]


def grown(data: bytes | None, time: str, *fields: tuple[str, str]) -> bytes:
    record = write_record(time, (*fields, ("status", "COMPLETE")), before=read_ledger(data or b""))
    return append_record(data, record)


def audit(repo: MemoryRepo, day: int, deletions: int = 1, path: str = LEDGER) -> str:
    """A commit of one more record."""
    file = repo.path / path
    data = file.read_bytes() if file.exists() else None
    repo.write(path, grown(data, f"2026-09-{day:02}T10:00:00Z", ("deletions", str(deletions))))
    return commit(repo)


def commit(repo: MemoryRepo) -> str:
    return repo.commit("change", "2026-09-15T12:00:00+0000", "--no-verify")


@pytest.fixture
def kept(hermes: MemoryRepo) -> MemoryRepo:
    """A ledger of five records, each in a commit of its own."""
    hermes.write("MEMORY.md", "The build server is 10.0.0.7.")
    for day in range(1, 6):
        audit(hermes, day, day)
    return hermes


def verify(repo: MemoryRepo, *options: str) -> tuple[int, list[str]]:
    """The exit code of ``ledger verify`` and the faults, as severity and name."""
    done = repo.hygiene("ledger", "verify", "--format", "json", *options)
    assert done.returncode in (0, 1, 4), done.stderr
    faults = [fault for ledger in json.loads(done.stdout)["ledgers"] for fault in ledger["findings"]]
    assert all(fault["message"] and not fault["message"][0].isupper() for fault in faults)
    return done.returncode, [f"{fault['severity']} {fault['name']}" for fault in faults]


def records_of(repo: MemoryRepo, path: str = LEDGER) -> list[str]:
    return [record.text for record in read_ledger(repo.read(path)).records]


def write_records(repo: MemoryRepo, records: list[str]) -> None:
    repo.write(LEDGER, TITLE + "\n" + "\n".join(record.strip() + "\n" for record in records))


def test_h18_an_untouched_ledger_holds(kept: MemoryRepo) -> None:
    assert verify(kept) == (0, [])
    write_records(kept, records_of(kept))
    assert kept.git("status", "--short") == ""


FORGED = "## 2026-09-06T10:00:00Z\n\n- deletions: 9\n- status: COMPLETE\n"


def _t1_content(records: list[str], other: str) -> list[str]:
    return [*records[:2], records[2].replace("deletions: 3", "deletions: 0"), *records[3:]]


def _t2_truncation(records: list[str], other: str) -> list[str]:
    return records[:-2]


def _t3_deletion(records: list[str], other: str) -> list[str]:
    return records[:2] + records[3:]


def _t4_order(records: list[str], other: str) -> list[str]:
    return [records[0], records[2], records[1], *records[3:]]


def _t5_forged_in_the_middle(records: list[str], other: str) -> list[str]:
    return [*records[:2], FORGED, *records[2:]]


def _t5_forged_at_the_end_with_a_copied_prev(records: list[str], other: str) -> list[str]:
    return [*records, records[-1].replace("2026-09-05", "2026-09-06").replace("deletions: 5", "deletions: 0")]


def _t6_of_another_agent(records: list[str], other: str) -> list[str]:
    return [*records[:2], other, *records[3:]]


def _t6_of_another_agent_at_the_end(records: list[str], other: str) -> list[str]:
    return [*records[:-1], other]


def _t7_older_record_in_a_newer_place(records: list[str], other: str) -> list[str]:
    return [*records[:3], records[1], records[4]]


def _t7_older_record_again(records: list[str], other: str) -> list[str]:
    return [*records, records[1]]


def _t8_metadata(records: list[str], other: str) -> list[str]:
    return [*records[:2], records[2].replace("2026-09-03T10", "2026-08-03T10"), *records[3:]]


def _t8_metadata_of_the_last(records: list[str], other: str) -> list[str]:
    return [*records[:-1], records[-1].replace("2026-09-05T10", "2026-09-05T11")]


def _t9_rollback(records: list[str], other: str) -> list[str]:
    return records[:-1]


EDITS: tuple[Edit, ...] = (
    _t1_content, _t2_truncation, _t3_deletion, _t4_order, _t5_forged_in_the_middle,
    _t5_forged_at_the_end_with_a_copied_prev, _t6_of_another_agent, _t6_of_another_agent_at_the_end,
    _t7_older_record_in_a_newer_place, _t7_older_record_again, _t8_metadata, _t8_metadata_of_the_last, _t9_rollback,
)  # fmt: skip
OTHER = read_ledger(grown(grown(None, "2026-09-01T09:00:00Z"), "2026-09-03T09:00:00Z")).records[1].text
SILENT_IN_GIT = (_t5_forged_at_the_end_with_a_copied_prev, _t7_older_record_again)
SILENT_IN_THE_CHAIN = (_t2_truncation, _t9_rollback, _t8_metadata_of_the_last)


@pytest.mark.parametrize("edit", EDITS)
def test_h18_tampering_at_rest_is_noticed(kept: MemoryRepo, edit: Edit) -> None:
    write_records(kept, edit(records_of(kept), OTHER))
    code, faults = verify(kept)
    assert code == 1
    assert ("error ledger-rewritten" in faults) is (edit not in SILENT_IN_GIT)


@pytest.mark.parametrize("edit", EDITS)
def test_h18_tampering_in_the_index_is_noticed_though_the_disk_is_clean(kept: MemoryRepo, edit: Edit) -> None:
    clean = kept.read(LEDGER)
    write_records(kept, edit(records_of(kept), OTHER))
    kept.git("add", LEDGER)
    kept.write(LEDGER, clean)
    assert verify(kept)[0] == 1


@pytest.mark.parametrize("edit", [edit for edit in EDITS if edit not in SILENT_IN_GIT])
def test_h18_tampering_that_was_committed_is_noticed_by_git(kept: MemoryRepo, edit: Edit) -> None:
    write_records(kept, edit(records_of(kept), OTHER))
    commit(kept)
    audit(kept, 20)
    code, faults = verify(kept)
    assert code == 1
    assert "error ledger-rewritten" in faults


@pytest.mark.parametrize("edit", [edit for edit in EDITS if edit not in SILENT_IN_THE_CHAIN])
def test_h18_tampering_shows_in_the_chain_when_git_is_silent(kept: MemoryRepo, edit: Edit) -> None:
    """The whole history is written anew, with the edit in it from the first commit on."""
    write_records(kept, edit(records_of(kept), OTHER))
    kept.git("update-ref", "-d", "HEAD")
    commit(kept)
    code, faults = verify(kept)
    assert code == (edit is not _t5_forged_in_the_middle and edit is not _t5_forged_at_the_end_with_a_copied_prev)
    if edit is _t5_forged_in_the_middle:
        assert "info written-by-hand" in faults
    elif edit is not _t5_forged_at_the_end_with_a_copied_prev:
        assert {"error chain-torn", "error record-repeated"} & set(faults)


def test_h18_a_rollback_of_everything_shows_against_a_noted_digest(kept: MemoryRepo) -> None:
    noted = read_ledger(kept.read(LEDGER)).tips[0]
    assert verify(kept, "--expect", noted) == (0, [])
    kept.git("reset", "-q", "--hard", "HEAD~1")
    assert verify(kept) == (0, [])
    assert verify(kept, "--expect", noted) == (1, ["error record-missing"])
    assert verify(kept, "--expect", noted[:8])[0] == 1


def test_h18_a_forged_record_that_forks_the_chain_is_told_when_committed(kept: MemoryRepo) -> None:
    write_records(kept, _t5_forged_at_the_end_with_a_copied_prev(records_of(kept), OTHER))
    commit(kept)
    assert verify(kept) == (0, ["warning chain-forked"])


def test_h18_one_more_chained_record_on_disk_is_only_told(kept: MemoryRepo) -> None:
    kept.write(LEDGER, grown(kept.read(LEDGER), "2026-09-06T10:00:00Z"))
    assert verify(kept) == (0, ["info not-committed"])
    kept.git("add", "-A")
    assert verify(kept) == (0, ["info not-committed"])


def test_h18_records_by_hand_are_reported_as_unchained(kept: MemoryRepo) -> None:
    write_records(kept, [*records_of(kept), FORGED])
    assert verify(kept) == (0, ["warning written-by-hand"])
    commit(kept)
    assert verify(kept) == (0, ["info written-by-hand"])
    audit(kept, 7)
    assert verify(kept) == (0, ["info written-by-hand"])


def test_h18_a_back_dated_record_is_told(kept: MemoryRepo) -> None:
    kept.write(LEDGER, grown(kept.read(LEDGER), "2026-08-06T10:00:00Z"))
    commit(kept)
    assert verify(kept) == (0, ["warning time-backwards"])


def test_h18_lines_added_to_a_record_after_it_was_written_are_told(kept: MemoryRepo) -> None:
    kept.write(LEDGER, kept.read(LEDGER) + b"- canary: MEMORY.md 0123456789abcdef\n")
    assert verify(kept) == (1, ["error record-grown"])
    commit(kept)
    assert verify(kept) == (0, ["warning record-grown"])


def test_h18_a_deleted_ledger_and_its_return(kept: MemoryRepo) -> None:
    data = kept.read(LEDGER)
    (kept.path / LEDGER).unlink()
    assert verify(kept) == (1, ["error ledger-gone"])
    commit(kept)
    assert verify(kept) == (1, ["error ledger-gone"])
    kept.write("notes.txt", "a commit in between")
    commit(kept)
    kept.write(LEDGER, data)
    commit(kept)
    assert verify(kept) == (1, ["error ledger-gone", "info ledger-back"])
    kept.git("reset", "-q", "--hard", "HEAD~1")
    audit(kept, 9)
    assert verify(kept) == (1, ["error ledger-gone", "error ledger-rewritten"])


def test_h18_a_ledger_that_became_a_link_is_gone(kept: MemoryRepo) -> None:
    (kept.path / LEDGER).rename(kept.path / "elsewhere.md")
    (kept.path / LEDGER).symlink_to("elsewhere.md")
    assert verify(kept) == (1, ["error ledger-gone"])
    commit(kept)
    assert verify(kept) == (1, ["error ledger-gone"])


def test_h18_history_is_a_graph_and_both_parents_survive(kept: MemoryRepo) -> None:
    base = kept.git("rev-parse", "HEAD").strip()
    audit(kept, 6)
    ours = kept.read(LEDGER)
    kept.git("checkout", "-q", "-b", "side", base)
    audit(kept, 7)
    theirs = kept.read(LEDGER)
    common = kept.git("show", f"{base}:{LEDGER}").encode()
    assert kept.run("git", "merge", "main").returncode != 0
    kept.write(LEDGER, theirs + ours.removeprefix(common))
    commit(kept)
    audit(kept, 8)
    assert len(read_ledger(kept.read(LEDGER)).records[-1].prev) == 2
    assert verify(kept) == (0, [])


def test_h18_a_merge_that_drops_one_side_is_noticed(kept: MemoryRepo) -> None:
    base = kept.git("rev-parse", "HEAD").strip()
    audit(kept, 6)
    kept.git("checkout", "-q", "-b", "side", base)
    audit(kept, 7)
    kept.git("merge", "-q", "-s", "ours", "main")
    assert verify(kept) == (1, ["error ledger-rewritten"])


def test_h18_the_trail_follows_a_renamed_agent_directory(repo: MemoryRepo) -> None:
    config = "version: 1\nprofile: hermes\nagents:\n  heron: {path: %s}\n"
    repo.write(".hygiene.yaml", config % "kite")
    for day in range(1, 4):
        audit(repo, day, path=f"kite/{LEDGER}")
    repo.git("mv", "kite", "heron")
    repo.write(".hygiene.yaml", config % "heron")
    commit(repo)
    audit(repo, 4, path=f"heron/{LEDGER}")
    assert verify(repo) == (0, [])
    done = json.loads(repo.hygiene("ledger", "verify", "--format", "json").stdout)
    assert done["ledgers"][0]["commits"] == 5
    repo.write(f"heron/{LEDGER}", repo.read(f"heron/{LEDGER}").replace(b"deletions: 1", b"deletions: 0"))
    commit(repo)
    assert verify(repo)[0] == 1


BLOCK = "## [2026-09-01] archived from MEMORY.md\n\nThe old build server was 10.0.0.6.\n"
ARCHIVE = "archive/MEMORY.archive.md"


def test_h18_archives_only_grow_as_well(kept: MemoryRepo) -> None:
    kept.write(ARCHIVE, BLOCK)
    commit(kept)
    kept.write(ARCHIVE, BLOCK + "\n" + BLOCK.replace("10.0.0.6", "10.0.0.5"))
    assert verify(kept) == (0, [])
    commit(kept)
    assert verify(kept) == (0, [])
    kept.git("mv", ARCHIVE, "archive/old.md")
    commit(kept)
    assert verify(kept) == (0, [])
    kept.write("archive/old.md", BLOCK)
    assert verify(kept) == (1, ["error archive-rewritten"])
    commit(kept)
    assert verify(kept) == (1, ["error archive-rewritten"])
    (kept.path / "archive/old.md").unlink()
    commit(kept)
    assert verify(kept) == (1, ["error archive-rewritten", "error archive-gone"])


def test_h18_verify_says_what_when_and_how_to_mend(kept: MemoryRepo) -> None:
    kept.write(LEDGER, kept.read(LEDGER).replace(b"deletions: 3", b"deletions: 0"))
    bad = commit(kept)
    done = kept.hygiene("ledger", "verify")
    assert done.returncode == 1
    line = kept.read(LEDGER).decode().split("\n").index("## 2026-09-03T10:00:00Z") + 3
    assert f"error: {LEDGER}:{line}: line {line} of the parent's ledger changed or went" in done.stdout
    assert (
        f"[ledger-rewritten] (commit {bad[:12]})\n    mend:  see what changed: git show {bad[:12]} -- " in done.stdout
    )
    assert "record 2026-09-04T10:00:00Z: it names 1 digest of no record before it" in done.stdout
    assert done.stdout.endswith("hygiene: 2 errors\n")
    assert "newest digest" not in done.stdout, "nobody should note what was tampered with"


def test_h18_verify_of_a_shallow_clone_is_incomplete(kept: MemoryRepo, tmp_path: Path) -> None:
    kept.git("clone", "-q", "--depth", "1", kept.path.as_uri(), str(tmp_path / "shallow"))
    done = kept.hygiene("ledger", "verify", "-C", str(tmp_path / "shallow"))
    assert done.returncode == 4
    assert "not checked: commits beyond the end of this shallow clone" in done.stdout


@pytest.mark.parametrize("words", [("show",), ("verify",)])
def test_h18_without_a_ledger_there_is_nothing_to_say(hermes: MemoryRepo, words: tuple[str, ...]) -> None:
    done = hermes.hygiene("ledger", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert "no ledger here" in done.stderr


def test_h18_before_the_first_commit_everything_is_to_be_committed(hermes: MemoryRepo) -> None:
    hermes.write(LEDGER, grown(None, "2026-09-01T10:00:00Z"))
    assert verify(hermes) == (0, ["info not-committed"])


ID = "0123456789abcdef"
FULL = """
## 2026-09-08 10:00

- memory_util_before: 60%
- memory_util_after: 41%
- user_util_before: 20%
- user_util_after: 20%
- deletions: 2
- moves: 1
- corrections: 0
- unverified: 3
- unresolved: 4
- drift_alerts: 1
- canary_intact: true
- status: COMPLETE
- note: \x1b[31mred ##[error]
- removed:
  - 0123456789abcdef prune: tagged [prune]
- edited:
  - 0123456789abcdef fedcba9876543210 edit: a nested item left
- critical:
  - over-cap MEMORY.md
"""


def test_h18_show_has_every_field_and_marks_what_is_unchained(kept: MemoryRepo) -> None:
    kept.write(LEDGER, kept.read(LEDGER) + FULL.encode())
    shown = kept.hygiene("ledger", "show", "-n", "2").stdout
    assert "… 4 more records before (-n 0 shows all)" in shown
    assert "  chained\n" in shown
    assert shown.index("2026-09-05T10:00:00Z") < shown.index("2026-09-08 10:00")
    assert "unchained, not committed" in shown
    assert "\x1b" not in shown
    (record,) = json.loads(kept.hygiene("ledger", "show", "-n", "1", "--format", "json").stdout)["ledgers"][0][
        "records"
    ]
    assert record["chain"] == "unchained"
    assert record["committed"] is False
    assert [record[key] for key in ("memory_util_before", "unverified", "drift_alerts", "status")] == [
        "60%",
        "3",
        "1",
        "COMPLETE",
    ]
    assert record["plan"] is None
    assert record["removed"][0] == {
        "fingerprint": "0123456789abcdef",
        "new": None,
        "action": "prune",
        "reason": "tagged [prune]",
    }
    assert record["edited"][0]["new"] == "fedcba9876543210"
    assert record["critical"] == [{"rule": "over-cap", "path": "MEMORY.md"}]
    assert record["other"] == {"note": "\x1b[31mred ##[error]"}


def test_h18_show_since_a_day(kept: MemoryRepo) -> None:
    records = json.loads(kept.hygiene("ledger", "show", "--since", "2026-09-04", "--format", "json").stdout)
    assert [record["time"][:10] for record in records["ledgers"][0]["records"]] == ["2026-09-04", "2026-09-05"]
    assert kept.hygiene("ledger", "show", "--since", "soon").returncode == 2


def test_h18_no_record_crosses_agents(repo: MemoryRepo) -> None:
    repo.write(".hygiene.yaml", "version: 1\nprofile: hermes\nagents:\n  heron: {path: heron}\n  kite: {path: kite}\n")
    audit(repo, 1, path=f"heron/{LEDGER}")
    audit(repo, 2, path=f"kite/{LEDGER}")
    both = json.loads(repo.hygiene("ledger", "show", "--format", "json").stdout)
    assert [ledger["agent"] for ledger in both["ledgers"]] == ["heron", "kite"]
    one = json.loads(repo.hygiene("ledger", "show", "--agent", "kite", "--format", "json").stdout)
    assert [record["time"][:10] for record in one["ledgers"][0]["records"]] == ["2026-09-02"]
    assert repo.hygiene("ledger", "verify", "--expect", "0" * 16).returncode == 2
    assert repo.hygiene("ledger", "verify", "--agent", "kite").returncode == 0


def test_h18_a_merge_that_edits_what_both_sides_share_is_noticed(kept: MemoryRepo) -> None:
    base = kept.git("rev-parse", "HEAD").strip()
    audit(kept, 6)
    kept.git("checkout", "-q", "-b", "side", base)
    kept.write("notes.txt", "another side")
    commit(kept)
    kept.git("merge", "-q", "--no-commit", "main")
    kept.write(LEDGER, kept.read(LEDGER).replace(b"deletions: 5", b"deletions: 0"))
    assert verify(kept)[0] == 1
    commit(kept)
    code, faults = verify(kept)
    assert code == 1
    assert set(faults) == {"error ledger-rewritten", "error chain-torn"}
