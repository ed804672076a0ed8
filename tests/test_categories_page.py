"""The example of docs/categories.md: what it shows is what comes; only the confidence moves with each training."""

import json
import re
import subprocess
import sys
from pathlib import Path

from .conftest import clean_environment

PAGE = (Path(__file__).parent.parent / "docs" / "categories.md").read_text("utf-8")
EXAMPLE = re.compile(r"^```sh\necho '(.*)' \| hygiene (.*)\n```\n```json\n(.*)\n```$", re.MULTILINE)


def test_the_example_shows_what_comes() -> None:
    ((given, arguments, shown),) = EXAMPLE.findall(PAGE)
    command = [sys.executable, "-m", "memory_hygiene", *arguments.split()]
    done = subprocess.run(command, input=given, env=clean_environment(), capture_output=True, text=True, check=True)
    answer, expected = json.loads(done.stdout), json.loads(shown)
    assert list(answer) == list(expected)
    assert {**answer, "confidence": 0} == {**expected, "confidence": 0}
