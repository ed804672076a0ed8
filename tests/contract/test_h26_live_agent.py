"""H26: the hooks of a live Hermes agent: what they block and why, what they let pass, and what they commit."""

import fcntl
import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from memory_hygiene.core.audit.ledger import read_ledger
from tests.conftest import MemoryRepo
from tests.pictures import ARCHIVE, LEDGER, picture_of

Arguments = dict[str, object]
STAY = "Deploys run on Fridays."
SERVER = "The build server is 10.0.0.7."
BERTH = "Berth 4 is let to the harbour master until spring."
CRANES = "The harbour has eleven cranes, two of them out of order."
ENTRIES = (STAY, SERVER, BERTH, CRANES)


class Home:
    """An agent's home whose memory is under guard: in its own repository, or in one around the whole home."""

    def __init__(self, path: Path, *, is_whole: bool) -> None:
        self.path = path
        self.memory = path / "memories" / "MEMORY.md"
        self.user = path / "memories" / "USER.md"
        self.memory.parent.mkdir(parents=True)
        self.memory.write_text("\n§\n".join(ENTRIES))
        self.user.write_text("Prefers short answers.")
        self.repo = MemoryRepo(path if is_whole else path / "memories")
        done = self.repo.hygiene("init", "--profile", "hermes")
        assert done.returncode == 0, done.stderr

    @property
    def canary(self) -> str:
        """The canary's entry."""
        return next(entry for entry in self.memory.read_text().split("\n§\n") if "CANARY" in entry)

    def hook(self, name: str, payload: object, **extra: str) -> subprocess.CompletedProcess[str]:
        """Run a hook as Hermes does, with the home as config.yaml names it."""
        given = payload if isinstance(payload, str) else json.dumps(payload)
        command = [sys.executable, "-I", "-m", "memory_hygiene", "hook", f"hermes-{name}-tool-call", str(self.path)]
        env = {**self.repo.environment, **extra}
        return subprocess.run(
            command, input=given, capture_output=True, text=True, cwd=self.path, env=env, check=False, encoding="utf-8"
        )

    def payload(self, tool: str, arguments: Arguments, status: str = "ok") -> Arguments:
        """What Hermes tells of a call."""
        return {
            "hook_event_name": "pre_tool_call",
            "tool_name": tool,
            "tool_input": arguments,
            "session_id": "20260915_120000_ab12cd",
            "cwd": str(self.path),
            "extra": {"task_id": "", "status": status},
        }

    def reason(self, tool: str, **arguments: object) -> str:
        """Why a call is blocked, "" when it may pass; nothing is written either way."""
        before = picture_of(self.repo)
        done = self.hook("pre", self.payload(tool, arguments))
        assert done.returncode == 0, done.stderr
        assert picture_of(self.repo) == before
        if not done.stdout:
            return ""
        answer = json.loads(done.stdout)
        assert answer["decision"] == "block"
        assert done.stdout.count("\n") == 1
        return str(answer["reason"])


@pytest.fixture(params=["memories", "home"])
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Home:
    """Both layouts of H1."""
    return Home(tmp_path / "hermes", is_whole=request.param == "home")


@pytest.fixture
def plain(tmp_path: Path) -> Home:
    """The usual layout."""
    return Home(tmp_path / "hermes", is_whole=False)


def _remove(text: str) -> Arguments:
    return {"action": "remove", "old_text": text}


def test_h26_ordinary_calls_pass(home: Home) -> None:
    assert home.reason("memory", action="add", target="memory", content="The kiosk runs on SQLite.") == ""
    assert home.reason("memory", action="add", target="user", content="Likes tea.") == ""
    assert home.reason("memory", **_remove("10.0.0.7")) == ""
    assert home.reason("memory", action="replace", old_text="build", content="Something else entirely.") == ""
    assert home.reason("memory", action="remove", target="user", old_text="short") == ""
    merged = {"action": "replace", "old_text": "build", "content": f"{SERVER} {STAY}"}
    assert home.reason("memory", target="memory", operations=[merged, _remove("Deploys")]) == ""
    text = home.memory.read_text()
    assert home.reason("write_file", path=str(home.memory), content=text + "\n§\nMore.") == ""
    assert home.reason("patch", path=str(home.memory), old_string="10.0.0.7", new_string="10.0.0.8") == ""


def test_h26_what_the_tool_refuses_by_itself_is_left_to_it(plain: Home) -> None:
    assert plain.reason("memory", **_remove("nowhere")) == ""
    assert plain.reason("memory", **_remove("e")) == ""
    assert plain.reason("memory", action="add") == ""
    plain.memory.write_bytes(b"caf\xe9")
    assert plain.reason("memory", action="add", content="x") == ""


def test_h26_a_batch_that_takes_out_too_much(home: Home) -> None:
    most = [_remove(text) for text in (STAY, SERVER, BERTH)]
    said = home.reason("memory", operations=most)
    assert "3 of 4 entries would go and nothing takes their place" in said
    assert STAY in said
    assert "Instead:" in said
    said = home.reason("memory", operations=[*most, _remove(CRANES)])
    assert "all 4 entries would go" in said
    assert home.reason("memory", operations=most[:2]) == ""


def test_h26_a_batch_that_takes_out_more_than_five(plain: Home) -> None:
    entries = [f"Berth {number} belongs to boat {number * 7}." for number in range(20)]
    plain.memory.write_text("\n§\n".join([plain.canary, *entries]))
    steps = [_remove(entry) for entry in entries[:6]]
    assert "6 of 20 entries" in plain.reason("memory", operations=steps)
    assert plain.reason("memory", operations=steps[:5]) == ""


def test_h26_the_canary(home: Home) -> None:
    begin = "leave the entry that begins with 'CANARY:' exactly as it is"
    assert begin in home.reason("memory", **_remove("CANARY"))
    assert begin in home.reason("memory", action="replace", old_text="CANARY", content="CANARY: gone")
    assert begin in home.reason("memory", operations=[_remove("CANARY"), {"action": "add", "content": "x"}])
    text = home.memory.read_text()
    assert begin in home.reason("write_file", path=str(home.memory), content=text.replace(f"{home.canary}\n§\n", ""))
    assert begin in home.reason("patch", path=str(home.memory), old_string="modify this", new_string="touch this")
    assert "second canary" in home.reason("memory", action="add", content=home.canary + " again")


def test_h26_a_file_without_section_signs_is_one_entry(plain: Home) -> None:
    """H26: the real tool swaps or removes the whole of it, and says nothing."""
    plain.user.write_text("# Who\n\n- Prefers short answers.\n- Likes tea.\n- Lives in Hove.\n")
    plain.repo.git("commit", "-q", "--no-verify", "-am", "by hand")
    said = plain.reason("memory", action="replace", target="user", old_text="tea", content="- Likes coffee.")
    assert "is one entry to the tool: 3 more lines would go: # Who, - Prefers short answers., - Lives in Hove." in said
    assert "one entry" in plain.reason("memory", action="remove", target="user", old_text="tea")
    whole = plain.user.read_text().replace("tea", "coffee")
    assert "one entry" not in plain.reason("memory", action="replace", target="user", old_text="tea", content=whole)


def test_h26_overflow(home: Home) -> None:
    said = home.reason("memory", action="add", content="x" * 2100)
    assert "over the limit of 2,200" in said
    assert "in one batch" in said
    over = home.memory.read_text() + "\n§\n" + "y" * 2100
    assert "over the cap" in home.reason("write_file", path=str(home.memory), content=over)


def test_h26_the_live_limit_counts(plain: Home) -> None:
    (plain.path / "config.yaml").write_text("memory:\n  memory_char_limit: 3000\n")
    assert plain.reason("memory", action="add", content="x" * 2100) == ""
    over = plain.memory.read_text() + "\n§\n" + "y" * 2100
    assert plain.reason("write_file", path=str(plain.memory), content=over) == ""
    assert "limit of 3,000" in plain.reason("memory", action="add", content="x" * 2990)


def test_h26_drift(home: Home) -> None:
    text = home.memory.read_text()
    said = home.reason("write_file", path=str(home.memory), content=text.replace("\n§\n", "\n\n§\n\n"))
    assert "a line that holds only §" in said
    home.memory.write_text(text.replace("\n§\n", "\n§\n\n", 1))
    assert "the tool would refuse, for line" in home.reason("memory", **_remove("10.0.0.7"))
    assert home.reason("memory", action="add", content="One more.") == ""
    assert home.reason("write_file", path=str(home.memory), content=text) == ""
    assert "read back as several entries" in home.reason("memory", action="add", content="a\n§\nb")


def test_h26_files_that_would_lose_entries(home: Home) -> None:
    said = home.reason("write_file", path=str(home.memory), content=f"{STAY}\n§\n{home.canary}")
    assert "3 entries would be lost: " + SERVER in said
    assert "keep these in the new text" in said
    assert "all" not in home.reason("patch", path=str(home.memory), old_string=f"{SERVER}\n§\n", new_string="")
    assert "1 entry would be lost" in home.reason(
        "patch", path=str(home.memory), old_string=f"{SERVER}\n§\n", new_string=""
    )
    assert "lost" in home.reason("write_file", path=str(home.memory), content="")


def test_h26_patches_of_several_files(home: Home) -> None:
    patch = "*** Begin Patch\n*** {what}\n*** End Patch"
    deleted = patch.replace("{what}", f"Delete File: {home.memory}")
    assert "4 entries would be lost" in home.reason("patch", mode="patch", patch=deleted)
    moved = patch.replace("{what}", f"Move File: {home.memory} -> {home.path}/old.md")
    assert "4 entries would be lost" in home.reason("patch", mode="patch", patch=moved)
    across = f"Update File: {home.memory}\n §\n-{SERVER}\n-§\n*** Update File: {home.user}\n@@ short @@\n+§\n+{SERVER}"
    assert home.reason("patch", mode="patch", patch=patch.replace("{what}", across)) == ""


def test_h26_a_loose_match_is_not_known(home: Home) -> None:
    said = home.reason("patch", path=str(home.memory), old_string=SERVER.lower(), new_string="")
    assert "copy the text exactly" in said


def test_h26_hostile_arguments_pass_or_are_blocked_in_no_time(plain: Home) -> None:
    """H26: a hook that hangs is one that lets everything pass."""
    spaces = " " * 200_000
    for patch in (f"*** Move File: {spaces}", f"*** Update File: x\n@@{spaces}", "***" + spaces, f"***\n{spaces}" * 9):
        assert plain.reason("patch", mode="patch", patch=patch) == ""
    assert plain.reason("write_file", path="memories/MEMORY.md\0", content="x") == ""
    assert plain.reason("write_file", path="/" + "a/" * 50_000 + "MEMORY.md", content="x") == ""
    steps: list[object] = [{"action": "add", "content": str(number)} for number in range(3000)]
    assert "over the limit" in plain.reason("memory", operations=steps)
    said = plain.reason("write_file", path="memories/MEMORY.md", content="\x1b[2J::error::\u202e" + "x" * 3000)
    assert "\x1b" not in said
    assert "lost" in said


def test_h26_ledger_and_archive_only_grow(home: Home) -> None:
    ledger = home.repo.path / LEDGER
    assert "appends to it" in home.reason("write_file", path=str(ledger), content="# Mine\n")
    assert home.reason("write_file", path=str(home.path / "notes.md"), content="x") == ""


def test_h26_paths_however_they_are_written(plain: Home, tmp_path: Path) -> None:
    for path in (
        "memories/MEMORY.md",
        "./memories/../memories/MEMORY.md",
        f"{plain.path}/memories/MEMORY.md",
    ):
        assert "lost" in plain.reason("write_file", path=path, content="x"), path
    (tmp_path / "hermes" / "alias.txt").symlink_to("memories/MEMORY.md")
    assert "lost" in plain.reason("write_file", path="alias.txt", content="x")
    done = plain.hook(
        "pre", plain.payload("write_file", {"path": "~/hermes/memories/MEMORY.md", "content": "x"}), HOME=str(tmp_path)
    )
    assert "lost" in done.stdout


def test_h26_a_store_that_is_a_link(plain: Home) -> None:
    store = plain.memory.parent / "kept.md"
    plain.memory.rename(store)
    plain.memory.symlink_to("kept.md")
    plain.repo.git("add", "-A")
    plain.repo.git("commit", "-q", "-m", "link")
    assert "lost" in plain.reason("write_file", path=str(plain.memory), content="x")
    assert "lost" in plain.reason("write_file", path=str(store), content="x")
    assert "CANARY" in plain.reason("memory", **_remove("CANARY"))


def test_h26_a_call_cannot_loosen_its_own_gate(plain: Home) -> None:
    config = plain.repo.path / ".hygiene.yaml"
    config.write_text("version: 1\nprofile: hermes\nmax_memory_chars: 99999\nedit_similarity: 0.01\n")
    assert "over the cap" in plain.reason("write_file", path=str(plain.memory), content="x" * 3000)


@pytest.mark.parametrize(
    "payload",
    [
        "",
        "not json",
        "[]",
        "{}",
        '{"tool_name": "memory"}',
        '{"tool_name": "memory", "tool_input": null}',
        '{"tool_name": 1, "tool_input": {}}',
        "[" * 100_000,
        '{"tool_name": "memory", "tool_input": {"action": "add", "content": "\\ud800"}, "cwd": 7}',
        "\udcff",
    ],
)
def test_h26_what_is_no_call_passes_with_a_word(plain: Home, payload: str) -> None:
    """H26: Hermes fails open, and so do we: exit 0, nothing on standard output."""
    for name in ("pre", "post"):
        command = [sys.executable, "-m", "memory_hygiene", "hook", f"hermes-{name}-tool-call", str(plain.path)]
        given = payload.encode("utf-8", "surrogateescape")
        done = subprocess.run(command, input=given, capture_output=True, env=plain.repo.environment, check=False)
        assert (done.returncode, done.stdout) == (0, b""), done.stderr
        assert b"Traceback" not in done.stderr
        if b"\\ud800" not in given:
            assert b"hygiene: " in done.stderr


def test_h26_other_tools_and_ungoverned_homes_pass(plain: Home, tmp_path: Path) -> None:
    assert plain.reason("terminal", command="rm -rf memories") == ""
    assert plain.reason("read_file", path=str(plain.memory)) == ""
    other = tmp_path / "other"
    (other / "memories").mkdir(parents=True)
    (other / "memories" / "MEMORY.md").write_text("one\n§\ntwo")
    for repo in (None, MemoryRepo(other)):
        arguments: Arguments = {"path": str(other / "memories/MEMORY.md"), "content": ""}
        done = plain.hook("pre", plain.payload("write_file", arguments))
        assert (done.returncode, done.stdout) == (0, ""), repo


def test_h26_a_file_in_a_broken_repository_passes_with_a_word(plain: Home) -> None:
    (plain.repo.path / ".git" / "HEAD").write_text("nonsense")
    done = plain.hook("pre", plain.payload("memory", _remove("CANARY")))
    assert (done.returncode, done.stdout) == (0, "")
    assert "hygiene: " in done.stderr


def test_h26_each_write_is_committed_with_its_session(home: Home) -> None:
    home.memory.write_text(home.memory.read_text() + "\n§\nThe kiosk runs on SQLite.")
    done = home.hook("post", home.payload("memory", {"action": "add", "content": "The kiosk runs on SQLite."}))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    shown = home.repo.git("log", "-1", "--format=%(trailers:key=Hygiene-Session,valueonly)%n%b", "--name-only")
    assert shown.startswith("20260915_120000_ab12cd")
    assert "MEMORY.md" in shown
    assert home.repo.git("status", "--porcelain") == ""


def test_h26_what_a_call_took_out_is_rescued(home: Home) -> None:
    home.memory.write_text(home.memory.read_text().replace(f"{SERVER}\n§\n", ""))
    done = home.hook("post", home.payload("memory", _remove("10.0.0.7")))
    assert (done.returncode, done.stdout) == (0, "")
    assert "rescued" in done.stderr
    archive = home.memory.parent / ARCHIVE
    assert SERVER in archive.read_text()


def test_h26_a_breach_is_committed_and_told_on_standard_error(home: Home) -> None:
    home.memory.unlink()
    done = home.hook("post", home.payload("terminal", {"command": "hermes memory reset"}))
    assert (done.returncode, done.stdout) == (0, "")
    assert "CRITICAL" in done.stderr
    record = read_ledger((home.repo.path / LEDGER).read_bytes()).records[-1]
    assert record.get("session") == "20260915_120000_ab12cd"


def test_h26_after_a_call_that_wrote_nothing(plain: Home) -> None:
    head = plain.repo.git("rev-parse", "HEAD")
    plain.memory.write_text(plain.memory.read_text() + "\n§\nBy somebody else.")
    for tool, arguments, status in (
        ("memory", {"action": "add", "content": "x"}, "blocked"),
        ("write_file", {"path": "/somewhere/else.py", "content": "x"}, "ok"),
    ):
        done = plain.hook("post", plain.payload(tool, dict(arguments), status))
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert plain.repo.git("rev-parse", "HEAD") == head


def test_h26_what_stands_in_the_way_of_a_commit_is_no_failure(plain: Home) -> None:
    plain.memory.write_text(plain.memory.read_text() + "\n§\nMore.")
    before = picture_of(plain.repo)
    with (plain.memory.parent / "MEMORY.md.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = plain.hook("post", plain.payload("memory", {"action": "add", "content": "More."}))
    assert (done.returncode, done.stdout) == (0, "")
    assert "is held by another process" in done.stderr
    assert picture_of(plain.repo) == before
    done = plain.hook("post", plain.payload("memory", {"action": "add", "content": "More."}))
    assert done.stderr == ""
    assert plain.repo.git("status", "--porcelain") == ""


def test_h26_the_block_that_is_printed_is_the_one_on_the_page(plain: Home) -> None:
    page = (Path(__file__).parent.parent.parent / "docs" / "hermes.md").read_text("utf-8")
    program = Path(sys.executable).parent / "hygiene"
    done = plain.repo.run(str(program), "hook", "hermes-config", str(plain.path))
    assert done.returncode == 0
    shown = done.stdout.replace(str(program), "/usr/local/bin/hygiene").replace(str(plain.path), "/home/me/.hermes")
    assert f"```yaml\n{shown}```" in page
    odd = plain.repo.hygiene("hook", "hermes-config", "~/a 'home").stdout
    commands = [json.loads(line.partition(": ")[2]) for line in odd.splitlines() if "command:" in line]
    expected = str(Path.home() / "a 'home")
    assert [shlex.split(command)[-1] for command in commands] == [expected, expected]


def test_h26_init_says_how_to_guard_a_running_agent(tmp_path: Path) -> None:
    """H26, H27: on a live directory the hooks are native ones, and the reason is told."""
    repo = MemoryRepo(tmp_path / "hermes" / "memories")
    (tmp_path / "hermes" / "config.yaml").write_text("model: x\n")
    said = repo.hygiene("init", "--profile", "hermes").stdout
    assert f"hygiene hook hermes-config {tmp_path / 'hermes'}" in said
    assert "native hooks, for a framework that stashes unstaged work would take a live agent's memory away" in said
    assert "hermes-config" not in repo.hygiene("init", "--profile", "hermes").stdout


def test_h26_a_quick_start(plain: Home) -> None:
    """H26: hooks run at every call: no command line, no YAML, no Markdown, no GitPython."""
    assert plain.reason("memory", **_remove("10.0.0.7")) == ""  # compiles the configuration, once per version of it
    script = (
        "import sys\nfrom memory_hygiene.__main__ import run\ncode = run(sys.argv[1:])\n"
        "print('\\n'.join(sys.modules), file=sys.stderr)\nsys.exit(code)"
    )
    payload = json.dumps(plain.payload("memory", _remove("CANARY")))
    command = [sys.executable, "-I", "-c", script, "hook", "hermes-pre-tool-call", str(plain.path)]
    done = subprocess.run(
        command, input=payload, capture_output=True, text=True, env=plain.repo.environment, check=False
    )
    assert "block" in done.stdout
    loaded = {name.split(".")[0] for name in done.stderr.split()}
    assert not loaded & {"click", "git", "ruamel", "markdown_it", "dataclasses", "inspect", "subprocess", "pathlib"}


@pytest.mark.parametrize("is_whole", [True, False])
def test_h26_what_guards_the_memory_is_not_the_agent_s_to_write(tmp_path: Path, is_whole: bool) -> None:
    home = Home(tmp_path / "home", is_whole=is_whole)
    for name in (".hygiene.yaml", ".gitattributes", ".gitignore", ".git/hooks/pre-commit", ".git/config"):
        path = str(home.repo.path / name)
        assert "the operator's" in home.reason("write_file", path=path, content="x"), name
        assert "the operator's" in home.reason("patch", path=path, old_string="a", new_string="b"), name
    work = tmp_path / "home" / "work"
    MemoryRepo(work)
    assert home.reason("write_file", path=str(work / ".gitignore"), content="x") == ""
