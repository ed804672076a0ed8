"""Answers of endpoints, kept for a day under the git directory; a damaged file there is as good as none."""

import contextlib
import json
import os
from collections.abc import Iterable

from memory_hygiene.core.endpoints.endpoints import Answer, Reach
from memory_hygiene.errors import HygieneError

from . import clock
from .files import make_folders, replace_bytes

KEPT_SECONDS = 24 * 60 * 60
_KEPT = 2_000
_MAX_BYTES = 8 << 20
_ASKED = (Reach.VERIFIED, Reach.UNREACHABLE)


def read_answers(folder: str, listed: str) -> dict[str, Answer]:
    """The answers in ``folder`` that are younger than a day, by URL, when ``listed`` is what it was for them."""
    try:
        with open(_path(folder), "rb") as file:
            document = json.loads(file.read(_MAX_BYTES))
        if (document["version"], document["listed"]) != (1, listed):
            return {}
        answers = [_answer(**kept) for kept in document["answers"]]
    except (OSError, ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return {}
    oldest, now = clock.timestamp(-KEPT_SECONDS), clock.timestamp()
    return {answer.url: answer for answer in answers if oldest < answer.time <= now}


def _answer(url: str, reach: str, detail: str, time: str) -> Answer:
    if not all(isinstance(value, str) for value in (url, detail, time)) or Reach(reach) not in _ASKED:
        raise ValueError("no answer of ours")
    return Answer(url, Reach(reach), detail, time)


def keep_answers(folder: str, listed: str, answers: Iterable[Answer]) -> None:
    """Keep what was asked, beside what is still kept; failing to is no failure."""
    known = read_answers(folder, listed)
    known.update({answer.url: answer for answer in answers if answer.reach in _ASKED})
    newest = sorted(known.values(), key=lambda answer: answer.time)[-_KEPT:]
    kept = [{"url": a.url, "reach": a.reach.value, "detail": a.detail, "time": a.time} for a in newest]
    document = {"version": 1, "listed": listed, "answers": kept}
    with contextlib.suppress(HygieneError):
        make_folders(folder)
        replace_bytes(_path(folder), json.dumps(document).encode())


def _path(folder: str) -> str:
    return os.path.join(folder, "endpoints.json")
