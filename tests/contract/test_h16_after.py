"""H16: after an audit files, canaries and the commit are read again: what a hook or filter put there is noticed."""

from pathlib import Path

import pytest

from tests.contract.homes import Home


def _hook(home: Home, name: str, script: str) -> None:
    hook = home.repo.path / ".git/hooks" / name
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\n{script}\n")
    hook.chmod(0o755)


def test_h16_the_report_is_of_what_is_on_disk(audited: Home) -> None:
    report = audited.report()
    size = round(100 * len(audited.store("MEMORY.md")) / 2200, 1)
    assert report["memory_utilization"] == {"before": size, "after": size}
    assert [canary["canary"] for canary in report["canaries"]] == ["intact", "intact"]


@pytest.mark.parametrize(
    "script",
    [
        "printf '\\n§\\nA note by a hook.' >> memories/MEMORY.md",
        "sed -i 's/^CANARY: Do not/CANARY: do not/' memories/USER.md",
        ": > memories/USER.md",
    ],
)
def test_h16_a_hook_that_changes_a_store_after_the_commit_is_noticed(home: Home, script: str) -> None:
    _hook(home, "post-commit", script)
    done = home.audit()
    assert done.returncode != 0
    name = "MEMORY.md" if "MEMORY.md" in script else "USER.md"
    assert f"memories/{name} was changed meanwhile" in done.stderr + done.stdout
    assert [text for text in home.written if name == "MEMORY.md" and not home.holds(text)] == []


def test_h16_a_filter_that_commits_other_bytes_is_noticed(home: Home) -> None:
    home.repo.git("config", "filter.shorten.clean", "sed '/^Orders are/d'")
    (home.repo.path / ".git/info").mkdir(exist_ok=True)
    (home.repo.path / ".git/info/attributes").write_text("memories/MEMORY.md filter=shorten\n")
    before = home.store("MEMORY.md")
    done = home.audit()
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    assert "Orders are append-only" in home.store("MEMORY.md")
    assert [text for text in home.written if not home.holds(text)] == []
    assert Path(home.stores["MEMORY.md"]).read_text() in (before, home.store("MEMORY.md"))
