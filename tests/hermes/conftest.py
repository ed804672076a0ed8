"""Finding the real client: a Python whose venv has hermes-agent==0.19.0; made on first use, kept in the checkout."""

import fcntl
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import clean_environment

from .homes import RealClient

CLIENT = "hermes-agent==0.19.0"
OWN_VENV = Path(__file__).parent.parent.parent / ".venv-hermes"


@pytest.fixture(scope="session")
def hermes_python() -> str:
    """The Python of the client's venv: HYGIENE_HERMES_PYTHON, else one of our own.

    Fails when it cannot be had, unless HYGIENE_OFFLINE=1 is set by hand.
    """
    if python := os.environ.get("HYGIENE_HERMES_PYTHON", ""):
        return python
    if os.environ.get("HYGIENE_OFFLINE") == "1":
        pytest.skip("HYGIENE_OFFLINE=1 and no HYGIENE_HERMES_PYTHON")
    python = str(OWN_VENV / "bin" / "python")
    with open(Path(tempfile.gettempdir()) / "hygiene-hermes-venv.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # the test runner's workers ask at the same time
        if not (OWN_VENV / "ready").exists():
            _run(sys.executable, "-m", "venv", "--clear", str(OWN_VENV))
            _run(python, "-m", "pip", "install", "-q", CLIENT)
            (OWN_VENV / "ready").touch()
    return python


def _run(*command: str) -> None:
    done = subprocess.run(command, env=clean_environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{CLIENT} cannot be installed (HYGIENE_OFFLINE=1 skips this):\n{done.stderr[-2000:]}"


@pytest.fixture(scope="module")
def client(hermes_python: str) -> Iterator[RealClient]:
    """The real client in one process for a whole file of tests."""
    real = RealClient(hermes_python)
    yield real
    real.close()
