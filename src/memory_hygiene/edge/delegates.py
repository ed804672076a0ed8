"""Delegates: commands of the operator that answer in our place, over JSON Lines (contract item H25).

A delegate is not trusted: it may be slow, crash, lie, flood us or leave processes behind. Whatever it does, ``ask``
comes back within the time limit, with the answers that can be read and a line on each that cannot.
"""

import json
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, NoReturn

from memory_hygiene.report.safe import safe, shorten

from .children import Ended, talk_to

TIMEOUT = 30.0
MOST_BYTES = 4 * 1024 * 1024
"""What a delegate may print, in bytes: a thousand times the entries of two stores."""
_MOST_PROBLEMS = 20
_PASSED_ON = (
    *("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TMP", "TEMP", "SYSTEMROOT"),
    *("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR"),
)
_FAMILIES = ("LC_", "XDG_")

Row = Mapping[str, object]


class Told(NamedTuple):
    """The answers by id, as read, and what was wrong with the others, one line each, safe to print."""

    answers: Mapping[str, Row]
    problems: tuple[str, ...]


def ask(command: Sequence[str], rows: Sequence[Row], timeout: float, folder: str) -> Told:
    """Give ``rows``, each with an ``id`` of its own, to a command, and read its answers.

    ``timeout`` is in seconds, for all rows together. ``folder`` is where the command starts: never a work tree, whose
    files a program could take for its own. No answers at all when the command fails.
    """
    program = _program(command[0])
    if not program:
        return Told({}, (f"{safe(command[0])} is no program on PATH and no absolute path to one",))
    data = "".join(json.dumps(row) + "\n" for row in rows).encode("ascii")
    ended = talk_to((program, *command[1:]), data, _environment(), folder, timeout, MOST_BYTES)
    if failed := _failed(ended, timeout):
        return Told({}, (failed, *(f"it said: {shorten(line)}" for line in _last_lines(ended.errors))))
    return _told(ended.output, {str(row["id"]) for row in rows})


def _program(name: str) -> str:
    """The absolute path of a program; relative paths would be looked up in whatever folder we are."""
    name = os.path.expanduser(name)
    if os.sep in name:
        return name if os.path.isabs(name) else ""
    places = [place for place in os.environ.get("PATH", os.defpath).split(os.pathsep) if os.path.isabs(place)]
    return shutil.which(name, path=os.pathsep.join(places)) or ""


def _environment() -> dict[str, str]:
    """Little of ours: nothing of a hook's git, no keys. A script around the command can set what it needs."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name.upper() in _PASSED_ON or name.upper().startswith(_FAMILIES)
    }
    return {**kept, "PYTHONIOENCODING": "utf-8"}


def _failed(ended: Ended, timeout: float) -> str:
    if ended.why == "start":
        return f"it cannot be started: {safe(ended.errors.decode('utf-8', 'backslashreplace'))}"
    if ended.why == "time":
        return f"it took longer than {timeout:g} s and was ended"
    if ended.why == "output":
        return f"it printed more than {MOST_BYTES // 1024} KB and was ended"
    if ended.code < 0:
        return f"it was ended by signal {-ended.code}"
    return f"it failed with exit code {ended.code}" if ended.code else ""


def _last_lines(errors: bytes) -> list[str]:
    return errors.decode("utf-8", "backslashreplace").strip().splitlines()[-3:]


def _told(output: bytes, asked: set[str]) -> Told:
    """The answers to the ids that were asked; an id that is answered twice is not answered."""
    answers: dict[str, Row] = {}
    problems: list[str] = []
    again: set[str] = set()
    for number, line in enumerate(output.split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            identity, answer = _answer(line)
        except ValueError as error:
            problems.append(f"line {number} {error}")
            continue
        if identity not in asked:
            problems.append(f"line {number} answers {shorten(identity, 40)!r}, which was not asked")
        elif identity in answers:
            again.add(identity)
        else:
            answers[identity] = answer
    problems += [f"{identity} was answered more than once" for identity in sorted(again)]
    problems += [f"{identity} was not answered" for identity in sorted(asked - set(answers))]
    return Told({key: row for key, row in answers.items() if key not in again}, tuple(few(problems)))


def few(problems: Sequence[str]) -> Iterator[str]:
    """Some of many problems, and how many more there are."""
    yield from problems[:_MOST_PROBLEMS]
    if len(problems) > _MOST_PROBLEMS:
        yield f"and {len(problems) - _MOST_PROBLEMS} more problems"


def _answer(line: bytes) -> tuple[str, Row]:
    """The id and the object of one line. Raises ValueError with what is wrong with it."""
    try:
        found = json.loads(line.decode("utf-8"), parse_constant=_refuse)
    except UnicodeDecodeError as error:
        raise ValueError(f"is not UTF-8 (byte {error.start})") from None
    except RecursionError:
        raise ValueError("is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"is not JSON: {error.msg}") from None
    except ValueError:
        raise ValueError("holds a number that is none, or one with too many digits") from None
    if not isinstance(found, dict):
        raise ValueError("is not an object")
    if not isinstance(found.get("id"), str):
        raise ValueError("has no id, or one that is no string")
    return found["id"], found


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)
