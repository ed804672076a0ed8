"""Merges by real git with our driver: two clones that both work, conflicts, rotations, a driver that is not there."""

import os
import random
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import pytest

from memory_hygiene.__main__ import run
from memory_hygiene.core.archive import read_archive
from memory_hygiene.core.audit.ledger import Ledger, append_record, read_ledger, write_record
from memory_hygiene.core.canaries.canary import canary_text, token_digest
from memory_hygiene.core.fingerprint import fingerprint
from memory_hygiene.formats import parse
from memory_hygiene.formats.section_sign import parse as parse_store
from tests.conftest import MemoryRepo

ROUNDS = 50
FACTS = ("The build server is 10.0.0.7.", "Deploys run on Fridays.", "Staging has its own database.")
LEDGER = "MEMORY_AUDIT_LEDGER.md"
ARCHIVE = "archive/MEMORY.archive.md"
DELIMITER = "\n§\n"


def _set_up(repo: MemoryRepo, profile: str = "hermes") -> MemoryRepo:
    done = repo.hygiene("init", ".", "--profile", profile)
    assert done.returncode == 0, done.stdout + done.stderr
    return repo


def _clone(repo: MemoryRepo, name: str, profile: str = "hermes", *, driver: bool = True) -> MemoryRepo:
    """A clone beside ``repo``, set up by init as its user would; without ``driver`` as git leaves it."""
    path = repo.path.parent / name
    repo.git("clone", "-q", str(repo.path), str(path))
    clone = MemoryRepo(path)
    return _set_up(clone, profile) if driver else clone


@pytest.fixture
def first(repo: MemoryRepo) -> MemoryRepo:
    """A memory repo with three facts, set up."""
    return _started(repo, HERMES)


def _texts(repo: MemoryRepo) -> list[str]:
    return [block.text for block in parse_store(repo.read("MEMORY.md")).blocks]


def _commit(repo: MemoryRepo, texts: list[str]) -> None:
    repo.write("MEMORY.md", DELIMITER.join(texts))
    repo.git("commit", "-q", "--no-verify", "-am", "work")


def _ledger(repo: MemoryRepo) -> Ledger:
    return read_ledger(repo.read(LEDGER))


def _merge(repo: MemoryRepo, other: MemoryRepo, *options: str) -> subprocess.CompletedProcess[str]:
    """Merge what ``other`` has, hooks and all."""
    repo.git("fetch", "-q", str(other.path), "HEAD")
    return repo.run("git", "merge", "-q", "--no-edit", *options, "FETCH_HEAD")


def _merged(repo: MemoryRepo, other: MemoryRepo, *options: str) -> None:
    done = _merge(repo, other, *options)
    assert done.returncode == 0, done.stdout + done.stderr


class Form(NamedTuple):
    """How one profile keeps entries: its store and archive, what makes an apply archive one, and a store's bytes."""

    profile: str
    store: str
    archive: str
    mark: str
    filler: str

    def texts(self, repo: MemoryRepo) -> list[str]:
        """The entries of the store, without the marks of a list."""
        if self.profile == "hermes":
            return _texts(repo)
        lines = repo.read(self.store).decode().splitlines()
        return [line.removeprefix("- ") for line in lines if line.startswith("- ")]

    def write(self, repo: MemoryRepo, texts: Iterable[str]) -> None:
        """Write a store that holds these."""
        listed = "# Lore\n\n" + "".join(f"- {text}\n" for text in texts)
        repo.write(self.store, DELIMITER.join(texts) if self.profile == "hermes" else listed)

    def commit(self, repo: MemoryRepo, texts: Iterable[str]) -> None:
        """As ``write``, committed past the hooks."""
        self.write(repo, texts)
        repo.git("commit", "-q", "--no-verify", "-am", "work")


HERMES = Form("hermes", "MEMORY.md", ARCHIVE, "[superseded]", "")
SANCTUM = Form("sanctum", "LORE.md", "references/lore-archive/LORE.archive.md", "[stale]", "and it is long " * 12)


class Side:
    """One clone and whoever works in it, on entries of its own."""

    def __init__(self, repo: MemoryRepo, name: str, dice: random.Random, form: Form) -> None:
        self.repo = repo
        self.name = name
        self.dice = dice
        self.form = form
        self.hot: dict[int, str] = {}
        self.cold: set[str] = set()
        self.dropped: set[str] = set()
        self.count = 0

    def work(self, round_number: int) -> None:
        """Add, edit, and every few rounds archive by apply or drop."""
        texts = self.form.texts(self.repo)
        self._add(texts)
        if self.dice.random() < 0.5:
            self._add(texts)
        self._edit(texts)
        self.form.commit(self.repo, texts)
        if round_number % 3 == 0:
            self._apply(texts)
        if round_number % 4 == 1:
            self._drop()

    def _add(self, texts: list[str]) -> None:
        self.count += 1
        words = self.dice.sample(["otter", "lamp", "ferry", "quay", "tide", "rope", "buoy", "crane", "fog", "salt"], 4)
        text = f"{self.name}{self.count} {' '.join(words)} {self.form.filler}revision 1."
        self.hot[self.count] = text
        texts.insert(self.dice.choice([0, len(texts), len(texts)]), text)

    def _edit(self, texts: list[str]) -> None:
        number = self.dice.choice(list(self.hot))
        old = self.hot[number]
        words = old.removesuffix(".").split(" ")
        self.hot[number] = " ".join([*words[:-1], str(int(words[-1]) + 1)]) + "."
        texts[texts.index(old)] = self.hot[number]

    def _apply(self, texts: list[str]) -> None:
        old = self._take()
        texts[texts.index(old)] = f"{self.form.mark} {old}"
        self.form.commit(self.repo, texts)
        assert run(["-C", str(self.repo.path), "apply"]) == 0
        self.cold.add(f"{self.form.mark} {old}")

    def _drop(self) -> None:
        text = self._take()
        assert run(["-C", str(self.repo.path), "drop", fingerprint(text), "--reason", "over"]) == 0
        (self.cold if self.form is HERMES else self.dropped).add(text)

    def _take(self) -> str:
        return self.hot.pop(self.dice.choice(list(self.hot)))


def _meet(round_number: int, one: MemoryRepo, other: MemoryRepo) -> None:
    """Bring the work of both together: by a merge on either side, on both at once, or by a rebase."""
    first, second = (one, other) if round_number % 2 else (other, one)
    if round_number % 7 == 3:
        second.git("fetch", "-q", str(first.path), "HEAD")
        second.git("rebase", "-q", "FETCH_HEAD")
        _merged(first, second, "--ff-only")
    elif round_number % 5 == 4:  # a criss-cross: both merge what the other had
        tips = [repo.git("rev-parse", "HEAD").strip() for repo in (one, other)]
        _merged(one, other)
        other.git("fetch", "-q", str(one.path), "HEAD")
        other.git("merge", "-q", "--no-edit", tips[0])
        assert tips[1] != other.git("rev-parse", "HEAD").strip()
        assert one.git("rev-parse", "HEAD^{tree}") == other.git("rev-parse", "HEAD^{tree}")
    else:
        _merged(first, second)
        _merged(second, first, "--ff-only")


def _started(repo: MemoryRepo, form: Form) -> MemoryRepo:
    """A memory repo with three facts, set up."""
    config = f"version: 1\nprofile: {form.profile}\nmax_memory_chars: 100000\n"
    repo.write(".hygiene.yaml", config)
    form.write(repo, FACTS)
    repo.commit()
    return _set_up(repo, form.profile)


@pytest.mark.parametrize("form", [HERMES, SANCTUM], ids=lambda form: form.profile)
def test_two_clones_that_both_work_for_50_rounds_lose_nothing_and_end_equal(
    repo: MemoryRepo, monkeypatch: pytest.MonkeyPatch, form: Form
) -> None:
    monkeypatch.chdir(repo.path.parent)  # commands that run in this process change it
    for name, value in (("COUNT", "1"), ("KEY_0", "core.hooksPath"), ("VALUE_0", os.devnull)):
        monkeypatch.setenv(f"GIT_CONFIG_{name}", value)  # their gate runs in this process; merges run all hooks
    _started(repo, form)
    start = repo.git("rev-parse", "HEAD").strip()
    dice = random.Random(11)
    sides = [Side(repo, "A", dice, form), Side(_clone(repo, "other", form.profile), "B", dice, form)]
    for round_number in range(ROUNDS):
        for side in sides:
            side.work(round_number)
        _meet(round_number, sides[0].repo, sides[1].repo)
    _merged(sides[0].repo, sides[1].repo)
    _merged(sides[1].repo, sides[0].repo)
    for one in (side.repo for side in sides):
        _holds_all(one, sides, start, form)
    assert sides[0].repo.git("rev-parse", "HEAD") == sides[1].repo.git("rev-parse", "HEAD")


def _holds_all(repo: MemoryRepo, sides: list[Side], start: str, form: Form) -> None:
    texts = [text for text in form.texts(repo) if "[archived" not in text and "CANARY" not in text]
    wanted = [*FACTS, *(text for side in sides for text in side.hot.values())]
    assert sorted(texts) == sorted(wanted)
    cold = {text for side in sides for text in side.cold}
    assert {
        kept.data.decode().removeprefix("- ").strip() for kept in read_archive(repo.read(form.archive), parse).kept
    } == cold
    removed = {judged.fingerprint for record in _ledger(repo).records for judged in record.removed}
    assert {fingerprint(text) for text in cold.union(*(side.dropped for side in sides))} <= removed
    for command in (("ledger", "verify"), ("check", "--from-ref", start, "--to-ref", "HEAD")):
        done = repo.hygiene(*command)
        assert done.returncode == 0, done.stdout + done.stderr
    assert repo.git("status", "--porcelain") == ""


def test_an_entry_edited_on_both_sides_is_for_a_person_and_neither_is_lost(first: MemoryRepo) -> None:
    other = _clone(first, "other")
    _commit(first, [text.replace("10.0.0.7", "10.0.0.8") for text in _texts(first)] + ["One is new."])
    _commit(other, [text.replace("10.0.0.7", "10.0.0.9") for text in _texts(other)] + ["Two is new."])
    done = _merge(first, other)
    assert done.returncode == 1
    assert "CONFLICT" in done.stdout
    assert "hygiene: MEMORY.md: both sides changed the same entry (1 marked)" in done.stderr
    texts = _texts(first)
    assert "One is new." in texts
    assert "Two is new." in texts
    assert any(text.startswith("<<<<<<< ours\n") and "10.0.0.8" in text and "10.0.0.9" in text for text in texts)
    first.git("add", "MEMORY.md")
    refused = first.run("git", "commit", "-q", "--no-edit")
    assert refused.returncode != 0
    assert "conflict-marker" in refused.stdout + refused.stderr


def _rotate(repo: MemoryRepo, token: str, time: str) -> None:
    """A rotation as the command makes it, at a time of our choice."""
    texts = [canary_text(token) if "CANARY" in text else text for text in _texts(repo)]
    record = write_record(time, (("canary", f"MEMORY.md {token_digest(token)}"),), before=_ledger(repo))
    repo.write(LEDGER, append_record(repo.read(LEDGER), record))
    _commit(repo, texts)


def test_of_two_rotations_the_later_one_is_in_force_on_both_sides(first: MemoryRepo) -> None:
    other = _clone(first, "other")
    for repo, token, day in ((first, "1" * 16, "2026-10-02"), (other, "2" * 16, "2026-10-01")):
        _rotate(repo, token, f"{day}T10:00:00Z")
    right = [text for text in _texts(first) if "CANARY" in text]
    assert "1" * 16 in right[0]
    tips = [repo.git("rev-parse", "HEAD").strip() for repo in (first, other)]
    _merged(first, other)
    other.git("fetch", "-q", str(first.path), "HEAD")
    other.git("merge", "-q", "--no-edit", tips[0])
    for repo in (first, other):
        assert [text for text in _texts(repo) if "CANARY" in text] == right
        done = repo.hygiene("canary", "verify")
        assert done.returncode == 0, done.stdout + done.stderr


def _both_add(one: MemoryRepo, other: MemoryRepo) -> None:
    _commit(one, [*_texts(one), "Ours is new."])
    _commit(other, [*_texts(other), "Theirs is new."])


def test_a_clone_without_the_driver_gets_the_lines_of_git_and_nothing_is_lost(first: MemoryRepo) -> None:
    other = _clone(first, "bare clone", driver=False)
    _both_add(first, other)
    done = _merge(other, first)
    assert done.returncode == 1
    assert b"<<<<<<<" in other.read("MEMORY.md")


@pytest.mark.parametrize("fault", ["#!/bin/sh\nexit 1\n", "#!/bin/sh\nexit 127\n", "#!/bin/sh\nkill -9 $$\n", ""])
def test_a_driver_that_breaks_falls_back_to_lines(first: MemoryRepo, tmp_path: Path, fault: str) -> None:
    other = _clone(first, "other")
    program = tmp_path / "broken"
    if fault:
        program.write_text(fault)
        program.chmod(0o755)
    command = other.git("config", "merge.hygiene.driver")
    rest = command[command.index(" merge-driver %O") :].strip()
    other.git("config", "merge.hygiene.driver", f"'{program}'{rest}")
    _both_add(first, other)
    assert _merge(other, first).returncode == 1
    text = other.read("MEMORY.md").decode()
    assert "Ours is new." in text
    assert "Theirs is new." in text
    assert "<<<<<<<" in text


def test_a_merge_without_the_driver_that_loses_an_entry_is_stopped_by_the_gate(first: MemoryRepo) -> None:
    other = _clone(first, "other")
    other.git("config", "--unset", "merge.hygiene.driver")
    _both_add(first, other)
    assert _merge(other, first).returncode == 1
    other.git("checkout", "-q", "--ours", "MEMORY.md")
    other.git("add", "MEMORY.md")
    refused = other.run("git", "commit", "-q", "--no-edit")
    assert refused.returncode != 0
    assert "entry-lost" in refused.stdout + refused.stderr
    assert "Ours is new." in refused.stdout + refused.stderr


def test_a_ledger_that_the_driver_cannot_merge_is_stopped_by_the_gate_when_a_side_is_dropped(first: MemoryRepo) -> None:
    other = _clone(first, "other")
    for repo in (first, other):
        number = fingerprint(FACTS[0] if repo is first else FACTS[1])
        assert repo.hygiene("drop", number, "--reason", "over").returncode == 0
    other.git("config", "merge.hygiene.driver", "false")
    assert _merge(other, first).returncode == 1
    for path in (LEDGER, "MEMORY.md", ARCHIVE):
        other.run("git", "checkout", "-q", "--ours", path)
    other.git("add", "-A")
    refused = other.run("git", "commit", "-q", "--no-edit")
    assert refused.returncode != 0
    assert "ledger-rewritten" in refused.stdout + refused.stderr


def _dropped(repo: MemoryRepo, text: str) -> None:
    done = repo.hygiene("drop", fingerprint(text), "--reason", "over")
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_cherry_picked_drop_goes_on_where_the_ledger_ended(first: MemoryRepo) -> None:
    start = first.git("rev-parse", "HEAD").strip()
    other = _clone(first, "other")
    _dropped(other, FACTS[0])
    _dropped(first, FACTS[1])
    ledger = first.read(LEDGER)
    first.git("fetch", "-q", str(other.path), "HEAD")
    first.git("cherry-pick", "FETCH_HEAD")
    assert first.read(LEDGER).startswith(ledger)
    kept = read_archive(first.read(ARCHIVE), parse).kept
    assert [block.data.decode() for block in kept] == [FACTS[1], FACTS[0]]
    for command in (("ledger", "verify"), ("check", "--from-ref", start, "--to-ref", "HEAD")):
        done = first.hygiene(*command)
        assert done.returncode == 0, done.stdout + done.stderr


def test_work_that_was_put_aside_comes_back_beside_what_came_meanwhile(first: MemoryRepo) -> None:
    first.write("MEMORY.md", DELIMITER.join([*_texts(first), "Put aside."]))
    first.git("stash", "-q")
    _commit(first, [*_texts(first), "Came meanwhile."])
    first.git("stash", "pop", "-q")
    assert {"Put aside.", "Came meanwhile."} <= set(_texts(first))


LORE = "# Lore\n\n## Servers\n\n- The build server is 10.0.0.7.\n- Staging is new.\n\n## People\n\n- Ada likes tea.\n"


def test_a_sanctum_in_a_folder_of_its_own_is_merged_entry_by_entry(repo: MemoryRepo) -> None:
    repo.write("mind/heron/LORE.md", LORE)
    repo.commit()
    done = repo.hygiene("init", "mind/heron", "--profile", "sanctum")
    assert done.returncode == 0, done.stderr
    repo.git("clone", "-q", str(repo.path), "../other")
    other = MemoryRepo(repo.path.parent / "other")
    assert other.hygiene("doctor", "--fix").returncode == 0
    for one, added in ((repo, "- A mirror runs.\n"), (other, "- A queue runs.\n")):
        text = LORE.replace("- Staging is new.\n", f"- Staging is new.\n{added}")
        one.write("mind/heron/LORE.md", text.replace("- Ada likes tea.\n", "") if one is other else text)
        one.git("commit", "-q", "--no-verify", "-am", "work")
    done = _merge(other, repo)
    assert done.returncode == 0, done.stdout + done.stderr  # what a branch removed was judged on that branch
    wanted = LORE.replace("- Ada likes tea.\n", "").replace("new.\n", "new.\n- A mirror runs.\n- A queue runs.\n")
    assert other.read("mind/heron/LORE.md").decode() == wanted
