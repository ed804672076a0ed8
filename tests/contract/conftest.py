"""Homes that take time to make: built once per worker, copied by the tests that change them."""

from pathlib import Path

import pytest

from tests.contract.homes import Home, full_home, ordinary_home


@pytest.fixture(scope="session")
def lived_in(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """The ordinary home, sixty days old and never audited. Nobody changes it: copy it."""
    return ordinary_home(tmp_path_factory.mktemp("ordinary") / "home")


@pytest.fixture(scope="session")
def audited(lived_in: Home, tmp_path_factory: pytest.TempPathFactory) -> Home:
    """The ordinary home after its first audit. Nobody changes it: copy it."""
    home = lived_in.copied_to(tmp_path_factory.mktemp("audited") / "home")
    done = home.audit("--format", "json")
    assert done.returncode == 0, done.stdout + done.stderr
    (home.repo.path / ".report.json").write_text(done.stdout)
    return home


@pytest.fixture
def home(lived_in: Home, tmp_path: Path) -> Home:
    """An ordinary home to do with as a test likes."""
    return lived_in.copied_to(tmp_path / "home")


@pytest.fixture(scope="session")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """The home that no rule can bring to rest. Nobody changes it: copy it."""
    return full_home(tmp_path_factory.mktemp("full") / "home")
