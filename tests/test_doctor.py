"""``hygiene doctor``: each thing that keeps a clone from being guarded is found, named and mended by what it says."""

import fcntl
import json
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import memory_hygiene
from memory_hygiene.core.canaries.canary import canary_text
from memory_hygiene.edge.git.hooks import INSTALLED
from memory_hygiene.edge.journal import write_journal

from .conftest import MemoryRepo
from .test_init import photograph

WITH_US = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
WITHOUT_US = str(Path(shutil.which("git") or "git").parent)
STORE = "The build server is 10.0.0.7.\n§\nDeploys run on Fridays.\n§\nTea is served at four."


@pytest.fixture
def fit(repo: MemoryRepo) -> MemoryRepo:
    """A memory repo that was set up; nothing is wrong with it."""
    repo.write("MEMORY.md", STORE)
    repo.commit()
    done = repo.hygiene("init", ".", "--profile", "hermes")
    assert done.returncode == 0, done.stderr
    return repo


def _found(repo: MemoryRepo, code: int = 1, *options: str, **extra: str) -> dict[str, dict[str, str]]:
    """The findings by id."""
    done = repo.hygiene("doctor", "--format", "json", *options, **extra)
    assert done.returncode == code, done.stdout + done.stderr
    document = json.loads(done.stdout)
    assert document["version"] == 1
    assert document["status"] == ("fine", "findings", "unusable")[code]
    return {finding["id"]: finding for check in document["checks"] for finding in check["findings"]}


def test_a_repo_that_was_set_up_is_fine_and_looking_changes_nothing(fit: MemoryRepo) -> None:
    before, git = photograph(fit.path), sorted(str(path) for path in (fit.path / ".git").rglob("*"))
    done = fit.hygiene("doctor")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "17 checks: all fine"
    fine = "fine: repository, config, hooks, merge-driver, git, head, identity, history, index, leftovers"
    assert done.stdout.splitlines()[0] == fine
    assert ", ledger, live-config" in done.stdout
    assert _found(fit, 0) == {}
    assert (photograph(fit.path), sorted(str(path) for path in (fit.path / ".git").rglob("*"))) == (before, git)


def test_a_fresh_clone_is_mended_by_fix(fit: MemoryRepo) -> None:
    fit.git("clone", "-q", str(fit.path), "../clone")
    clone = MemoryRepo(fit.path.parent / "clone")
    assert _found(clone).keys() == {"hook-absent", "driver-absent"}
    done = clone.hygiene("doctor", "--fix")
    assert done.returncode == 0, done.stdout
    assert f"fixed: installed the hooks {', '.join(INSTALLED)}" in done.stdout
    assert "fixed: told git to merge memory entry by entry" in done.stdout
    assert _found(clone, 0, "--fix") == {}


def test_without_a_repository(tmp_path: Path, fit: MemoryRepo) -> None:
    (tmp_path / "nothing").mkdir()
    assert _found(fit, 2, "-C", str(tmp_path / "nothing")).keys() == {"no-repository"}


def test_without_git(fit: MemoryRepo, tmp_path: Path) -> None:
    assert _found(fit, 2, PATH=str(tmp_path)).keys() == {"git-fails"}


def test_a_repository_that_is_not_governed_gets_no_hooks(repo: MemoryRepo) -> None:
    assert _found(repo, 2, "--fix").keys() == {"config-absent"}
    assert not (repo.path / ".git" / "hooks" / "pre-commit").exists()


def test_a_broken_configuration_is_told_and_the_rest_is_examined(fit: MemoryRepo) -> None:
    fit.write(".hygiene.yaml", "version: 1\nprofile: [\n")
    fit.git("config", "--unset", "merge.hygiene.driver")
    assert _found(fit, 2).keys() == {"config-broken", "driver-absent"}
    assert _found(fit, 2, "--fix").keys() == {"config-broken"}


def test_a_configuration_that_is_not_committed(fit: MemoryRepo) -> None:
    fit.write(".hygiene.yaml", fit.read(".hygiene.yaml") + b"memory_threshold: 90\n")
    assert _found(fit).keys() == {"config-changed"}
    fit.git("rm", "-q", "--cached", ".hygiene.yaml")
    fit.git("commit", "-q", "--no-verify", "-m", "away")
    assert _found(fit).keys() == {"config-uncommitted"}


def test_a_repository_of_somebody_else(fit: MemoryRepo) -> None:
    found = _found(fit, 2, GIT_TEST_ASSUME_DIFFERENT_OWNER="1")
    assert found.keys() == {"ownership-dubious"}
    assert found["ownership-dubious"]["fix"].endswith(f"git config --global --add safe.directory {fit.path}")


def test_no_identity(fit: MemoryRepo) -> None:
    fit.git("config", "--unset", "user.email")
    fit.git("config", "user.useConfigOnly", "true")
    assert _found(fit).keys() == {"identity-unset"}


def test_a_shallow_and_a_partial_clone(fit: MemoryRepo) -> None:
    fit.git("clone", "-q", "--depth", "1", f"file://{fit.path}", "../shallow")
    shallow = MemoryRepo(fit.path.parent / "shallow")
    shallow.git("config", "remote.origin.promisor", "true")
    assert _found(shallow, 1, "--fix").keys() == {"history-shallow", "history-partial"}


def _link(repo: MemoryRepo) -> None:
    lock = repo.path / "MEMORY.md.lock"
    lock.unlink(missing_ok=True)
    lock.symlink_to("elsewhere")


def _index_lock(repo: MemoryRepo) -> None:
    repo.write(".git/index.lock", "")


def _journal(repo: MemoryRepo) -> None:
    write_journal(str(repo.path / ".git" / "hygiene" / "journal"), str(repo.path), "1" * 16, "", [])


def _aside(repo: MemoryRepo) -> None:
    repo.write(".git/hygiene/set-aside/abc/MEMORY.md", "x")
    repo.git("config", "--unset", "merge.hygiene.driver")  # what is only told makes no finding of itself


def _lfs(repo: MemoryRepo) -> None:
    repo.write(".git/info/attributes", "MEMORY.md filter=lfs\n")


def _override(repo: MemoryRepo) -> None:
    repo.write(".git/info/attributes", "MEMORY.md merge=union\n")


def _ignore(repo: MemoryRepo) -> None:
    repo.write("USER.md", "Name is Ann.")
    repo.write(".git/info/exclude", "USER.md\n")


def _breach(repo: MemoryRepo) -> None:
    repo.write("MEMORY.md", STORE)


def _wrong(repo: MemoryRepo) -> None:
    repo.write("MEMORY.md", f"Tea.\n§\n{canary_text('1' * 16)}\n§\n{STORE}")


def _registry(repo: MemoryRepo) -> None:
    repo.write(
        "MEMORY_WRITERS.md", "| writer | identity | stores | operations |\n|---|---|---|---|\n| a | b | * | fly |\n"
    )


def _chain(repo: MemoryRepo) -> None:
    torn = f"\n## 2026-09-02T10:00:00Z\n\n- deletions: 1\n- prev: {'0' * 16}\n"
    repo.write("MEMORY_AUDIT_LEDGER.md", repo.read("MEMORY_AUDIT_LEDGER.md") + torn.encode())
    repo.git("commit", "-q", "--no-verify", "-am", "torn")


def _drift(repo: MemoryRepo) -> None:
    repo.write("MEMORY.md", repo.read("MEMORY.md") + "\n§\n\n§\nMore.".encode())


def _merging(repo: MemoryRepo) -> None:
    repo.write(".git/MERGE_HEAD", repo.git("rev-parse", "HEAD"))


def _no_command(repo: MemoryRepo) -> None:
    repo.git("config", "--unset", "merge.hygiene.driver")
    repo.git("config", "merge.hygiene.name", "memory")


def _naive(repo: MemoryRepo) -> None:
    repo.git("config", "merge.hygiene.driver", "hygiene merge-driver %O %A %B %L %P")


def _gone(repo: MemoryRepo) -> None:
    command = repo.git("config", "merge.hygiene.driver").strip()
    repo.git("config", "merge.hygiene.driver", f"/nowhere/python{command[command.index(' ') :]}")


@pytest.mark.parametrize(
    ("break_it", "wanted"),
    [
        (_link, {"lock-is-link"}),
        (_index_lock, {"index-locked"}),
        (_journal, {"run-interrupted"}),
        (_aside, {"files-set-aside", "driver-absent"}),
        (_lfs, {"file-filtered"}),
        (_override, {"attribute-overridden"}),
        (_ignore, {"store-ignored", "canary-absent"}),
        (_breach, {"canary-missing"}),
        (_wrong, {"canary-wrong"}),
        (_registry, {"registry-malformed"}),
        (_chain, {"ledger-chain-torn"}),
        (_drift, {"round-trip-broken"}),
        (_merging, {"git-broken"}),
        (_no_command, {"driver-lacking"}),
        (_naive, {"driver-naive"}),
        (_gone, {"driver-broken"}),
    ],
)
def test_what_is_broken_is_found(fit: MemoryRepo, break_it: Callable[[MemoryRepo], None], wanted: set[str]) -> None:
    break_it(fit)
    found = _found(fit)
    assert found.keys() == wanted
    assert all(finding["message"] and finding["fix"] for finding in found.values())
    assert "/memories/" not in "".join(
        finding["message"] for finding in found.values() if finding["id"] != "files-set-aside"
    )
    if all(name.startswith("driver-") for name in wanted):
        assert _found(fit, 0, "--fix") == {}


def test_a_held_lock_and_who_holds_it(fit: MemoryRepo) -> None:
    with open(fit.write("MEMORY.md.lock", ""), "ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = _found(fit)
    assert found.keys() == {"lock-held"}
    if os.path.exists("/proc/locks"):
        assert found["lock-held"]["message"].startswith(f"MEMORY.md.lock is held by process {os.getpid()} (")


def test_missing_lines_are_added_and_what_stands_there_stays(fit: MemoryRepo) -> None:
    fit.write(".gitattributes", "*.png binary\n/MEMORY.md -text -whitespace\n")
    fit.write(".gitignore", "")
    fit.git("commit", "-q", "--no-verify", "-am", "attributes")
    assert _found(fit).keys() == {"lines-missing"}
    done = fit.hygiene("doctor", "--fix")
    assert done.returncode == 1
    assert "fixed: added lines to .gitattributes; commit it" in done.stdout
    assert fit.read(".gitattributes").startswith(b"*.png binary\n/MEMORY.md -text -whitespace\n")
    assert "merge: hygiene" in fit.git("check-attr", "merge", "MEMORY.md")
    found = _found(fit)
    assert found.keys() == {"lines-uncommitted"}
    assert fit.run("sh", "-c", found["lines-uncommitted"]["fix"]).returncode == 0
    assert _found(fit, 0) == {}


def test_lines_are_not_written_through_a_link(fit: MemoryRepo) -> None:
    outside = fit.path.parent / "outside"
    outside.write_text("")
    (fit.path / ".gitattributes").unlink()
    (fit.path / ".gitattributes").symlink_to(outside)
    found = fit.hygiene("doctor", "--fix")
    assert found.returncode == 1
    assert "could not mend the lines" in found.stdout
    assert outside.read_text() == ""


def _without_hooks(repo: MemoryRepo) -> None:
    for hook in INSTALLED:
        (repo.path / ".git" / "hooks" / hook).unlink()


def test_hooks_that_are_taken_from_nowhere(fit: MemoryRepo) -> None:
    fit.git("config", "core.hooksPath", "/dev/null")
    found = _found(fit, 1, "--fix")
    assert found.keys() == {"hook-absent"}
    assert "core.hooksPath in .git/config" in found["hook-absent"]["message"]
    assert found["hook-absent"]["fix"] == "git config --unset-all core.hooksPath && hygiene doctor --fix"


def test_husky_is_looked_through(fit: MemoryRepo) -> None:
    fit.git("config", "core.hooksPath", ".husky/_")
    for hook in INSTALLED:
        fit.write(f".husky/_/{hook}", '#!/bin/sh\n. "$(dirname "$0")/h"\n').chmod(0o755)
    found = _found(fit)
    assert ".husky/pre-commit: " in found["hook-not-ours"]["fix"]
    for hook in INSTALLED:
        fit.write(f".husky/{hook}", f'hygiene hook {hook} "$@" || exit $?\n')
    assert _found(fit, 0, PATH=WITH_US) == {}
    assert _found(fit, PATH=WITHOUT_US).keys() == {"hook-call-broken"}
    fit.write(".husky/pre-commit", "# hygiene hook pre-commit\n")
    assert _found(fit, PATH=WITH_US)["hook-not-ours"]["message"].startswith("pre-commit: ")


def test_a_framework_that_is_chosen_and_not_installed(fit: MemoryRepo) -> None:
    _without_hooks(fit)
    fit.write(".pre-commit-config.yaml", "repos: [] # memory-hygiene\n")
    found = _found(fit, 1, "--fix")
    assert found["hook-absent"]["fix"] == "pre-commit install " + " ".join(f"-t {hook}" for hook in INSTALLED)
    assert not (fit.path / ".git" / "hooks" / "pre-commit").exists()


def test_a_hook_whose_interpreter_is_gone_is_mended(fit: MemoryRepo) -> None:
    hook = fit.path / ".git" / "hooks" / "pre-push"
    hook.write_text(hook.read_text().replace(sys.executable, "/nowhere/python"))
    assert _found(fit).keys() == {"hook-broken"}
    assert _found(fit, 0, "--fix") == {}


def test_hooks_and_a_driver_of_an_environment_that_was_made_anew_are_mended(fit: MemoryRepo) -> None:
    home = str(Path(memory_hygiene.__file__).parent.parent)
    places = [fit.path / ".git" / "hooks" / "pre-commit", fit.path / ".git" / "config"]
    for place in places:
        assert home in place.read_text()
        place.write_text(place.read_text().replace(home, "/nowhere/site-packages"))
    assert _found(fit).keys() == {"hook-broken", "driver-broken"}
    assert _found(fit, 0, "--fix") == {}


def test_a_server_without_a_hook(fit: MemoryRepo) -> None:
    fit.git("clone", "-q", "--bare", str(fit.path), "../server.git")
    bare = fit.path.parent / "server.git"
    assert _found(fit, 1, "-C", str(bare)).keys() == {"server-hook-absent"}
    done = fit.hygiene("doctor", "-C", str(bare), "--fix")
    assert (done.returncode, "fixed: installed the hooks pre-receive" in done.stdout) == (0, True), done.stdout
    hook = bare / "hooks" / "pre-receive"
    hook.chmod(0o644)
    assert _found(fit, 1, "-C", str(bare)).keys() == {"server-hook-not-executable"}
    assert _found(fit, 0, "-C", str(bare), "--fix") == {}
    hook.write_text("#!/bin/sh\nexec hygiene hook pre-receive\n")
    assert _found(fit, 0, "-C", str(bare), PATH=WITH_US) == {}


def test_the_configuration_of_a_live_agent(tmp_path: Path) -> None:
    home = MemoryRepo(tmp_path / ".hermes" / "memories")
    home.write("MEMORY.md", STORE)
    assert home.hygiene("init", ".", "--profile", "hermes").returncode == 0
    home.write("../config.yaml", "memory:\n  memory_char_limit: 3000\n")
    found = _found(home)
    assert found.keys() == {"live-config"}
    assert "max_memory_chars: 3000" in found["live-config"]["message"]


def test_hostile_names_reach_no_terminal(fit: MemoryRepo) -> None:
    fit.write("archive/\x1b[31mred.md", "x")
    fit.write(".git/info/attributes", "*.md filter=lfs\n")
    done = fit.hygiene("doctor")
    assert done.returncode == 1
    assert "\x1b" not in done.stdout


def test_each_agent_is_examined_and_in_its_own_folder_it_alone(repo: MemoryRepo) -> None:
    repo.write(".hygiene.yaml", "version: 1\nprofile: hermes\nagents: {ann: {path: ann}, bob: {path: bob}}\n")
    for name in ("ann", "bob"):
        repo.write(f"{name}/MEMORY.md", STORE)
    repo.commit()
    shown = repo.hygiene("doctor", "--fix").stdout
    assert "fixed: added lines to ann/.gitattributes; commit it" in shown
    assert "fixed: added lines to bob/.gitattributes; commit it" in shown
    alone = repo.hygiene("doctor", "-C", "bob").stdout
    assert "canaries of bob: bob/MEMORY.md: no canary has been planted [canary-absent]" in alone
    assert "ann" not in alone
    assert "hygiene canary rotate --agent bob plants one" in alone
    assert repo.hygiene("canary", "rotate", "--agent", "bob", "--help").returncode == 0
