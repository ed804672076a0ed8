"""Differences inside one block: the lines an entry lost, the values that changed in front matter."""

from collections import Counter
from collections.abc import Iterator

from memory_hygiene.core.fingerprint import normalise

from .words import telling_differences, words

_WIDTH = 60
_MOST = 5
"""Lines or values named in one message."""


def lines_gone(old: str, new: str) -> tuple[str, ...]:
    """The lines of an entry of several of which at least half the words are in ``new`` no more."""
    olds = [line for line in old.split("\n") if line.strip()]
    if len(olds) < 2:
        return ()
    kept = Counter(normalise(line) for line in new.split("\n"))
    missing = Counter(words(old)) - Counter(words(new))
    gone: list[str] = []
    for line in olds:
        identity = normalise(line)
        kept[identity] -= 1
        own = Counter(words(line))
        if kept[identity] < 0 and own and 2 * (own & missing).total() >= own.total():
            missing -= own
            gone.append(identity)
    return tuple(gone)


def changed_values(old: str, new: str) -> tuple[str, ...]:
    """What changed in front matter, as ``key: old → new``, in the order of the keys before."""
    before, after = _values(old), _values(new)
    gone, come = before - after, after - before
    return tuple(_shown(gone, come))


def _values(text: str) -> Counter[tuple[str, str]]:
    pairs = (line.partition(":") for line in text.split("\n") if line.strip().strip("-"))
    return Counter((key.strip(), " ".join(value.split())) for key, _, value in pairs)


def _shown(gone: Counter[tuple[str, str]], come: Counter[tuple[str, str]]) -> Iterator[str]:
    left = list(come.elements())
    for key, value in gone.elements():
        match = next((pair for pair in left if pair[0] == key), None)
        if match is not None:
            left.remove(match)
        new = match[1] if match else ""
        yield f"{key}: {value or 'nothing'} → {new or 'nothing'}" if value or new else f"{key} → nothing"
    yield from (f"{key}: nothing → {value}" if value else f"nothing → {key}" for key, value in left)


def told(old: str, new: str) -> str:
    """The changed words that may turn a statement round, as a clause of a message; "" for none."""
    gone, come = telling_differences(old, new)
    return f"; changed: {', '.join(gone) or 'nothing'} → {', '.join(come) or 'nothing'}" if gone or come else ""


def listed(texts: tuple[str, ...], separator: str) -> str:
    """Some of ``texts``, shortened, and how many more there are."""
    shown = separator.join(map(short, texts[:_MOST]))
    return shown + (f"{separator}and {len(texts) - _MOST} more" if len(texts) > _MOST else "")


def short(text: str) -> str:
    """``text`` on one line, cut to a length that a message can hold."""
    line = " ".join(text.split())
    return line if len(line) <= _WIDTH else line[: _WIDTH - 1].rstrip() + "…"
