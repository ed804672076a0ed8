"""What the commands promise beside their work: streams, options, hints that hold when somebody follows them."""

import errno
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from memory_hygiene import commands
from memory_hygiene.core.contracts import Unit
from memory_hygiene.core.findings import Finding, Severity, Verdict
from memory_hygiene.core.fingerprint import fingerprint
from memory_hygiene.core.sizes import counted, numbered
from memory_hygiene.core.state import MAX_BYTES
from memory_hygiene.edge.files import failure
from memory_hygiene.report.plan_text import since
from memory_hygiene.runs.applying import without_mends

from .conftest import MemoryRepo
from .pictures import picture_of, with_work

DAY = "2026-09-15"
PLAN_KEYS = (
    "version plan created agent base stores actions unresolved drift_alerts residual summary cap paths verify "
    "merge_near"
)


BUFFERED = "unset PYTHONUNBUFFERED; "


def in_shell(repo: MemoryRepo, line: str) -> subprocess.CompletedProcess[str]:
    """Run a line of shell in the repository, with ``hygiene`` and ``$folder`` in it."""
    return repo.run("bash", "-c", f'hygiene() {{ "{sys.executable}" -m memory_hygiene "$@"; }}\n{line}')


def test_plan_json_has_its_keys_in_the_order_of_the_interface(hermes: MemoryRepo) -> None:
    document = json.loads(with_work(hermes).hygiene("plan", "--now", DAY, "--format", "json").stdout)
    assert list(document) == PLAN_KEYS.split()


@pytest.mark.parametrize(
    ("created", "days", "expected"),
    [
        ("2026-09-15", 68, "68 days old, since 2026-07-09"),
        ("2026-03-01", 1, "1 day old, since 2026-02-28"),
        ("2026-03-01", 0, "0 days old, since 2026-03-01"),
        ("2026-03-01", None, "age unknown"),
        ("2026-03-01", 999_999, "999,999 days old"),
    ],
)
def test_an_age_says_since_when(created: str, days: int | None, expected: str) -> None:
    assert since(created, days) == expected


def test_plan_text_counts_one_entry_as_one(hermes: MemoryRepo) -> None:
    hermes.write("MEMORY.md", "[superseded] One.")
    hermes.commit()
    shown = hermes.hygiene("plan", "--now", DAY).stdout
    assert "1 -> 0 entries" in shown
    hermes.write("MEMORY.md", "One.")
    assert "MEMORY.md: 1 entry," in hermes.hygiene("plan", "--now", DAY).stdout


def test_no_text_of_ours_offers_to_revert(hermes: MemoryRepo) -> None:
    """Ledger and archive are append-only: a revert of an apply is refused by our own gate."""
    top = Path(__file__).parents[1]
    pages = [top / "README.md", *top.glob("docs/*.md"), *top.glob("src/**/*.py"), *top.glob("tests/golden/*")]
    for page in pages:
        for line in page.read_text("utf-8").splitlines():
            assert "git revert" not in line.replace("git revert --continue", ""), page
    assert "undo: hygiene restore --last-apply" in with_work(hermes).hygiene("apply", "--now", DAY).stdout


COMMANDS = ["list", "plan", "check --rev HEAD", "--help", "list --help", "--version"]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("to", ["/dev/full", "&-"])
@pytest.mark.parametrize("before", ["", BUFFERED])
def test_standard_output_that_takes_nothing_is_an_error_of_the_environment(
    hermes: MemoryRepo, command: str, to: str, before: str
) -> None:
    done = in_shell(with_work(hermes), f"{before}hygiene {command} >{to}")
    assert done.returncode == 2, done.stderr
    assert "cannot write to standard output: " in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["list", "plan", "check --rev HEAD"])
def test_a_reader_that_went_away_changes_no_exit_code(hermes: MemoryRepo, command: str) -> None:
    done = in_shell(with_work(hermes), f"set -o pipefail; hygiene {command} | true")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("to", ["2>/dev/full", "2>&-", "<&- >/dev/null 2>&-", "2>&1 | true"])
def test_standard_error_that_takes_nothing_changes_no_exit_code(hermes: MemoryRepo, to: str) -> None:
    done = in_shell(with_work(hermes), f"set -o pipefail; hygiene plan --agent nobody {to}")
    assert (done.returncode, done.stderr) == (2, "")


def test_closed_streams_are_not_what_files_are_opened_as(hermes: MemoryRepo) -> None:
    with_work(hermes)
    done = in_shell(hermes, f"hygiene apply --now {DAY} <&- >&- 2>&-")
    assert done.returncode == 2
    assert "archive 1" in hermes.git("log", "-1", "--format=%s")
    assert hermes.hygiene("check", "--rev", "HEAD").returncode == 0


@pytest.mark.parametrize("seconds", ["nan", "inf", "-1", "-inf"])
def test_waiting_takes_a_finite_time(hermes: MemoryRepo, seconds: str) -> None:
    done = with_work(hermes).hygiene("apply", "--wait", seconds)
    assert done.returncode == 2
    assert "--wait" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("number", "hint"),
    [
        (errno.EROFS, "read-only"),
        (errno.EACCES, "permission"),
        (errno.EPERM, "permission"),
        (errno.ELOOP, "link"),
        (errno.EISDIR, "a folder stands in its place"),
    ],
)
def test_the_hint_fits_what_the_system_said(number: int, hint: str) -> None:
    error = failure("open the lock", "lock", OSError(number, os.strerror(number)))
    assert hint in error.hint
    assert "space" not in error.hint


def test_a_lock_that_is_a_link_is_named_as_one(hermes: MemoryRepo) -> None:
    with_work(hermes)
    (hermes.path / "MEMORY.md.lock").symlink_to("elsewhere")
    done = hermes.hygiene("apply", "--now", DAY)
    assert done.returncode == 2
    assert "MEMORY.md.lock" in done.stderr
    assert "mend:  it is a link" in done.stderr


GUARDED = [
    ".git/HEAD",
    ".git/new",
    "MEMORY.md",
    "./USER.md",
    "MEMORY.md.lock",
    "archive/MEMORY.archive.md",
    "skills/new/SKILL.md",
    "MEMORY_AUDIT_LEDGER.md",
    "MEMORY_WRITERS.md",
    ".hygiene.yaml",
    "notes.txt",
    "staged.txt",
    "elsewhere/MEMORY.md",
    "",
]


@pytest.mark.parametrize("path", GUARDED)
def test_a_plan_is_not_written_over_what_is_guarded(hermes: MemoryRepo, path: str) -> None:
    with_work(hermes)
    hermes.write("staged.txt", "x\n")
    hermes.git("add", "staged.txt")
    (hermes.path / "elsewhere").symlink_to(".")
    (hermes.path / "archive").mkdir()
    (hermes.path / "skills/new").mkdir(parents=True)
    before, head = picture_of(hermes), (hermes.path / ".git/HEAD").read_bytes()
    done = hermes.hygiene("plan", "--now", DAY, "--out", path)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "internal" not in done.stderr
    assert picture_of(hermes) == before
    assert (hermes.path / ".git/HEAD").read_bytes() == head
    assert not (hermes.path / ".git/new").exists()


def test_a_plan_is_written_elsewhere_and_over_an_older_one(hermes: MemoryRepo, tmp_path: Path) -> None:
    with_work(hermes)
    for path in ("plan.json", "plan.json", str(tmp_path / "plan.json")):
        done = hermes.hygiene("plan", "--now", DAY, "--format", "json", "--out", path)
        assert (done.returncode, "written to" in done.stdout) == (0, True)
    assert (hermes.path / "plan.json").read_bytes() == (tmp_path / "plan.json").read_bytes()


def test_a_plan_says_of_a_store_that_it_was_not_read(hermes: MemoryRepo) -> None:
    hermes.write("MEMORY.md", "x" * (MAX_BYTES + 1))
    hermes.write("USER.md", "Name is Ann.")
    assert "  MEMORY.md: not read: 4,194,305 bytes\n" in hermes.hygiene("plan", "--now", DAY).stdout


def _findings_and_mend(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 1, done.stdout + done.stderr
    assert "error: " in done.stdout
    assert "mend:" not in done.stdout  # of the state on disk, which is as it was
    return done.stderr.partition("mend:")[2]


def test_a_plan_that_the_gate_refuses_says_how_to_leave_the_action_out(repo: MemoryRepo) -> None:
    repo.write("heron/LORE.md", "- [prune] x\n- stays\n")
    repo.write(".hygiene.yaml", "version: 1\nprofile: sanctum\nagents: {heron: {path: heron}, kite: {path: kite}}\n")
    repo.commit()
    before = picture_of(repo)
    mend = _findings_and_mend(repo.hygiene("apply", "--agent", "heron", "--now", DAY))
    assert "take the tag off" in mend
    assert picture_of(repo) == before


def test_old_findings_keep_their_mends() -> None:
    new = Finding("MH501", "entry-lost", Severity.ERROR, "MEMORY.md", 1, 1, "", "lost", "bring it back")
    old = new._replace(is_old=True, severity=Severity.WARNING)
    shown = without_mends(Verdict("HEAD", "the planned state", (new, old))).findings
    assert [finding.fix for finding in shown] == ["", "bring it back"]


def test_an_entry_that_the_gate_needs_stays(hermes: MemoryRepo) -> None:
    hermes.write("MEMORY.md", "One.\n§\nTwo.\n§\nThree.")
    assert hermes.hygiene("init", "--profile", "hermes").returncode == 0
    canary = next(line for line in hermes.read("MEMORY.md").decode().split("\n") if line.startswith("CANARY"))
    mend = _findings_and_mend(hermes.hygiene("drop", fingerprint(canary)))
    assert "this entry stays" in mend


@pytest.fixture
def two(repo: MemoryRepo) -> MemoryRepo:
    """Two agents, of whom heron loses an entry and its ledger on disk."""
    repo.write(
        ".hygiene.yaml", "version: 1\nprofile: sanctum\nagents: {heron: {path: a/heron}, kite: {path: a/kite}}\n"
    )
    for name in ("heron", "kite"):
        repo.write(f"a/{name}/LORE.md", "- one\n- two\n")
        repo.write(f"a/{name}/MEMORY_AUDIT_LEDGER.md", "# Ledger\n\n## 2026-09-01T10:00:00Z\n\n- status: INIT\n")
    repo.write("docs/notes.md", "- x\n")
    repo.commit()
    repo.write("a/heron/LORE.md", "- one\n")
    (repo.path / "a/heron/MEMORY_AUDIT_LEDGER.md").unlink()
    return repo


CHECKED = [
    ("a/heron", {"a/heron/LORE.md", "a/heron/MEMORY_AUDIT_LEDGER.md"}),
    ("a/heron/", {"a/heron/LORE.md", "a/heron/MEMORY_AUDIT_LEDGER.md"}),
    ("a", {"a/heron/LORE.md", "a/heron/MEMORY_AUDIT_LEDGER.md"}),
    (".", {"a/heron/LORE.md", "a/heron/MEMORY_AUDIT_LEDGER.md"}),
    ("a/kite", set()),
    ("a/kite a/heron/LORE.md", {"a/heron/LORE.md"}),
]


@pytest.mark.parametrize(("paths", "expected"), CHECKED)
@pytest.mark.parametrize("mode", ["worktree", "staged", "rev", "range"])
def test_a_folder_stands_for_what_is_below_it(two: MemoryRepo, paths: str, expected: set[str], mode: str) -> None:
    options = {"rev": ["--rev", "HEAD"], "range": ["--from-ref", "HEAD~1", "--to-ref", "HEAD"]}.get(mode, [f"--{mode}"])
    if mode != "worktree":
        two.git("add", "-A")
    if mode in ("rev", "range"):
        two.git("commit", "-q", "--no-verify", "-m", "loss")
    done = two.hygiene("check", *options, "--format", "json", *paths.split())
    assert {finding["path"] for finding in json.loads(done.stdout)["findings"]} == expected
    assert done.returncode == (1 if expected else 0)


@pytest.mark.parametrize("path", ["docs", "nowhere", "a/her", "docs/nothing.md", "../outside"])
@pytest.mark.parametrize("mode", [["--worktree"], ["--rev", "HEAD"], ["--from-ref", "HEAD", "--to-ref", "HEAD"]])
def test_a_path_with_nothing_governed_cannot_be_judged(two: MemoryRepo, path: str, mode: list[str]) -> None:
    done = two.hygiene("check", *mode, path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "nothing is governed at" in done.stderr or "outside the repository" in done.stderr


def test_one_is_one() -> None:
    assert [numbered(count, "entry", "entries") for count in (0, 1, 2)] == ["0 entries", "1 entry", "2 entries"]
    assert numbered(1_000, "day") == "1,000 days"
    assert [counted(1, unit) for unit in Unit] == ["1 character", "1 line", "1 byte"]
    assert [counted(2, unit) for unit in Unit] == ["2 characters", "2 lines", "2 bytes"]


@pytest.mark.parametrize("name", sorted(os.listdir(Path(commands.__file__).parent)))
def test_every_command_shows_an_example(name: str) -> None:
    source = (Path(commands.__file__).parent / name).read_text("utf-8") if name.endswith(".py") else ""
    if "@click.command(" in source:
        assert re.search(r"^    Examples?:\n      hygiene ", source, re.MULTILINE), name


def test_modes_of_the_gate_exclude_each_other(hermes: MemoryRepo) -> None:
    with_work(hermes)
    modes = (
        ["--staged"],
        ["--worktree"],
        ["--rev", "HEAD"],
        ["--from-ref", "HEAD", "--to-ref", "HEAD"],
        ["--pre-push"],
    )
    for first in modes:
        for second in modes:
            if first != second:
                done = hermes.hygiene("check", *first, *second)
                assert done.returncode == 2, (first, second, done.stdout)
                assert "give one of" in done.stderr


def test_the_folder_may_be_named_before_the_command(hermes: MemoryRepo) -> None:
    with_work(hermes)
    elsewhere = MemoryRepo(hermes.path.parent / "elsewhere")
    done = elsewhere.hygiene("-C", str(hermes.path), "check")
    assert done.returncode == 0, done.stderr
    assert elsewhere.hygiene("-C", str(hermes.path / "none"), "check").returncode == 2
