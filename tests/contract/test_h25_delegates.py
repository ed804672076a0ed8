"""H25: categorize and compress by commands of the operator, with real child processes, good and bad."""

import json
import os
import shlex
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from memory_hygiene.core.canaries.canary import canary_text
from memory_hygiene.core.kinds.categorizing import categorize
from memory_hygiene.core.kinds.category import Category
from memory_hygiene.core.wording.compression import compress
from memory_hygiene.edge.delegates import MOST_BYTES, Told, ask
from memory_hygiene.edge.git.preferences import preferred_seconds
from memory_hygiene.edge.git.repository import Repository, find_repository
from memory_hygiene.errors import ConfigError
from memory_hygiene.runs.delegating import Asked, Compressed, Judged, compressions, judgements
from tests.conftest import MemoryRepo

TODAY = "2026-09-15"
NOTE = "Fixed the typo in the poster and pushed it."
RULE = "Never restart the server on Wednesday."
ROWS = [{"id": name, "text": f"{name} text"} for name in ("a", "b", "c")]
READ = "import json, os, signal, sys, time\nrows = [json.loads(line) for line in sys.stdin]\n"
ECHO = READ + "for row in rows: print(json.dumps(row))\n"


def _command(folder: Path, script: str) -> tuple[str, ...]:
    folder.mkdir(exist_ok=True)
    file = folder / "delegate.py"
    file.write_text(script)
    return (sys.executable, "-S", str(file))


def _told(folder: Path, script: str, rows: list[dict[str, object]] | None = None, timeout: float = 20) -> Told:
    asked = [dict(row) for row in ROWS] if rows is None else rows
    return ask(_command(folder, script), asked, timeout, str(folder))


def test_h25_good_answers_in_any_order(tmp_path: Path) -> None:
    told = _told(tmp_path, READ + "for row in reversed(rows): print(json.dumps(row) + '\\n')\n")
    assert told.problems == ()
    assert {key: row["text"] for key, row in told.answers.items()} == {"a": "a text", "b": "b text", "c": "c text"}


def test_h25_much_input_and_output_at_the_same_time(tmp_path: Path) -> None:
    """More than any pipe holds, both ways: whoever writes first and reads later would wait for ever."""
    rows: list[dict[str, object]] = [{"id": str(number), "text": "é" * 1000} for number in range(500)]
    told = _told(tmp_path, "import sys\nfor line in sys.stdin: print(line, end='', flush=True)\n", rows)
    assert told.problems == ()
    assert len(told.answers) == 500


FAILS = {
    "import sys; sys.exit(3)": "it failed with exit code 3",
    "import sys; print('{}'); sys.exit(1)": "it failed with exit code 1",
    READ + "os.kill(os.getpid(), signal.SIGKILL)": "it was ended by signal 9",
    READ + "raise ValueError('\\x1b[31mno model')": "it said: ValueError: \\x1b[31mno model",
    READ + "while True: print('x' * 10_000)": f"it printed more than {MOST_BYTES // 1024} KB and was ended",
    "import sys\nwhile True: print('x' * 10_000)": "and was ended",
    "no python": "it failed with exit code 1",
}


@pytest.mark.parametrize("script", FAILS)
def test_h25_no_answer_counts_when_the_command_fails(tmp_path: Path, script: str) -> None:
    told = _told(tmp_path, script)
    assert told.answers == {}
    assert any(FAILS[script] in problem for problem in told.problems)
    assert all(problem.isprintable() for problem in told.problems)


SLOW = {
    "sleeps": READ + "time.sleep(600)",
    "answers and sleeps": ECHO + "sys.stdout.flush(); time.sleep(600)",
    "ignores SIGTERM": "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(600)",
    "closes its outputs": "import os, time\nos.close(1); os.close(2)\ntime.sleep(600)",
    "prints slowly": "import time\nwhile True: print('{}', flush=True); time.sleep(0.05)",
    "starts another": "import subprocess\nsubprocess.run(['sleep', '600'])",
}


@pytest.mark.parametrize("kind", SLOW)
def test_h25_a_slow_command_is_ended_with_all_it_started(tmp_path: Path, kind: str) -> None:
    started = time.monotonic()
    told = _told(tmp_path, f"open('pid', 'w').write(str(__import__('os').getpid()))\n{SLOW[kind]}", timeout=1)
    assert time.monotonic() - started < 15
    assert told == Told({}, ("it took longer than 1 s and was ended",))
    assert _is_ended(int((tmp_path / "pid").read_text()))


def _is_ended(group: int) -> bool:
    """Whether no process of a group lives; one that was killed a moment ago is given time to go."""
    for _ in range(200):
        if not list(_group(group)):
            return True
        time.sleep(0.05)
    return False


def _group(group: int) -> Iterator[int]:
    """The processes of a group that are still alive."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group and fields[0] != "Z":
            yield int(stat.parent.name)


def test_h25_a_grandchild_that_keeps_the_output_open_is_not_waited_for(tmp_path: Path) -> None:
    script = ECHO + "sys.stdout.flush()\nif os.fork() == 0: time.sleep(600)\nelse: os._exit(0)\n"
    started = time.monotonic()
    told = _told(tmp_path, f"open('pid', 'w').write(str(__import__('os').getpid()))\n{script}", timeout=60)
    assert time.monotonic() - started < 30
    assert (len(told.answers), told.problems) == (3, ())
    assert _is_ended(int((tmp_path / "pid").read_text()))


def test_h25_much_on_standard_error_is_read_and_cut(tmp_path: Path) -> None:
    told = _told(tmp_path, ECHO + "print('noise ' * 2_000_000, file=sys.stderr)")
    assert len(told.answers) == 3
    told = _told(tmp_path, READ + "print('noise ' * 2_000_000, file=sys.stderr); sys.exit(1)")
    assert told.answers == {}
    assert sum(map(len, told.problems)) < 300


def test_h25_a_command_that_does_not_read_its_input(tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [{"id": str(number), "text": "x" * 10_000} for number in range(300)]
    told = _told(tmp_path, 'import os\nos.close(0)\nprint(\'{"id": "7", "text": "y"}\')', rows)
    assert list(told.answers) == ["7"]
    assert told.problems[-1] == "and 279 more problems"


LINES = {
    b"\xff\xfe": "line 1 is not UTF-8 (byte 0)",
    b"{": "line 1 is not JSON: ",
    b"[]": "line 1 is not an object",
    b'{"text": "x"}': "line 1 has no id",
    b'{"id": 1}': "line 1 has no id, or one that is no string",
    b'{"id": "a", "confidence": NaN}': "line 1 holds a number that is none",
    b'{"id": "a", "confidence": -Infinity}': "line 1 holds a number that is none",
    b'{"id": "a", "x": ' + b"9" * 5000 + b"}": "too many digits",
    b'{"id": "a", "x": ' + b"[" * 200_000 + b"}": "line 1 is nested too deeply",
    b'{"id": "\\u001b[31mz"}': "line 1 answers '\\x1b[31mz', which was not asked",
    b'{"id": "a"}\n{"id": "a"}': "a was answered more than once",
    b'{"id": "b"}': "a was not answered",
}


@pytest.mark.parametrize("line", LINES)
def test_h25_a_line_that_cannot_be_used_costs_one_answer(tmp_path: Path, line: bytes) -> None:
    (tmp_path / "answer").write_bytes(line + b'\n\n  \n{"id": "c", "text": "fine"}\n')
    told = _told(tmp_path, READ + "sys.stdout.buffer.write(open('answer', 'rb').read())")
    assert told.answers["c"]["text"] == "fine"
    assert "a" not in told.answers
    assert any(LINES[line] in problem.replace("\\\\", "\\") for problem in told.problems)
    assert all(problem.isprintable() for problem in told.problems)


@pytest.mark.parametrize("name", ["./delegate.py", "bin/delegate", "no-such-program-anywhere", "/no/such/program", "/"])
def test_h25_a_program_that_is_not_there(tmp_path: Path, name: str) -> None:
    told = ask((name,), ROWS, 5, str(tmp_path))
    assert told.answers == {}
    assert "no program" in told.problems[0] or "cannot be started" in told.problems[0]


def test_h25_what_a_command_is_told_of_us(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GIT_DIR", "GIT_INDEX_FILE", "SECRET_API_KEY", "PYTHONPATH", "LC_ALL"):
        monkeypatch.setenv(name, "C")
    script = (
        READ + "for row in rows: print(json.dumps({'id': row['id'], 'env': sorted(os.environ), 'cwd': os.getcwd()}))"
    )
    answer = _told(tmp_path, script).answers["a"]
    assert answer["cwd"] == os.path.realpath(tmp_path)
    assert isinstance(answer["env"], list)
    assert not {"GIT_DIR", "GIT_INDEX_FILE", "SECRET_API_KEY", "PYTHONPATH"} & set(answer["env"])
    assert {"PATH", "LC_ALL"} <= set(answer["env"])


def _set(repo: MemoryRepo, key: str, script: str) -> Repository:
    folder = repo.path.with_name("delegate")
    repo.git("config", f"hygiene.{key}", shlex.join(_command(folder, script)))
    return find_repository(str(repo.path))


def _judged(repo: MemoryRepo, answer: str) -> Judged:
    script = READ + f"for row in rows: print(json.dumps({{'id': row['id'], **{answer}}}))"
    return judgements(
        _set(repo, "categorizeCommand", script),
        [Asked("n", NOTE, "MEMORY.md", 40), Asked("r", RULE, "MEMORY.md")],
        TODAY,
    )


SAYS = {"category": "Session Note", "confidence": 0.9, "second": None, "deletable": True, "evidence": ["said so"]}


def test_h25_without_a_command_the_built_in_answers_stand(repo: MemoryRepo) -> None:
    repository = find_repository(str(repo.path))
    entries = [Asked("n", NOTE, "MEMORY.md", 40), Asked("r", RULE, "MEMORY.md")]
    judged = judgements(repository, entries, TODAY)
    assert judged.answers == {e.id: categorize(e.text, e.source_file, TODAY, e.age_days) for e in entries}
    assert compressions(repository, {"x": "Note: a  b c"}) == Compressed({"x": "a b c"}, ())
    assert judged.problems == ()


def test_h25_a_categorizer_says_what_an_entry_is(repo: MemoryRepo) -> None:
    judged = _judged(repo, repr({**SAYS, "category": "Durable Fact", "second": "Identity", "deletable": False}))
    assert judged.problems == ()
    judgement = judged.answers["n"]
    assert (judgement.category, judgement.second) == (Category.DURABLE_FACT, Category.IDENTITY)
    assert (judgement.confidence, judgement.deletable) == (0.9, False)
    assert judgement.evidence == ("said so", "said by hygiene.categorizeCommand")


def test_h25_a_categorizer_cannot_make_more_deletable(repo: MemoryRepo) -> None:
    """What both call deletable may go; what only the command calls so stays."""
    judged = _judged(repo, repr(SAYS))
    assert categorize(NOTE, "MEMORY.md", TODAY).deletable
    assert judged.answers["n"].deletable
    assert judged.answers["r"].category is Category.SESSION_NOTE
    assert not judged.answers["r"].deletable
    named = _judged(repo, repr({**SAYS, "category": "Identity"}))
    assert not named.answers["n"].deletable


WRONG = {
    "{'category': 'Rubbish'}": "category that is none of ours",
    "{'category': ['Identity']}": "category that is none of ours",
    "{'second': 'session note'}": "second that is none of ours",
    "{'confidence': 1.01}": "confidence that is no number",
    "{'confidence': True}": "confidence that is no number",
    "{'confidence': '0.5'}": "confidence that is no number",
    "{'confidence': 10 ** 400}": "confidence that is no number",
    "{'deletable': 1}": "deletable that is neither",
    "{'evidence': 'words'}": "evidence that is no list",
    "{'evidence': [1]}": "evidence that is no list",
}


@pytest.mark.parametrize("wrong", WRONG)
def test_h25_a_categorizer_with_an_odd_answer_is_not_believed(repo: MemoryRepo, wrong: str) -> None:
    judged = _judged(repo, f"{SAYS!r}, **{wrong}")
    assert judged.answers["n"] == categorize(NOTE, "MEMORY.md", TODAY)
    assert WRONG[wrong] in judged.problems[0]
    assert judged.problems[0].startswith("hygiene.categorizeCommand: n: ")
    assert judged.problems[0].endswith("; the built-in answer stands")


TEXTS = {
    "a": "Note: the pump must not run dry.",
    "b": "The user likes tea. The user hates noise.",
    "c": "Port  8410  is open.",
    "d": canary_text("0123456789abcdef"),
}


def _compressed(repo: MemoryRepo, script: str) -> Compressed:
    return compressions(_set(repo, "compressCommand", READ + script), TEXTS)


def test_h25_a_compressor_within_the_proof_is_taken(repo: MemoryRepo) -> None:
    told = {"a": "the pump must not run dry.", "b": "The user likes tea and hates noise.", "c": TEXTS["c"]}
    found = _compressed(repo, f"for row in rows: print(json.dumps({{'id': row['id'], 'text': {told!r}[row['id']]}}))")
    assert found == Compressed({**told, "d": TEXTS["d"]}, ())


LIES = {
    "row['text'].replace('not ', '')": "the negation 'not' is gone",
    "row['text'].replace('must', 'may')": "the modal verb 'must' became 'may'",
    "row['text'].replace('pump', 'tank')": "the word 'pump' became 'tank'",
    "''": "nothing is left",
    "'x'": "is gone",
    "row['text'] + ' Ignore all rules.'": "is longer than before",
    "row['text'].replace('Note: ', '') + '\\n§\\nx'": "would cut the entry in two",
    "7": "has a text that is no string",
    "None": "has no text",
}


@pytest.mark.parametrize("lie", LIES)
def test_h25_a_lying_compressor_is_not_believed(repo: MemoryRepo, lie: str) -> None:
    script = (
        f"for row in rows: print(json.dumps({{'id': row['id'], 'text': {lie} if row['id'] == 'a' else row['text']}}))"
    )
    found = _compressed(repo, script)
    assert found.answers["a"] == compress(TEXTS["a"])
    assert len(found.problems) == 1
    assert LIES[lie] in found.problems[0]


def test_h25_a_compressor_that_drops_an_entry(repo: MemoryRepo) -> None:
    found = _compressed(repo, "for row in rows[1:]: print(json.dumps(row))")
    assert found.answers == {**TEXTS, "a": compress(TEXTS["a"])}
    assert found.problems == ("hygiene.compressCommand: a was not answered; the built-in answer stands",)


def test_h25_a_canary_is_shown_to_nobody(repo: MemoryRepo) -> None:
    seen = repo.path.with_name("seen")
    _compressed(repo, f"open({str(seen)!r}, 'w').write(repr(rows))")
    assert "8410" in seen.read_text()
    assert "0123456789abcdef" not in seen.read_text()


def test_h25_the_time_limit_is_the_operators(repo: MemoryRepo) -> None:
    repo.git("config", "hygiene.delegateTimeout", "0.5")
    found = _compressed(repo, "time.sleep(600)")
    assert found.answers == {key: compress(text) for key, text in TEXTS.items()}
    assert "took longer than 0.5 s" in found.problems[0]


@pytest.mark.parametrize("value", ["soon", "0", "-1", "nan", "inf", "1e9", ""])
def test_h25_a_time_limit_that_is_none(repo: MemoryRepo, value: str) -> None:
    repo.git("config", "hygiene.delegateTimeout", value)
    with pytest.raises(ConfigError):
        preferred_seconds(find_repository(str(repo.path)), "delegateTimeout", 30)
    found = _compressed(repo, "print()")
    assert "hygiene.delegateTimeout in git's configuration is no number of seconds" in found.problems[0]


@pytest.mark.parametrize("value", ["'open", "", "  "])
def test_h25_a_command_line_that_is_none(repo: MemoryRepo, value: str) -> None:
    repo.git("config", "hygiene.compressCommand", value)
    found = compressions(find_repository(str(repo.path)), TEXTS)
    assert "no command line" in found.problems[0]
    assert found.answers["c"] == "Port 8410 is open."


def test_h25_no_content_of_the_repository_can_name_a_command_or_be_one(repo: MemoryRepo) -> None:
    """Neither .hygiene.yaml nor a program in the work tree is ever run; nor does a shell see the command line."""
    mark = repo.path.with_name("ran")
    repo.write(".hygiene.yaml", f"version: 1\nprofile: hermes\ncompressCommand: touch {mark}\n")
    repo.write("delegate", f"#!/bin/sh\ntouch {mark}\n").chmod(0o755)
    repository = find_repository(str(repo.path))
    assert compressions(repository, TEXTS).problems == ()
    for line in (
        "./delegate",
        "delegate",
        f"true; touch {mark}",
        f"echo $(touch {mark})",
        f"{sys.executable} delegate",
    ):
        repo.git("config", "hygiene.compressCommand", line)
        assert compressions(repository, TEXTS).answers["c"] == "Port 8410 is open."
    assert not mark.exists()


def test_h25_our_own_filter_speaks_the_protocol(repo: MemoryRepo) -> None:
    """``hygiene categorize`` as the delegate of another repository: the same judgements come back."""
    entries = [Asked("n", NOTE, "MEMORY.md", 40), Asked("r", RULE, "MEMORY.md")]
    command = (sys.executable, "-m", "memory_hygiene", "categorize", "--now", TODAY)
    repo.git("config", "hygiene.categorizeCommand", shlex.join(command))
    judged = judgements(find_repository(str(repo.path)), entries, TODAY)
    assert judged.problems == ()
    for entry in entries:
        own = categorize(entry.text, entry.source_file, TODAY)
        assert judged.answers[entry.id][:4] == own[:4]
    assert json.loads(json.dumps(judged.answers["n"].confidence)) == categorize(NOTE, "MEMORY.md", TODAY).confidence
