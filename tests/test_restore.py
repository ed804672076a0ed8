"""Taking an apply back: byte for byte, as a commit; and what somebody writes in the same moment is never lost."""

import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.settings import single_agent
from memory_hygiene.edge.exchange import RacedError, exchange_bytes, old_name
from memory_hygiene.edge.git.keeping import APPLY, keep_state, last_kept, prune_kept
from memory_hygiene.edge.git.repository import find_repository

from .conftest import MemoryRepo

LORE = (
    b"# Lore\r\n\r\n- keep\r\n- [prune] gone\r\n- keep\r\n- [stale] "
    + b"long enough to pay for a pointer " * 5
    + b"\r\n"
)
PERSONA = "# P\n\n## Evolution Log\n\n" + "".join(f"- 2026-01-{day:02} x\n" for day in range(1, 14))
DAY = "2026-09-15"


@pytest.fixture
def applied(sanctum: MemoryRepo) -> MemoryRepo:
    """A sanctum folder in which an apply has just pruned, archived, deduplicated and capped."""
    sanctum.write("LORE.md", LORE).chmod(0o640)
    sanctum.write("PERSONA.md", PERSONA)
    sanctum.commit()
    assert sanctum.hygiene("apply", "--now", DAY).returncode == 0
    assert sanctum.read("LORE.md") != LORE
    return sanctum


def test_restore_brings_back_every_byte_as_a_commit_and_keeps_ledger_and_archive(applied: MemoryRepo) -> None:
    ledger, archive = applied.read("MEMORY_AUDIT_LEDGER.md"), applied.read("references/lore-archive/LORE.archive.md")
    done = applied.hygiene("restore", "--last-apply")
    assert done.returncode == 0, done.stderr
    assert (applied.read("LORE.md"), applied.read("PERSONA.md")) == (LORE, PERSONA.encode())
    assert (applied.path / "LORE.md").stat().st_mode & 0o777 == 0o640
    assert applied.read("MEMORY_AUDIT_LEDGER.md").startswith(ledger)
    assert b"- restored: " in applied.read("MEMORY_AUDIT_LEDGER.md")[len(ledger) :]
    assert applied.read("references/lore-archive/LORE.archive.md") == archive
    assert applied.git("status", "--porcelain") == ""
    assert applied.hygiene("check", "--rev", "HEAD").returncode == 0


def test_entries_get_their_nested_items_back_even_if_these_were_most_of_their_words(sanctum: MemoryRepo) -> None:
    text = b"- a\n  * b\n    + [prune] c\n      1. d\n    + e\n  * [wrong] f\n- keep\n"
    sanctum.write("LORE.md", text)
    sanctum.commit()
    assert sanctum.hygiene("apply", "--now", DAY).returncode == 0
    done = sanctum.hygiene("restore", "--last-apply")
    assert (done.returncode, sanctum.read("LORE.md")) == (0, text), done.stdout + done.stderr
    assert sanctum.hygiene("check", "--rev", "HEAD").returncode == 0
    ages = sanctum.hygiene("age")
    assert ages.returncode == 0, ages.stderr
    assert sanctum.hygiene("apply", "--now", DAY).returncode == 0


def test_files_that_only_the_plan_was_told_of_come_back_as_well(sanctum: MemoryRepo, tmp_path: Path) -> None:
    sanctum.write("notes/x.md", LORE)
    sanctum.write("LORE.md", "- [prune] gone\n- stays\n")
    sanctum.commit()
    out = str(tmp_path / "plan.json")
    sanctum.hygiene("plan", "notes/x.md", "LORE.md", "--now", DAY, "--format", "json", "--out", out)
    assert sanctum.hygiene("apply", out).returncode == 0
    assert sanctum.read("notes/x.md") != LORE
    assert sanctum.hygiene("restore", "--last-apply").returncode == 0
    assert (sanctum.read("notes/x.md"), sanctum.read("LORE.md")) == (LORE, b"- [prune] gone\n- stays\n")
    assert sanctum.git("status", "--porcelain") == ""


def test_a_second_restore_finds_nothing_to_do(applied: MemoryRepo) -> None:
    assert applied.hygiene("restore", "--last-apply").returncode == 0
    head = applied.git("rev-parse", "HEAD")
    again = applied.hygiene("restore", "--last-apply")
    assert (again.returncode, "nothing to restore" in again.stdout) == (0, True)
    assert applied.git("rev-parse", "HEAD") == head


def test_a_file_changed_since_is_not_overwritten(applied: MemoryRepo) -> None:
    changed = applied.read("LORE.md") + b"- learnt since\r\n"
    applied.write("LORE.md", changed)
    assert applied.hygiene("restore", "--last-apply").returncode == 2
    applied.commit("the agent wrote on")
    done = applied.hygiene("restore", "--last-apply")
    assert done.returncode == 2
    (mend,) = re.findall(r"mend: .*: (git show .*)", done.stderr)
    shown = applied.run("bash", "-c", mend)
    assert (shown.returncode, shown.stdout) == (0, LORE.decode().replace("\r\n", "\n"))
    assert applied.read("LORE.md") == changed


def test_without_an_apply_there_is_nothing_kept(sanctum: MemoryRepo) -> None:
    sanctum.write("LORE.md", "- a\n")
    sanctum.commit()
    done = sanctum.hygiene("restore", "--last-apply")
    assert (done.returncode, "no state" in done.stderr) == (2, True)
    assert sanctum.hygiene("restore").returncode == 2


def test_kept_states_are_pruned_by_age_and_count_and_the_newest_stays(sanctum: MemoryRepo) -> None:
    sanctum.write("LORE.md", "- a\n")
    sanctum.commit()
    repository = find_repository(str(sanctum.path))
    for day in range(1, 6):
        keep_state(
            repository, APPLY, "default", f"2026-09-{day:02}T12:00:00Z", f"{day}" * 64, [("LORE.md", b"%d" % day)]
        )
    noon = 1_788_609_600  # 2026-09-05T12:00:00Z
    assert len(prune_kept(repository, "default", days=90, count=3, now=noon)) == 2
    assert len(prune_kept(repository, "default", days=1, count=3, now=noon)) == 1
    prune_kept(repository, "default", days=1, count=1, now=noon + 10**8)
    kept = last_kept(repository, "default")
    assert (kept.plan, kept.files) == ("5" * 64, (("LORE.md", b"5"),))


def test_bytes_are_kept_without_filters_and_absent_files_as_absent(sanctum: MemoryRepo) -> None:
    sanctum.write(".gitattributes", "*.md text eol=crlf\n")
    sanctum.commit()
    repository = find_repository(str(sanctum.path))
    files = [("LORE.md", b"a\r\nb\n\xff"), ("new.md", None)]
    keep_state(repository, APPLY, "default", "2026-09-01T12:00:00Z", "a" * 64, files)
    assert last_kept(repository, "default").files == tuple(files)
    assert single_agent(Profile.SANCTUM).keep_applies == 20


def test_an_exchange_hands_back_what_was_not_expected(tmp_path: Path) -> None:
    path = tmp_path / "LORE.md"
    path.write_bytes(b"theirs")
    with pytest.raises(RacedError):
        exchange_bytes(str(path), b"ours", b"what we read")
    assert path.read_bytes() == b"theirs"
    old = exchange_bytes(str(path), b"ours", b"theirs")
    assert (path.read_bytes(), old.raced()) == (b"ours", None)
    Path(old_name(str(path))).write_bytes(b"written late")
    assert old.raced() == b"written late"
    old.drop()
    assert [entry.name for entry in tmp_path.iterdir()] == ["LORE.md"]


WRITER = """
import os, sys, time
path, until = sys.argv[1], time.monotonic() + float(sys.argv[2])
number = 0
while time.monotonic() < until:
    number += 1
    data = open(path, "rb").read() + b"- racer %d\\n" % number
    with open(path + ".racer", "wb") as file:
        file.write(data)
    os.replace(path + ".racer", path)
    print(number, flush=True)
    time.sleep(0.004)
"""


def test_a_writer_without_locks_loses_nothing_to_applies(sanctum: MemoryRepo) -> None:
    """Every line a lock-free writer wrote is on disk, in a commit, or under a ref of ours in the end."""
    sanctum.write("LORE.md", "- [prune] gone\n")
    sanctum.write(".gitignore", "*.racer\n.*.hygiene.tmp\n")
    sanctum.commit()
    command = [sys.executable, "-c", WRITER, str(sanctum.path / "LORE.md"), "6"]
    writer = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    lines: list[str] = []
    reader = threading.Thread(target=lambda: lines.extend(writer.stdout or ()))
    reader.start()
    applied = 0
    while writer.poll() is None:
        sanctum.run("git", "commit", "-q", "-a", "-m", "agent", "--no-verify")
        applied += sanctum.hygiene("apply", "--now", DAY).returncode == 0
    reader.join()
    sanctum.run("git", "commit", "-q", "-a", "-m", "last", "--no-verify")
    held = "".join(
        sanctum.run("git", "cat-file", "blob", f"{commit}:LORE.md").stdout
        for commit in sanctum.git("rev-list", "--all").split()
    )
    held += sanctum.read("LORE.md").decode()
    assert lines
    missing = [line for line in lines if f"- racer {line.strip()}\n" not in held]
    assert missing == []
