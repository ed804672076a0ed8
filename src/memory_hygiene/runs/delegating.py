"""Delegating: judgements and compressions by the operator's commands, each answer kept within what is safe (H25).

Without a command, or where its answer cannot be used, the built-in answer stands and a problem is told.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from memory_hygiene.core.canaries.canary import is_canary
from memory_hygiene.core.kinds.categorizing import categorize
from memory_hygiene.core.kinds.category import FADING, Category, Judgement
from memory_hygiene.core.wording.compression import compress
from memory_hygiene.core.wording.faithful import why_unfaithful
from memory_hygiene.edge.delegates import TIMEOUT, Row, Told, ask, few
from memory_hygiene.edge.git.preferences import preferred_command, preferred_seconds
from memory_hygiene.edge.git.repository import Repository
from memory_hygiene.errors import ConfigError
from memory_hygiene.report.safe import shorten

CATEGORIZE, COMPRESS = "categorizeCommand", "compressCommand"
_MOST_EVIDENCE = 8
_LONGEST_EVIDENCE = 200  # characters
_NAMES = {category.value: category for category in Category}


class Asked(NamedTuple):
    """An entry to be judged, under an id of the caller's; ``age_days`` is None when unknown."""

    id: str
    text: str
    source_file: str
    age_days: int | None = None


class Judged(NamedTuple):
    """A judgement for every entry asked, by id, and what went wrong, one line each, safe to print."""

    answers: Mapping[str, Judgement]
    problems: tuple[str, ...]


class Compressed(NamedTuple):
    """A text for every entry asked, by id, the old one where nothing goes, and what went wrong, safe to print."""

    answers: Mapping[str, str]
    problems: tuple[str, ...]


def judgements(repository: Repository, entries: Sequence[Asked], today: str) -> Judged:
    """Judge entries, as of ``today`` (``YYYY-MM-DD``).

    A delegate may call an entry what it likes, but an entry is deletable only when the built-in categorizer says so as
    well: a delegate that errs can keep too much, never take too much. Canaries are not shown to it.
    """
    answers = {entry.id: categorize(entry.text, entry.source_file, today, entry.age_days) for entry in entries}
    rows = [_row(entry) for entry in entries if not is_canary(entry.text)]
    told = _ask(repository, CATEGORIZE, rows)
    problems = list(told.problems)
    for identity, row in told.answers.items():
        try:
            answers[identity] = _judgement(row, answers[identity])
        except ValueError as error:
            problems.append(f"{identity}: {error}")
    return Judged(answers, _labelled(CATEGORIZE, problems))


def compressions(repository: Repository, texts: Mapping[str, str]) -> Compressed:
    """Shorter texts for entries given by id. What a delegate says passes the proof of ``faithful``, or is not taken."""
    answers = {identity: compress(text) for identity, text in texts.items()}
    told = _ask(repository, COMPRESS, [{"id": key, "text": text} for key, text in texts.items() if not is_canary(text)])
    problems = list(told.problems)
    for identity, row in told.answers.items():
        text, old = row.get("text"), texts[identity]
        if why := _why_refused(old, text):
            problems.append(f"{identity}: {why}")
        else:
            answers[identity] = str(text)
    return Compressed(answers, _labelled(COMPRESS, problems))


def _why_refused(old: str, text: object) -> str:
    if not isinstance(text, str):
        return "has a text that is no string" if text is not None else "has no text"
    if len(text) > len(old):
        return f"is longer than before: {len(text)} characters, not {len(old)}"
    return shorten(why_unfaithful(old, text) or "", 160)


def _row(entry: Asked) -> Row:
    age = {} if entry.age_days is None else {"age_days": entry.age_days}
    return {"id": entry.id, "text": entry.text, "source_file": entry.source_file, **age}


def _ask(repository: Repository, key: str, rows: Sequence[Row]) -> Told:
    try:
        command = preferred_command(repository, key)
        timeout = preferred_seconds(repository, "delegateTimeout", TIMEOUT)
    except ConfigError as error:
        return Told({}, (error.message,))
    return ask(command, rows, timeout, repository.git_dir) if command and rows else Told({}, ())


def _labelled(key: str, problems: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"hygiene.{key}: {problem}; the built-in answer stands" for problem in few(problems))


def _judgement(row: Row, built_in: Judgement) -> Judgement:
    """What a delegate says of an entry. Raises ValueError with what is wrong with it."""
    category, second = _category(row, "category"), row.get("second")
    confidence, deletable = row.get("confidence"), row.get("deletable")
    if isinstance(confidence, bool) or not isinstance(confidence, int | float) or not 0 <= confidence <= 1:
        raise ValueError("has a confidence that is no number from 0 to 1")
    if not isinstance(deletable, bool):
        raise ValueError("has a deletable that is neither true nor false")
    next_best = None if second is None else _category(row, "second")
    may_go = deletable and built_in.deletable and (category in FADING or category is built_in.category)
    return Judgement(category, float(confidence), next_best, may_go, _evidence(row))


def _category(row: Row, key: str) -> Category:
    name = row.get(key)
    category = _NAMES.get(name) if isinstance(name, str) else None
    if category is None:
        raise ValueError(f"has a {key} that is none of ours")
    return category


def _evidence(row: Row) -> tuple[str, ...]:
    found = row.get("evidence", [])
    if not isinstance(found, list) or not all(isinstance(words, str) for words in found):
        raise ValueError("has an evidence that is no list of strings")
    said = tuple(words[:_LONGEST_EVIDENCE] for words in found[:_MOST_EVIDENCE])
    return (*said, f"said by hygiene.{CATEGORIZE}")
