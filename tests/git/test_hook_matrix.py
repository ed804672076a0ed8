"""Every situation of the matrix, under git's own hooks, the real pre-commit and the real prek."""

import pytest

from .conftest import SceneMaker
from .runners import RUNNERS, Scene
from .scenarios import SCENARIOS, Done, Scenario

SANCTUM = {
    "append", "loss", "loss_archived_in_the_same_commit", "commit_all_with_a_loss", "loss_staged_and_worktree_repaired",
    "file_deleted", "rename_to_another_governed_place", "merge_that_takes_ours", "conflict_resolved_honestly",
    "line_endings_flipped_in_the_blob", "first_commit",
}  # fmt: skip


def judge(scenario: Scenario, scene: Scene, runner: str) -> None:
    before = scene.head()
    done = scenario.act(scene)
    after = scene.head()
    told = done.stdout + done.stderr
    assert "Traceback" not in told or runner in scenario.crashes, told
    assert "internal error" not in told, told
    if scenario.is_refused:
        assert_refused(scenario, done, runner)
        subjects = scene.git("log", "--format=%s").split()
        assert "change" not in subjects
        assert "Merge" not in subjects
    else:
        assert done.returncode == 0, told
        assert after != before
        assert "error: " not in told


def assert_refused(scenario: Scenario, done: Done, runner: str) -> None:
    told = done.stdout + done.stderr
    assert done.returncode != 0, told
    if runner not in scenario.crashes:
        assert "entry-lost" in told, told


@pytest.mark.parametrize("runner", RUNNERS)
@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_every_scenario_of_the_matrix(scenario: Scenario, runner: str, make: SceneMaker) -> None:
    judge(scenario, make(runner, "hermes", *scenario.init), runner)


@pytest.mark.parametrize("scenario", [s for s in SCENARIOS if s.name in SANCTUM], ids=lambda scenario: scenario.name)
def test_markdown_stores_in_the_matrix(scenario: Scenario, make: SceneMaker) -> None:
    judge(scenario, make("native", "sanctum", *scenario.init), "native")


def test_the_matrix_is_whole() -> None:
    assert len({scenario.name for scenario in SCENARIOS}) == 37
