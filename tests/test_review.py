"""``hygiene categorize --review``, ``--list`` and ``--forget``: a person says what an entry is, and that holds."""

import fcntl
import json
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.fingerprint import fingerprint
from memory_hygiene.core.kinds.category import Category, Judgement
from memory_hygiene.core.kinds.overrides import tidy_reason
from memory_hygiene.core.planning.actions import Move, Unresolved
from memory_hygiene.core.planning.evidence import nothing_known
from memory_hygiene.core.planning.upkeep import MOVES_FROM
from memory_hygiene.core.settings import Override
from memory_hygiene.edge.config_file import parse_settings

from .conftest import MemoryRepo
from .states import planned

FIRST, SECOND, THIRD = (f"https://example.org/{name}" for name in ("first", "second", "third"))
"""Bare links, of which no categorizer can say what they are for."""
LAST_SUMMER = "2026-08-01T12:00:00+0000"


@pytest.fixture
def memory(hermes: MemoryRepo) -> MemoryRepo:
    """Three entries that nobody can tell the kind of, and one in the other store."""
    hermes.write("MEMORY.md", f"{FIRST}\n§\n{SECOND}\n§\n{THIRD}")
    hermes.write("USER.md", "Likes tea.")
    hermes.commit(date=LAST_SUMMER)
    return hermes


def answer(repo: MemoryRepo, lines: str | bytes, *options: str) -> subprocess.CompletedProcess[str]:
    """The reviewer's loop with these lines on standard input."""
    done = subprocess.run(
        [sys.executable, "-m", "memory_hygiene", "categorize", "--review", *options],
        cwd=repo.path,
        env=repo.environment,
        input=lines.encode() if isinstance(lines, str) else lines,
        capture_output=True,
        check=False,
    )
    text = (done.stdout.decode(), done.stderr.decode())
    return subprocess.CompletedProcess(done.args, done.returncode, *text)


def decisions(repo: MemoryRepo) -> tuple[Override, ...]:
    return parse_settings(repo.read(".hygiene.yaml"), "F").categories


def state(repo: MemoryRepo) -> tuple[str, bytes, str]:
    """All that must be as it was when nothing is saved."""
    return repo.git("rev-parse", "HEAD"), repo.read(".hygiene.yaml"), repo.git("status", "--porcelain")


def plan(repo: MemoryRepo) -> dict[str, list[dict[str, str | float]]]:
    done = repo.hygiene("plan", "--now", "2026-09-15", "--format", "json")
    assert done.returncode == 0, done.stderr
    document: dict[str, list[dict[str, str | float]]] = json.loads(done.stdout)
    return document


# --- the loop, without a terminal


def test_the_message_about_a_bad_answer_does_not_stand_behind_the_question(memory: MemoryRepo) -> None:
    done = answer(memory, "d\n")
    assert done.returncode == 2
    assert done.stdout.endswith("what is it? \n")


def test_answers_are_recorded_in_one_commit_of_the_configuration_alone(memory: MemoryRepo) -> None:
    memory.write("notes.txt", "staged beside\n")
    memory.git("add", "notes.txt")
    before = memory.git("rev-parse", "HEAD").strip()
    done = answer(memory, "5\nher page\n1\ny\n\n8\nq: \x1b[2J é\n")
    assert done.returncode == 0, done.stderr
    assert decisions(memory) == (
        Override(fingerprint(FIRST), "Identity", "her page"),
        Override(fingerprint(SECOND), "Session Note", "reviewed", deletable=True),
        Override(fingerprint(THIRD), "Durable Fact", "q: [2J é"),
    )
    assert memory.git("rev-parse", "HEAD~1").strip() == before
    assert memory.git("diff", "--name-only", "HEAD~1", "HEAD").split() == [".hygiene.yaml"]
    assert memory.git("diff", "--cached", "--name-only").split() == ["notes.txt"]
    said = memory.git("log", "-1", "--format=%B")
    assert said.startswith("hygiene: decide what 3 entries are\n")
    assert f"- {fingerprint(SECOND)} is Session Note, may go by age: reviewed\n" in said
    assert answer(memory, "").stdout == "hygiene: nothing is unresolved for its category\n"


def test_an_entry_is_shown_with_its_place_its_age_and_what_it_is_held_for(memory: MemoryRepo) -> None:
    shown = answer(memory, "", "--now", "2026-09-15").stdout
    assert "1 of 3 · MEMORY.md:1 · unchanged for 45 days\n" in shown
    assert f"    {FIRST}\n" in shown
    assert "held for: Ambiguous (0.90); evidence: " in shown
    assert "5 Identity" in shown


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("s\n4\nx\n", {SECOND: "Technical Config"}),
        ("4\nx\nq\n", {FIRST: "Technical Config"}),
        ("4\nx\n", {FIRST: "Technical Config"}),
        ("4", {FIRST: "Technical Config"}),
        ("4\nx\nu\n8\ny\nQ\n", {FIRST: "Durable Fact"}),
        ("4\nx\ns\nu\nU\n6\nz\nq\n", {FIRST: "Preference"}),
        ("u\nS\n4\r\nx\r\ns\r\n\r\n", {SECOND: "Technical Config"}),
        ("s\ns\n4\nx\nu\n9\nx\nq\n", {THIRD: "Ambiguous"}),
        ("4\nx\n4\nx\n4\nx\n\n\n", {FIRST: "Technical Config", SECOND: "Technical Config", THIRD: "Technical Config"}),
    ],
)
def test_skip_undo_and_quit(lines: str, expected: dict[str, str], memory: MemoryRepo) -> None:
    done = answer(memory, lines)
    assert done.returncode == 0, done.stderr
    assert {one.fingerprint: one.category for one in decisions(memory)} == {
        fingerprint(text): category for text, category in expected.items()
    }


@pytest.mark.parametrize("lines", ["", "q\n", "s\ns\ns\n", "4\nx\nu\nq\n"])
def test_without_an_answer_nothing_is_written(lines: str, memory: MemoryRepo) -> None:
    before = state(memory)
    done = answer(memory, lines)
    assert (done.returncode, state(memory)) == (0, before)
    assert "no answer, nothing is written" in done.stdout


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("4\nx\n0\n", "line 3 of standard input, '0', is no answer"),
        ("4\nx\n\n", "line 3 of standard input, '', is no answer"),
        ("10\n", "is no answer"),
        ("1\nperhaps\n", "line 2 of standard input, 'perhaps', is no answer"),
        ("4\na\n4\nb\n4\nc\n4\nd\n", "line 7 of standard input, '4', is no answer"),
        ('4\nx\n{"id": 1, "text": "x"}\n', "holds JSON Lines"),
        ("4\n" + "x" * 70_000 + "\n", "line 2 of standard input is longer"),
        (b"\xff\x1b[2J\n", "is no answer"),
    ],
)
def test_a_line_that_is_no_answer_saves_nothing(lines: str | bytes, said: str, memory: MemoryRepo) -> None:
    before = state(memory)
    done = answer(memory, lines)
    assert (done.returncode, state(memory)) == (2, before)
    assert said in done.stderr
    assert "\x1b" not in done.stdout + done.stderr


def test_hostile_entries_are_shown_harmless_and_whole_ones_are_cut(hermes: MemoryRepo) -> None:
    hermes.write("MEMORY.md", "\x1b\u202e\x07\n::\n" + "…\n" * 100)
    hermes.write("USER.md", "—")
    hermes.commit()
    shown = answer(hermes, "").stdout
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert "    \\x1b\\u202e\\x07\n    \\::\n" in shown
    assert "… and 62 lines more" in shown


def test_a_text_in_both_stores_is_asked_about_once(memory: MemoryRepo) -> None:
    memory.write("USER.md", f"- [stale] {FIRST} [UNVERIFIED]")
    memory.commit()
    assert "1 of 3 · " in answer(memory, "").stdout


def test_only_one_agent_is_reviewed_and_several_must_be_told_apart(repo: MemoryRepo) -> None:
    roster = "agents:\n  ada: {path: ada, profile: hermes}\n  bert: {path: bert, profile: hermes}\n"
    repo.write(".hygiene.yaml", "version: 1\n" + roster)
    repo.write("ada/MEMORY.md", FIRST)
    repo.write("bert/MEMORY.md", SECOND)
    repo.commit()
    assert "give --agent: ada, bert" in answer(repo, "4\nx\n").stderr
    reasons = json.loads(repo.hygiene("plan", "--agent", "bert", "--format", "json").stdout)["unresolved"]
    assert [one["reason"] for one in reasons] == ["ambiguous: hygiene categorize --agent bert --review decides"]
    done = answer(repo, "4\nx\n", "--agent", "bert")
    assert done.returncode == 0, done.stderr
    assert FIRST not in done.stdout
    assert [one.fingerprint for one in decisions(repo)] == [fingerprint(SECOND)]
    listed = repo.hygiene("categorize", "--list", "--agent", "ada")
    assert listed.stdout.startswith("hygiene: 0 decisions")
    assert "bert/MEMORY.md:1" in repo.hygiene("categorize", "--list").stdout


# --- what would not be saved is said first


def test_who_may_not_change_the_configuration_is_told_before_the_first_question(memory: MemoryRepo) -> None:
    rights = ("--operations", "add,edit,remove,maintain,admin")
    memory.write("MEMORY_WRITERS.md", "| writer | identity | stores | operations |\n|---|---|---|---|\n")
    memory.commit()
    done = memory.hygiene("writers", "add", "boss", "--identity", "boss@example.org", *rights, "--yes")
    assert done.returncode == 0, done.stderr
    before = state(memory)
    for done in (answer(memory, "4\nx\n"), memory.hygiene("categorize", "--forget", "0")):
        assert (done.returncode, state(memory)) == (2, before)
        assert "1 of 3" not in done.stdout
    done = answer(memory, "4\nx\n")
    assert "Test Writer <writer@example.org> may not change .hygiene.yaml" in done.stderr
    assert "those with admin may: boss" in done.stderr


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda repo: repo.write(".hygiene.yaml", "version: 1\nprofile: hermes\n# mine\n"), ".hygiene.yaml"),
        (lambda repo: repo.write(".git/MERGE_HEAD", repo.git("rev-parse", "HEAD")), "a merge is in progress"),
        (
            lambda repo: (repo.write(".hygiene.yaml", '{"version": 1, "profile": "hermes"}'), repo.commit()),
            "a decision does not fit in by itself",
        ),
    ],
)
def test_what_keeps_the_answers_from_being_saved_is_told_first(spoil, said: str, memory: MemoryRepo) -> None:  # type: ignore[no-untyped-def]
    spoil(memory)
    before = state(memory)
    done = answer(memory, "4\nx\n")
    assert (done.returncode, state(memory)) == (2, before)
    assert said in done.stderr
    assert "1 of 3" not in done.stdout


def test_before_the_first_commit_there_is_nothing_to_decide_in(hermes: MemoryRepo) -> None:
    hermes.write("MEMORY.md", FIRST)
    done = answer(hermes, "4\nx\n")
    assert (done.returncode, "there is no commit yet" in done.stderr) == (2, True)


def test_answers_that_cannot_be_committed_are_not_lost(memory: MemoryRepo) -> None:
    memory.write(".git/hooks/pre-commit", "#!/bin/sh\necho not today\nexit 1\n").chmod(0o755)
    before = state(memory)
    done = answer(memory, "4\nhis\n")
    assert (done.returncode, state(memory)[:2]) == (2, before[:2])
    assert f'  "{fingerprint(FIRST)}": {{category: Technical Config, reason: "his"}}\n' in done.stderr
    assert "not today" in done.stderr


# --- what a decision does


def test_a_plan_moves_and_prunes_by_what_was_decided(memory: MemoryRepo) -> None:
    assert plan(memory)["actions"] == []
    assert answer(memory, "5\nher page\n1\ny\nread\n1\nn\nread\n").returncode == 0
    document = plan(memory)
    found = {(one["action"], one["text"], one["category"], one["confidence"]) for one in document["actions"]}
    assert found == {("move", FIRST, "Identity", 1.0), ("prune", SECOND, "Session Note", 1.0)}
    assert document["unresolved"] == []
    assert memory.hygiene("apply", "--now", "2026-09-15").returncode == 0
    assert memory.read("MEMORY.md").decode().split("\n§\n") == [THIRD]


def test_a_decision_outlives_marks_white_space_and_moves_but_not_other_words(memory: MemoryRepo) -> None:
    assert answer(memory, "8\nx\n8\ny\n8\nz\n").returncode == 0
    memory.write("MEMORY.md", f"- [stale] {FIRST} [UNVERIFIED]\n§\n{THIRD}?page=2")
    memory.write("USER.md", f"Likes tea.\n§\n  {SECOND}")
    memory.commit()
    asked = answer(memory, "").stdout
    assert "1 of 1 · MEMORY.md:3" in asked
    listed = json.loads(memory.hygiene("categorize", "--list", "--format", "json").stdout)
    assert [one["stale"] for one in listed["decisions"]] == [False, False, True]


def test_a_decision_outlives_our_own_rewording(hermes: MemoryRepo) -> None:
    hermes.write("MEMORY.md", "Please note that the red door,   or maybe the green one.")
    hermes.commit(date=LAST_SUMMER)
    assert answer(hermes, "8\nsure\n").returncode == 0
    done = hermes.hygiene("apply", "--now", "2026-09-15")
    assert done.returncode == 0, done.stderr
    assert hermes.read("MEMORY.md") == b"The red door, or maybe the green one."
    listed = json.loads(hermes.hygiene("categorize", "--list", "--format", "json").stdout)
    assert listed["summary"] == {"decisions": 1, "stale": 0}
    assert answer(hermes, "").stdout == "hygiene: nothing is unresolved for its category\n"


def test_the_delegate_is_not_asked_about_what_was_decided(memory: MemoryRepo, tmp_path: Path) -> None:
    command = tmp_path / "judge"
    reply = '{"category": "Preference", "confidence": 0.99, "deletable": false}'
    command.write_text(
        f"#!{sys.executable}\nimport json, sys\n"
        f"for line in sys.stdin:\n    asked = json.loads(line)\n"
        f"    open({str(tmp_path / 'asked')!r}, 'a').write(asked['text'] + '\\n')\n"
        f"    print(json.dumps({{'id': asked['id'], **json.loads({reply!r})}}))\n"
    )
    command.chmod(0o755)
    assert answer(memory, "8\nx\n").returncode == 0
    memory.git("config", "hygiene.categorizeCommand", str(command))
    moved = {one["text"] for one in plan(memory)["actions"] if one["action"] == "move"}
    assert moved == {SECOND, THIRD}
    assert FIRST not in (tmp_path / "asked").read_text()


def test_verify_asks_the_endpoints_of_what_was_decided_to_be_technical(memory: MemoryRepo) -> None:
    memory.write("MEMORY.md", "http://127.0.0.1:9/first\n§\nhttp://127.0.0.1:9/second")
    memory.commit()
    assert answer(memory, "4\nit is ours\n").returncode == 0
    document = json.loads(memory.hygiene("verify", "--format", "json").stdout)
    assert [(one["line"], one["category"]) for one in document["entries"]] == [(1, "Technical Config")]
    assert document["summary"]["other_category"] == 1


@pytest.mark.parametrize("category", [Category.IDENTITY, Category.PREFERENCE, Category.OPERATING_RULE])
def test_a_move_needs_confidence(category: Category) -> None:
    files = {"MEMORY.md": b"Fond of it.", "USER.md": b"Tea.", "skills/x/SKILL.md": b"---\n"}

    def made(confidence: float) -> tuple[list[str], list[str]]:
        evidence = replace(
            nothing_known(), judge=lambda text, name: Judgement(category, confidence, None, False, ("fond",))
        )
        found = planned(files, Profile.HERMES, evidence=evidence).plan
        moves = [action.place.text for action in found.actions if isinstance(action, Move)]
        return moves, [one.reason for one in found.unresolved if isinstance(one, Unresolved)]

    moves, reasons = made(MOVES_FROM - 0.01)
    home = "a skill file" if category is Category.OPERATING_RULE else "USER.md"
    assert moves == []
    assert f"perhaps {category.value} (0.64), then it belongs in {home}: hygiene categorize --review decides" in reasons
    moves, reasons = made(MOVES_FROM)
    assert "Fond of it." in moves or any("it belongs in" in reason and "perhaps" not in reason for reason in reasons)


def test_an_ambiguous_entry_names_its_mend(memory: MemoryRepo) -> None:
    assert {one["reason"] for one in plan(memory)["unresolved"]} == {"ambiguous: hygiene categorize --review decides"}


@pytest.mark.parametrize(
    ("said", "kept"),
    [("", "reviewed"), (" \x00\u200b\n", "reviewed"), ("a\tb\u2028c", "a b c"), ("x" * 300, "x" * 200)],
)
def test_a_reason_is_one_line_that_can_be_printed(said: str, kept: str) -> None:
    assert tidy_reason(said) == kept


# --- list and forget


def test_decisions_are_listed_with_their_entries_and_stale_ones_are_noted(memory: MemoryRepo) -> None:
    assert answer(memory, "5\nher page\n1\ny\n\n").returncode == 0
    memory.write("MEMORY.md", f"{FIRST}\n§\n{THIRD}")
    memory.commit()
    done = memory.hygiene("categorize", "--list")
    assert done.returncode == 0, done.stderr
    assert done.stdout == (
        f"{fingerprint(FIRST)}  Identity: her page\n    MEMORY.md:1  {FIRST}\n"
        f"{fingerprint(SECOND)}  Session Note, may go by age: reviewed\n"
        f"    stale, no entry has it now: hygiene categorize --forget {fingerprint(SECOND)}\n"
        "hygiene: 2 decisions, 1 of them stale\n"
    )
    assert json.loads(memory.hygiene("categorize", "--list", "--format", "json").stdout) == {
        "version": 1,
        "decisions": [
            {
                "fingerprint": fingerprint(FIRST),
                "category": "Identity",
                "deletable": False,
                "reason": "her page",
                "stale": False,
                "entries": [{"path": "MEMORY.md", "line": 1, "text": FIRST}],
            },
            {
                "fingerprint": fingerprint(SECOND),
                "category": "Session Note",
                "deletable": True,
                "reason": "reviewed",
                "stale": True,
                "entries": [],
            },
        ],
        "summary": {"decisions": 2, "stale": 1},
    }


def test_a_forgotten_decision_is_asked_for_again(memory: MemoryRepo) -> None:
    before = memory.read(".hygiene.yaml")
    assert answer(memory, "5\nher page\n4\nx\n").returncode == 0
    done = memory.hygiene("categorize", "--forget", fingerprint(FIRST)[:6].upper())
    assert done.returncode == 0, done.stderr
    assert [one.fingerprint for one in decisions(memory)] == [fingerprint(SECOND)]
    assert memory.git("log", "-1", "--format=%s").strip() == "hygiene: forget what 1 entry is"
    assert "1 of 2 · MEMORY.md:1" in answer(memory, "").stdout
    assert memory.hygiene("categorize", "--forget", fingerprint(SECOND)).returncode == 0
    assert memory.read(".hygiene.yaml") == before
    assert "hygiene: 0 decisions" in memory.hygiene("categorize", "--list").stdout


@pytest.mark.parametrize(("name", "said"), [("", "no decision about"), ("zz", "no decision about 'zz'")])
def test_what_was_not_decided_cannot_be_forgotten(name: str, said: str, memory: MemoryRepo) -> None:
    assert answer(memory, "5\nx\n").returncode == 0
    before = state(memory)
    done = memory.hygiene("categorize", "--forget", name)
    assert (done.returncode, state(memory)) == (2, before)
    assert said in done.stderr


@pytest.mark.parametrize(
    "options",
    [
        ("--review", "--list"),
        ("--list", "--forget", "a"),
        ("--agent", "x"),
        ("--format", "json"),
        ("--review", "--format", "json"),
    ],
)
def test_options_that_do_not_go_together_are_refused(options: tuple[str, ...], memory: MemoryRepo) -> None:
    done = memory.hygiene("categorize", *options)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Usage: " in done.stderr


def test_without_options_it_stays_a_filter(memory: MemoryRepo) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "memory_hygiene", "categorize"],
        cwd=memory.path,
        env=memory.environment,
        input='{"id": 1, "text": "Likes tea."}\n',
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, json.loads(done.stdout)["category"]) == (0, "Preference")


# --- the loop at a terminal


class Terminal:
    """A person at a terminal: waits for what is shown, then types."""

    def __init__(self, descriptor: int, process: subprocess.Popen[bytes]) -> None:
        self._descriptor = descriptor
        self.process = process
        self.shown = ""

    def wait_for(self, text: str) -> None:
        """Read until ``text`` is on the screen; what was shown before it is forgotten."""
        end = time.monotonic() + 60
        while text not in self.shown:
            assert time.monotonic() < end, self.shown
            if select.select([self._descriptor], [], [], 1)[0]:
                try:
                    self.shown += os.read(self._descriptor, 65536).decode("utf-8", "replace")
                except OSError:  # the other end is closed
                    pytest.fail(f"{text!r} was never shown, but {self.shown}")
        self.shown = self.shown.partition(text)[2]

    def type(self, text: str) -> None:
        os.write(self._descriptor, text.encode())

    def modes(self) -> list[object]:
        return list(termios.tcgetattr(self._descriptor))


@contextmanager
def at_terminal(repo: MemoryRepo, *options: str) -> Iterator[Terminal]:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "memory_hygiene", "categorize", "--review", *options],
        cwd=repo.path,
        env={**repo.environment, "TERM": "xterm"},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    )
    try:
        yield Terminal(ours, process)
    finally:
        process.kill()
        process.wait()
        os.close(theirs)
        os.close(ours)


def test_single_keys_answer_at_a_terminal(memory: MemoryRepo) -> None:
    with at_terminal(memory) as terminal:
        before = terminal.modes()
        terminal.wait_for("1 of 3 · MEMORY.md:1")
        terminal.wait_for("what is it? ")
        terminal.type("x")
        terminal.wait_for("(1 2 3 4 5 6 7 8 9 s u q)")
        terminal.type("5")
        terminal.wait_for("Identity\r\n")
        terminal.wait_for("why, in one line")
        terminal.type("hér pagx\x7fe\n")
        terminal.wait_for("2 of 3 · ")
        terminal.wait_for("what is it? ")
        terminal.type("u")
        terminal.wait_for("1 of 3 · ")
        terminal.wait_for("what is it? ")
        terminal.type("2")
        terminal.wait_for("(y/N)? ")
        terminal.type("y")
        terminal.wait_for("why, in one line")
        terminal.type("until spring\n")
        terminal.wait_for("what is it? ")
        terminal.type("s")
        terminal.wait_for("3 of 3 · ")
        terminal.wait_for("what is it? ")
        terminal.type("5")
        terminal.wait_for("why, in one line")
        terminal.type("\n")
        terminal.wait_for("saves 2 answers")
        terminal.type("\r")
        terminal.wait_for("2 decisions committed as ")
        assert terminal.process.wait(60) == 0
        assert terminal.modes() == before
    assert decisions(memory) == (
        Override(fingerprint(FIRST), "Temporary State", "until spring", deletable=True),
        Override(fingerprint(THIRD), "Identity", "reviewed"),
    )


@pytest.mark.parametrize("asks", ["what is it? ", "why, in one line"])
def test_ctrl_c_saves_nothing_and_leaves_the_terminal_as_it_was(asks: str, memory: MemoryRepo) -> None:
    unchanged = state(memory)
    with at_terminal(memory) as terminal:
        before = terminal.modes()
        terminal.wait_for("what is it? ")
        terminal.type("5")
        terminal.wait_for("why, in one line")
        terminal.type("sure\n")
        terminal.wait_for("what is it? ")
        if asks == "why, in one line":
            terminal.type("5")
            terminal.wait_for(asks)
        terminal.type("\x03")
        terminal.wait_for("hygiene: interrupted, nothing is saved")
        terminal.wait_for(f'"{fingerprint(FIRST)}": {{category: Identity, reason: "sure"}}')  # to be typed no more
        assert terminal.process.wait(60) == 130
        assert terminal.modes() == before
    assert state(memory) == unchanged


def test_q_saves_and_ctrl_d_is_the_end(memory: MemoryRepo) -> None:
    for key, text in (("q", FIRST), ("\x04", SECOND)):
        with at_terminal(memory) as terminal:
            terminal.wait_for("what is it? ")
            terminal.type("8")
            terminal.wait_for("why, in one line")
            terminal.type("\n")
            terminal.wait_for("what is it? ")
            terminal.type(key)
            terminal.wait_for("1 decision committed as ")
            assert terminal.process.wait(60) == 0
        assert decisions(memory)[-1].fingerprint == fingerprint(text)


def test_ctrl_c_where_there_is_no_terminal_saves_nothing(memory: MemoryRepo) -> None:
    unchanged = state(memory)
    process = subprocess.Popen(
        [sys.executable, "-m", "memory_hygiene", "categorize", "--review"],
        cwd=memory.path,
        env=memory.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write(b"5\nx\n")
    process.stdin.flush()
    shown = b""
    while b"2 of 3" not in shown:
        shown += process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert (process.returncode, said.decode().splitlines()) == (
        130,
        [
            "",
            "hygiene: interrupted, nothing is saved",
            "hygiene: what you answered, to be put below 'categories:' in .hygiene.yaml by hand",
            f'  "{fingerprint(FIRST)}": {{category: Identity, reason: "x"}}',
        ],
    )
    assert state(memory) == unchanged
