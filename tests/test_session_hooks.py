"""Closing a session: the hooks that docs/sanctum.md prints, run as they stand there, and the gate they call."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from configparser import ConfigParser
from pathlib import Path

import pytest

from .conftest import MemoryRepo

PAGE = (Path(__file__).parent.parent / "docs" / "sanctum.md").read_text("utf-8")
CREED = "# Creed\n\n" + "".join(f"- Directive {number} stands.\n" for number in range(20))
TOO_LONG = CREED + "".join(f"- Directive {number} was added.\n" for number in range(120))
LORE = "# Lore\n\n- The berths have meters.\n- The kiosk has none.\n"
FAILURE = "SYSTEM FAILURE"


def block(language: str) -> str:
    """The page's one block in this language."""
    (text,) = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return str(text)


class Home:
    """A home folder with the sanctum folder the page speaks of, and nothing else in the environment than cron gives."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.heron = path / "agents" / "heron"
        folders = [Path(program).parent for name in ("hygiene", "git") if (program := self._program(name))]
        self.search = os.pathsep.join(map(str, [*folders, "/usr/bin", "/bin"]))

    @staticmethod
    def _program(name: str) -> str:
        own = shutil.which(name, path=Path(sys.executable).parent)
        found = own or shutil.which(name)
        assert found is not None, name
        return found

    def run(self, *command: str, given: str = "") -> subprocess.CompletedProcess[str]:
        """Run a command as a scheduler would."""
        clean = ("env", "-i", f"HOME={self.path}", f"PATH={self.search}")
        return subprocess.run([*clean, *command], input=given, capture_output=True, text=True, cwd="/", check=False)

    def shell(self, command: str, given: str = "") -> subprocess.CompletedProcess[str]:
        """Run a line by /bin/sh."""
        return self.run("/bin/sh", "-c", command, given=given)

    def breach(self) -> None:
        """What an agent may leave at the end of a session: not committed, something else staged."""
        (self.heron / "CREED.md").write_text(TOO_LONG)
        (self.heron / "todo.txt").write_text("1\n")
        assert self.run("git", "-C", str(self.heron), "add", "todo.txt").returncode == 0


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path / "home")
    home.heron.mkdir(parents=True)
    (home.path / ".gitconfig").write_text("[user]\n\tname = Heron\n\temail = heron@example.org\n")
    (home.heron / "CREED.md").write_text(CREED)
    (home.heron / "LORE.md").write_text(LORE)
    done = home.shell(next(line for line in block("sh").splitlines() if line.startswith("hygiene init")))
    assert done.returncode == 0, done.stderr
    return home


def _stop(home: Home, is_active: bool = False, separators: tuple[str, str] = (",", ":")) -> tuple[int, str, str]:
    ((entry,),) = (group["hooks"] for group in json.loads(block("json"))["hooks"]["Stop"])
    assert entry["type"] == "command"
    event = {"session_id": "1", "hook_event_name": "Stop", "stop_hook_active": is_active, "cwd": str(home.path)}
    done = home.shell(entry["command"], json.dumps(event, separators=separators))
    return done.returncode, done.stdout, done.stderr


def test_stop_hook_lets_a_sound_session_end(home: Home) -> None:
    code, out, error = _stop(home)
    assert (code, out) == (0, "")
    assert FAILURE not in error


def test_stop_hook_keeps_a_session_with_a_breach_open(home: Home) -> None:
    home.breach()
    code, out, error = _stop(home)
    assert (code, out) == (2, "")
    assert error.startswith(f"{FAILURE}: check-only-over-cap in CREED.md\n")
    assert "remedy: " in error


@pytest.mark.parametrize("separators", [(",", ":"), (", ", ": ")])
def test_stop_hook_blocks_once(home: Home, separators: tuple[str, str]) -> None:
    home.breach()
    assert _stop(home, is_active=True, separators=separators) == (0, "", "")


def test_stop_hook_blocks_when_nothing_can_be_judged(home: Home) -> None:
    home.heron.rename(home.path / "elsewhere")
    code, out, error = _stop(home)
    assert (code, out) == (2, "")
    assert "heron" in error


def _cron(home: Home) -> subprocess.CompletedProcess[str]:
    *when, command = block("crontab").strip().split(None, 5)
    assert re.fullmatch(r"\d+ \d+ \* \* \*", " ".join(when))
    assert "%" not in command, "cron reads it as a line ending"
    return home.shell(command)


def test_cron_is_silent_when_nothing_is_wrong(home: Home) -> None:
    done = _cron(home)
    assert (done.stdout, done.stderr) == ("", "")


def test_cron_prints_each_breach_with_its_remedy(home: Home) -> None:
    home.breach()
    (home.heron / "LORE.md").write_text(LORE.replace("- The kiosk has none.\n", ""))
    done = _cron(home)
    assert done.stdout.count(FAILURE) == done.stdout.count("remedy: ") == 2
    assert done.stderr == ""


def test_cron_mails_why_nothing_could_be_judged(home: Home) -> None:
    home.heron.rename(home.path / "elsewhere")
    done = _cron(home)
    assert done.stdout == ""
    assert "heron" in done.stderr


def _unit(home: Home) -> subprocess.CompletedProcess[str]:
    unit = ConfigParser(interpolation=None)
    unit.read_string(block("ini"))
    assert unit["Service"]["Type"] == "oneshot"
    return home.run(*shlex.split(unit["Service"]["ExecStart"].replace("%h", str(home.path))))


def test_unit_succeeds_when_nothing_is_wrong(home: Home) -> None:
    done = _unit(home)
    assert done.returncode == 0, done.stderr
    assert FAILURE not in done.stdout


def test_unit_fails_on_a_breach(home: Home) -> None:
    home.breach()
    done = _unit(home)
    assert done.returncode == 1
    assert FAILURE in done.stdout


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here")
def test_unit_is_one_for_systemd(home: Home) -> None:
    unit = home.path / "hygiene-heron.service"
    unit.write_text(block("ini"))
    done = home.run(f"XDG_RUNTIME_DIR={home.path}", "systemd-analyze", "verify", "--user", str(unit))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_page_has_no_other_hooks() -> None:
    assert PAGE.count("```") == 2 * len([block(language) for language in ("sh", "json", "crontab", "ini")])


# The gate itself


def _blocks(text: str) -> Iterator[str]:
    """The blocks headed SYSTEM FAILURE, each up to its blank line."""
    for part in text.split("\n\n"):
        if part.lstrip().startswith(FAILURE):
            yield part.strip("\n")


def test_one_block_per_breach(sanctum: MemoryRepo) -> None:
    log = "".join(f"- 2026-09-{day:02}: grew.\n" for day in range(1, 12))
    sanctum.write("CREED.md", TOO_LONG)
    sanctum.write("BOND.md", TOO_LONG)
    sanctum.write("PERSONA.md", f"# Persona\n\n## Evolution Log\n\n{log}")
    sanctum.write("LORE.md", LORE)
    sanctum.commit()
    done = sanctum.hygiene("check", "--strict")
    assert done.returncode == 1
    found = list(_blocks(done.stdout))
    assert sorted(part.splitlines()[0] for part in found) == [
        f"{FAILURE}: check-only-over-cap in BOND.md",
        f"{FAILURE}: check-only-over-cap in CREED.md",
        f"{FAILURE}: section-over-cap in PERSONA.md",
    ]
    assert all(part.splitlines()[-1].startswith("    remedy: ") for part in found)
    assert done.stdout.count(FAILURE) == 3
    assert "3 errors" in done.stdout


@pytest.mark.parametrize("name", ["LORE.md", "MEMORY.md"])
@pytest.mark.parametrize("arguments", [(), ("{name}",)])
def test_over_the_cap_of_lore_warns_and_is_never_called_fine(
    sanctum: MemoryRepo, name: str, arguments: tuple[str, ...]
) -> None:
    sanctum.write(name, "".join(f"- Fact {number}.\n" for number in range(201)))
    sanctum.commit()
    done = sanctum.hygiene("check", "--strict", *(argument.format(name=name) for argument in arguments))
    assert done.returncode == 0
    assert f"warning: {name}:1: 201 lines, 1 over the cap of 200" in done.stdout
    assert not re.search(r"\b(within|clean|pass)\b", done.stdout, re.IGNORECASE)
    assert FAILURE not in done.stdout
    planned = sanctum.hygiene("plan")
    assert "over its cap by 1 line" in planned.stdout
    assert not re.search(r"\b(within|clean)\b", planned.stdout, re.IGNORECASE)


@pytest.mark.parametrize("path", ["LOER.md", "lore/LORE.md", "empty", "empty/LORE.md"])
def test_path_with_nothing_governed_is_an_error(sanctum: MemoryRepo, path: str) -> None:
    sanctum.write("LORE.md", LORE)
    (sanctum.path / "empty").mkdir()
    sanctum.commit()
    done = sanctum.hygiene("check", "--strict", path)
    assert done.returncode == 2
    assert "nothing is governed" in done.stderr
    assert done.stdout == ""


def test_folder_with_nothing_governed_is_an_error(sanctum: MemoryRepo) -> None:
    sanctum.write("notes.txt", "x\n")
    sanctum.commit()
    done = sanctum.hygiene("check", "--strict")
    assert done.returncode == 2
    assert "no governed store" in done.stderr


@pytest.fixture(params=["creed.md", "CREED.md -> kept/creed.txt", "Creed.md -> kept.md"])
def creed(request: pytest.FixtureRequest, sanctum: MemoryRepo) -> str:
    """CREED.md under another name, too long, with directives that are tagged; the path of its bytes."""
    name, _, target = str(request.param).partition(" -> ")
    sanctum.write(target or name, "- [prune] Be kind.\n- [stale] Ask first.\n" + TOO_LONG)
    if target:
        (sanctum.path / name).symlink_to(target)
    sanctum.write("LORE.md", LORE)
    sanctum.commit()
    return target or name


def test_creed_is_governed_by_the_name_it_is_reached_by(sanctum: MemoryRepo, creed: str) -> None:
    done = sanctum.hygiene("check", "--strict")
    assert done.returncode == 1
    assert f"{FAILURE}: check-only-over-cap in " in done.stdout
    before = sanctum.read(creed)
    planned = sanctum.hygiene("plan", "--format", "json")
    assert json.loads(planned.stdout)["actions"] == []
    assert "Traceback" not in sanctum.hygiene("apply").stderr
    assert sanctum.read(creed) == before


def test_creed_reached_by_another_name_cannot_grow_past_its_cap(sanctum: MemoryRepo, creed: str) -> None:
    sanctum.write(creed, CREED)
    sanctum.commit()
    sanctum.write(creed, TOO_LONG)
    sanctum.git("add", "-A")
    done = sanctum.hygiene("check", "--staged")
    assert done.returncode == 1
    assert "check-only-over-cap" in done.stdout


@pytest.fixture
def breached(sanctum: MemoryRepo) -> MemoryRepo:
    """CREED.md is over its cap, and LORE.md has something to do."""
    sanctum.write("CREED.md", TOO_LONG)
    sanctum.write("LORE.md", LORE + "- [superseded] Coins only.\n")
    sanctum.commit()
    return sanctum


@pytest.mark.parametrize("format", ["text", "json", "diff"])
def test_plan_exits_with_1_after_its_work_while_a_blocking_cap_is_breached(breached: MemoryRepo, format: str) -> None:
    done = breached.hygiene("plan", "--format", format)
    assert done.returncode == 1
    assert "Coins only." in done.stdout


def test_apply_exits_with_1_after_its_work_while_a_blocking_cap_is_breached(breached: MemoryRepo) -> None:
    before = breached.git("rev-parse", "HEAD")
    done = breached.hygiene("apply")
    assert done.returncode == 1
    assert breached.git("rev-parse", "HEAD^") == before
    assert breached.read("LORE.md").decode() == LORE
    assert "CREED.md stays over its cap by 22 lines" in done.stdout
    assert breached.hygiene("apply").returncode == 1


def test_plan_and_apply_exit_with_0_when_only_lore_is_over_its_cap(sanctum: MemoryRepo) -> None:
    sanctum.write("LORE.md", "".join(f"- Fact {number}.\n" for number in range(250)) + "- [prune] Coins only.\n")
    sanctum.commit()
    assert sanctum.hygiene("plan").returncode == 0
    assert sanctum.hygiene("apply").returncode == 0


def test_another_agent_s_breach_does_not_hold_this_one_s_session(repo: MemoryRepo) -> None:
    repo.write(".hygiene.yaml", "version: 1\nprofile: sanctum\nagents:\n  a: {path: ag/a}\n  b: {path: ag/b}\n")
    for agent in ("a", "b"):
        repo.write(f"ag/{agent}/CREED.md", CREED)
    repo.commit()
    repo.write("ag/b/CREED.md", TOO_LONG)
    strict = ("check", "--worktree", "--strict", ".")
    assert repo.hygiene(*strict, "-C", "ag/a").returncode == 0
    assert FAILURE in repo.hygiene(*strict, "-C", "ag/b").stdout
    assert repo.hygiene(*strict).returncode == 1
