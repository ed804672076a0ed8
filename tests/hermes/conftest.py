"""Finding the real client: a Python whose venv has hermes-agent==0.19.0."""

import os
from collections.abc import Iterator

import pytest

from .homes import RealClient


@pytest.fixture(scope="session")
def hermes_python() -> str:
    """The Python of the client's venv. Fails without one, unless HYGIENE_OFFLINE=1 is set by hand."""
    python = os.environ.get("HYGIENE_HERMES_PYTHON", "")
    if not python and os.environ.get("HYGIENE_OFFLINE") == "1":
        pytest.skip("HYGIENE_OFFLINE=1 and no HYGIENE_HERMES_PYTHON")
    assert python, "HYGIENE_HERMES_PYTHON must name the Python of a venv with hermes-agent==0.19.0; .ci/run makes one"
    return python


@pytest.fixture(scope="module")
def client(hermes_python: str) -> Iterator[RealClient]:
    """The real client in one process for a whole file of tests."""
    real = RealClient(hermes_python)
    yield real
    real.close()
