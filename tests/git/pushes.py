"""Pushes a server must take or turn away. Each prepares commits without any hook and names the refs to push."""

from collections.abc import Callable
from typing import NamedTuple

from memory_hygiene.core.audit.ledger import Judged, write_record
from memory_hygiene.core.fingerprint import fingerprint

from .runners import FACTS, GONE, LEFT, NEW, Scene

Prepare = Callable[[Scene], tuple[str, ...]]
MAIN = ("main",)
SIDE_FACT = "The side fact of the other branch."


class Push(NamedTuple):
    """What is pushed, whether it must be refused, words that must be in the output, and how the server begins."""

    prepare: Prepare
    is_refused: bool
    told: tuple[str, ...] = ()
    is_first: bool = False

    @property
    def name(self) -> str:
        """The name in test reports."""
        return self.prepare.__name__


PUSHES: list[Push] = []


def _push(is_refused: bool, *told: str, is_first: bool = False) -> Callable[[Prepare], Prepare]:
    def add(prepare: Prepare) -> Prepare:
        PUSHES.append(Push(prepare, is_refused, told, is_first))
        return prepare

    return add


def step(scene: Scene, *facts: str) -> str:
    """A commit without hooks in which the store holds these facts."""
    scene.hold(*facts)
    return scene.record()


def add_record(scene: Scene, text: str = GONE) -> None:
    """Stage a ledger record that says why an entry went."""
    record = write_record("2026-09-15T10:00:00Z", (), (Judged(fingerprint(text), "drop", "not needed"),))
    scene.write("MEMORY_AUDIT_LEDGER.md", "# Memory audit ledger\n" + record)
    scene.git("add", "MEMORY_AUDIT_LEDGER.md")


@_push(False, is_first=True)
def first_push(scene: Scene) -> tuple[str, ...]:
    step(scene, *FACTS, NEW)
    return MAIN


@_push(True, "entry-lost", is_first=True)
def first_push_with_a_loss_inside(scene: Scene) -> tuple[str, ...]:
    step(scene, *LEFT)
    step(scene, *LEFT, NEW)
    return MAIN


@_push(False, is_first=True)
def first_push_with_a_loss_before_the_set_up(scene: Scene) -> tuple[str, ...]:
    config = scene.read(".hygiene.yaml")
    scene.git("update-ref", "-d", "HEAD")
    scene.git("rm", "-q", "--cached", ".hygiene.yaml")
    scene.record()
    step(scene, *LEFT)
    scene.write(".hygiene.yaml", config)
    scene.git("add", ".hygiene.yaml")
    scene.record()
    step(scene, *LEFT, NEW)
    return MAIN


@_push(False)
def append(scene: Scene) -> tuple[str, ...]:
    step(scene, *FACTS, NEW)
    return MAIN


@_push(True, "entry-lost", GONE)
def loss(scene: Scene) -> tuple[str, ...]:
    step(scene, *LEFT)
    return MAIN


@_push(True, "entry-lost")
def loss_followed_by_an_innocent_commit(scene: Scene) -> tuple[str, ...]:
    step(scene, *LEFT)
    step(scene, *LEFT, NEW)
    return MAIN


@_push(True, "entry-lost")
def untracked(scene: Scene) -> tuple[str, ...]:
    scene.git("rm", "-q", "--cached", "MEMORY.md")
    scene.record()
    return MAIN


@_push(False)
def archived(scene: Scene) -> tuple[str, ...]:
    scene.write("archive/MEMORY.archive.md", f"## [2026-09-15] archived from MEMORY.md\n\n{GONE}\n")
    scene.git("add", "archive")
    step(scene, *LEFT)
    return MAIN


@_push(False)
def marked_in_one_commit_and_pruned_in_the_next(scene: Scene) -> tuple[str, ...]:
    step(scene, FACTS[0], f"[wrong] {GONE}", *FACTS[2:])
    step(scene, *LEFT)
    return MAIN


@_push(False)
def edited_step_by_step_until_nothing_is_left_of_it(scene: Scene) -> tuple[str, ...]:
    for text in (
        "Deploys run on Fridays only, never on Mondays.",
        "Deploys never run on Mondays, only rarely.",
        "Releases never start on Mondays, only rarely.",
    ):
        step(scene, FACTS[0], text, *FACTS[2:])
    return MAIN


@_push(False, "warning", "restored or accounted for later")
def lost_and_restored_inside(scene: Scene) -> tuple[str, ...]:
    step(scene, *LEFT)
    step(scene, *FACTS)
    return MAIN


@_push(False, "restored or accounted for later")
def lost_and_recorded_afterwards(scene: Scene) -> tuple[str, ...]:
    step(scene, *LEFT)
    add_record(scene)
    scene.record()
    return MAIN


@_push(True, "entry-lost", NEW)
def an_older_record_settles_no_new_loss(scene: Scene) -> tuple[str, ...]:
    add_record(scene, NEW)
    scene.record()
    scene.quiet("push", "-q", "--no-verify", "origin", "main")
    step(scene, *FACTS, NEW)
    step(scene, *FACTS)
    return MAIN


@_push(True, "entry-lost", NEW)
def born_and_lost_inside(scene: Scene) -> tuple[str, ...]:
    step(scene, *FACTS, NEW)
    step(scene, *FACTS)
    return MAIN


@_push(True, "entry-lost", is_first=True)
def configuration_taken_away_for_a_while_in_a_first_push(scene: Scene) -> tuple[str, ...]:
    return configuration_taken_away_for_a_while(scene)


@_push(True, "entry-lost")
def configuration_taken_away_for_a_while(scene: Scene) -> tuple[str, ...]:
    config = scene.read(".hygiene.yaml")
    scene.git("rm", "-q", ".hygiene.yaml")
    scene.record()
    step(scene, *LEFT)
    scene.write(".hygiene.yaml", config)
    scene.git("add", ".hygiene.yaml")
    scene.record()
    return MAIN


@_push(True, "entry-lost")
def configuration_that_governs_something_else_for_a_while(scene: Scene) -> tuple[str, ...]:
    config = scene.read(".hygiene.yaml")
    scene.write(".hygiene.yaml", "version: 1\nprofile: hermes\nagents:\n  other:\n    path: src\n")
    scene.git("add", ".hygiene.yaml")
    scene.record()
    step(scene, *LEFT)
    scene.write(".hygiene.yaml", config)
    scene.git("add", ".hygiene.yaml")
    scene.record()
    return MAIN


@_push(False)
def configuration_broken_and_mended(scene: Scene) -> tuple[str, ...]:
    config = scene.read(".hygiene.yaml")
    for data in (b"version: [", config):
        scene.write(".hygiene.yaml", data)
        scene.git("add", ".hygiene.yaml")
        step(scene, *FACTS, f"A fact beside {len(data)} bytes.") if data == config else scene.record()
    return MAIN


@_push(True, "ledger-rewritten")
def ledger_rewritten_and_put_back(scene: Scene) -> tuple[str, ...]:
    add_record(scene)
    scene.record()
    kept = scene.read("MEMORY_AUDIT_LEDGER.md")
    for data in (kept.replace(b"not needed", b"no reason"), kept):
        scene.write("MEMORY_AUDIT_LEDGER.md", data)
        scene.git("add", "-A")
        scene.record()
    return MAIN


@_push(True, "entry-lost", SIDE_FACT)
def merge_that_takes_ours(scene: Scene) -> tuple[str, ...]:
    scene.branch("side", *FACTS, SIDE_FACT)
    scene.quiet("merge", "-q", "--no-edit", "-s", "ours", "side")
    return MAIN


@_push(False)
def honest_merge(scene: Scene) -> tuple[str, ...]:
    scene.branch("side", *FACTS, SIDE_FACT)
    step(scene, NEW, *FACTS)
    scene.quiet("merge", "-q", "--no-edit", "side")
    return MAIN


@_push(False)
def merge_of_a_removal_that_was_pushed_before(scene: Scene) -> tuple[str, ...]:
    scene.quiet("checkout", "-q", "-b", "side")
    step(scene, FACTS[0], f"[wrong] {GONE}", *FACTS[2:])
    step(scene, *LEFT)
    scene.quiet("push", "-q", "--no-verify", "origin", "side")
    scene.quiet("checkout", "-q", "main")
    step(scene, *FACTS, NEW)
    scene.quiet("merge", "-q", "--no-edit", "side")
    return MAIN


@_push(True, "entry-lost")
def loss_that_an_ungated_branch_brought_to_the_server(scene: Scene) -> tuple[str, ...]:
    step(scene, *LEFT)
    scene.quiet("push", "-q", "--no-verify", "origin", "main:refs/heads/ungated")
    step(scene, *LEFT, NEW)
    return MAIN


def _octopus(scene: Scene, *strategy: str) -> tuple[str, ...]:
    scene.branch("one", "A first fact from one.", *FACTS)
    scene.branch("two", *FACTS, SIDE_FACT)
    scene.write("notes.txt", "main moved\n")
    scene.git("add", "notes.txt")
    scene.record()
    scene.quiet("merge", "-q", "--no-edit", *strategy, "one", "two")
    assert len(scene.git("rev-parse", "HEAD^@").split()) == 3
    return MAIN


@_push(False)
def octopus(scene: Scene) -> tuple[str, ...]:
    return _octopus(scene)


@_push(True, "entry-lost", SIDE_FACT, "A first fact from one.")
def octopus_that_takes_ours(scene: Scene) -> tuple[str, ...]:
    return _octopus(scene, "-s", "ours")


@_push(False)
def octopus_with_a_removal_judged_on_its_branch(scene: Scene) -> tuple[str, ...]:
    scene.quiet("checkout", "-q", "-b", "gone")
    step(scene, FACTS[0], f"[wrong] {GONE}", *FACTS[2:])
    step(scene, *LEFT)
    scene.quiet("checkout", "-q", "main")
    scene.branch("side", *FACTS, SIDE_FACT)
    scene.write("notes.txt", "main moved\n")
    scene.git("add", "notes.txt")
    scene.record()
    scene.quiet("merge", "-q", "--no-edit", "gone", "side")
    return MAIN


@_push(True, "entry-lost", NEW)
def octopus_that_drops_what_one_side_never_had(scene: Scene) -> tuple[str, ...]:
    scene.quiet("branch", "early")
    step(scene, *FACTS, NEW)
    scene.branch("one", "A first fact from one.", *FACTS, start="early")
    scene.branch("two", *FACTS, NEW, SIDE_FACT)
    scene.write("notes.txt", "main moved\n")
    scene.git("add", "notes.txt")
    scene.record()
    scene.quiet("push", "-q", "--no-verify", "origin", "main")
    scene.quiet("merge", "-q", "--no-commit", "-s", "ours", "one", "two")
    scene.hold("A first fact from one.", *FACTS, SIDE_FACT)
    scene.record()
    return MAIN


@_push(False)
def deleted_branch(scene: Scene) -> tuple[str, ...]:
    scene.quiet("push", "-q", "--no-verify", "origin", "main:refs/heads/old")
    return (":old",)


@_push(True, "entry-lost", "refs/heads/fresh")
def untracked_on_a_new_branch(scene: Scene) -> tuple[str, ...]:
    scene.quiet("checkout", "-q", "-b", "fresh")
    scene.git("rm", "-q", "--cached", "MEMORY.md")
    scene.record()
    return ("fresh",)


@_push(False)
def new_branch_of_known_commits_with_an_old_error(scene: Scene) -> tuple[str, ...]:
    step(scene, *FACTS, *(f"Fact {number}" + " is long" * 20 for number in range(20)))
    scene.quiet("push", "-q", "--no-verify", "origin", "main")
    return ("main:refs/heads/fresh", "main:refs/tags/known")


@_push(True, "entry-lost", "refs/tags/v1")
def annotated_tag(scene: Scene) -> tuple[str, ...]:
    step(scene, *LEFT)
    scene.git("tag", "-a", "-m", "v1", "v1")
    scene.quiet("reset", "-q", "--hard", "HEAD^")
    return ("v1",)


@_push(False)
def tag_of_a_blob(scene: Scene) -> tuple[str, ...]:
    scene.git("tag", "blob", "HEAD:notes.txt")
    return ("blob",)


@_push(True, "entry-lost", NEW, "taken away")
def force_push_that_takes_a_fact_away(scene: Scene) -> tuple[str, ...]:
    step(scene, *FACTS, NEW)
    scene.quiet("push", "-q", "--no-verify", "origin", "main")
    scene.quiet("reset", "-q", "--hard", "HEAD^")
    scene.write("notes.txt", "another way\n")
    scene.git("add", "notes.txt")
    scene.record()
    return ("+main",)


@_push(True, "entry-lost", NEW)
def force_push_back(scene: Scene) -> tuple[str, ...]:
    step(scene, *FACTS, NEW)
    scene.quiet("push", "-q", "--no-verify", "origin", "main")
    scene.quiet("reset", "-q", "--hard", "HEAD^")
    return ("+main",)


@_push(False)
def force_push_of_a_rebase_that_keeps_all(scene: Scene) -> tuple[str, ...]:
    scene.branch("topic", *FACTS, NEW)
    scene.quiet("push", "-q", "--no-verify", "origin", "topic")
    step(scene, "The first fact of main.", *FACTS)
    scene.quiet("push", "-q", "--no-verify", "origin", "main")
    scene.quiet("rebase", "-q", "main", "topic")
    return ("+topic",)


@_push(True, "entry-lost", "refs/heads/second")
def two_refs_of_which_the_second_is_bad(scene: Scene) -> tuple[str, ...]:
    scene.branch("first", *FACTS, NEW)
    scene.branch("second", *LEFT)
    return ("first", "second")


@_push(False)
def rename_to_another_governed_place(scene: Scene) -> tuple[str, ...]:
    (scene.path / "memories").mkdir()
    scene.git("mv", "MEMORY.md", "memories/MEMORY.md")
    scene.record()
    return MAIN


@_push(False)
def revision_with_spaces_in_its_name(scene: Scene) -> tuple[str, ...]:
    step(scene, *FACTS, NEW)
    return ("main@{0 seconds ago}:refs/heads/odd",)
