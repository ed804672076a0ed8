"""Scenes for the tests of hooks: made once per session and runner, copied for each test."""

from collections.abc import Callable
from pathlib import Path

import pytest

from .runners import NO_NEWER_GIT, Scene, copy_scene, make_scene, newer_git

SceneMaker = Callable[..., Scene]


@pytest.fixture(scope="session")
def templates(tmp_path_factory: pytest.TempPathFactory) -> SceneMaker:
    """Scenes by runner, profile and ``git init`` options, each made on first use."""
    made: dict[tuple[str, ...], Scene] = {}
    home = tmp_path_factory.mktemp("home")

    def template(runner: str, profile: str = "hermes", *init: str) -> Scene:
        if runner == "config" and not newer_git():
            pytest.skip(NO_NEWER_GIT)
        key = (runner, profile, *init)
        if key not in made:
            made[key] = make_scene(tmp_path_factory.mktemp("template") / "memories", runner, home, profile, *init)
        return made[key]

    return template


@pytest.fixture
def make(templates: SceneMaker, tmp_path: Path) -> SceneMaker:
    """A scene of one's own: ``make(runner, profile, *init)``."""

    def scene(runner: str = "native", profile: str = "hermes", *init: str) -> Scene:
        return copy_scene(templates(runner, profile, *init), tmp_path / "mémoires d'agent")

    return scene


@pytest.fixture
def scene(make: SceneMaker) -> Scene:
    """A scene of one's own with native hooks."""
    return make()
