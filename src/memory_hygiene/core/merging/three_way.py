"""Which blocks of two versions are the same one of their base, and in what order a merge puts all of them."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from memory_hygiene.core.canaries.canary import is_canary, token_of
from memory_hygiene.core.losses.matching import match_edits
from memory_hygiene.core.model import Block, Shape

_Key = Callable[[Block], object]
_KEYS: tuple[_Key, ...] = (
    lambda block: (block.section, block.shape, block.text),
    lambda block: (block.shape, block.text),
    lambda block: (block.section, block.fingerprint),
    lambda block: block.fingerprint,
    lambda block: "canary" if is_canary(block.text) and token_of(block.text) else None,
)
"""What makes two blocks the same one, the surest first; None never does."""


class Node(NamedTuple):
    """One block of a merge: its place in the base and on either side, None where that does not have it."""

    base: int | None
    ours: int | None
    theirs: int | None


class Versions(NamedTuple):
    """The blocks of the base and of both sides, in file order."""

    base: tuple[Block, ...]
    ours: tuple[Block, ...]
    theirs: tuple[Block, ...]


def nodes_of(versions: Versions, threshold: float) -> list[Node]:
    """Every block of any version, once, in the order of the merge; ``threshold`` as in ``match_edits``.

    The order does not depend on which side is called ours. Blocks that both sides added alike are one.
    """
    ours = same_blocks(versions.base, versions.ours, threshold)
    theirs = same_blocks(versions.base, versions.theirs, threshold)
    nodes = [Node(place, ours.get(place), theirs.get(place)) for place in range(len(versions.base))]
    return _ordered([*nodes, *_added(versions, set(ours.values()), set(theirs.values()))], versions)


def same_blocks(olds: Sequence[Block], news: Sequence[Block], threshold: float) -> dict[int, int]:
    """For each old block its place among the new ones: itself or an edit of it, one to one."""
    found: dict[int, int] = {}
    for key in _KEYS:
        _pair(olds, news, key, found)
    for scope in (lambda block: (block.shape, block.section), lambda block: block.shape):
        _pair_edits(olds, news, scope, threshold, found)
    _pair_headings(olds, news, found)
    return found


def _pair_headings(olds: Sequence[Block], news: Sequence[Block], found: dict[int, int]) -> None:
    """A heading of other words, in the place of the old one and over the same block, is the old one reworded."""
    taken = set(found.values())
    for place, block in enumerate(olds[:-1]):
        new = found.get(place + 1, 0) - 1
        if block.shape is not Shape.HEADING or place in found or new < 0 or new in taken:
            continue
        if news[new].shape is Shape.HEADING and len(news[new].section) == len(block.section):
            found[place] = new


def _pair(olds: Sequence[Block], news: Sequence[Block], key: _Key, found: dict[int, int]) -> None:
    for left, right in _groups(olds, news, key, found):
        found.update(zip(left, right))


def _pair_edits(
    olds: Sequence[Block], news: Sequence[Block], scope: _Key, threshold: float, found: dict[int, int]
) -> None:
    for left, right in _groups(olds, news, scope, found):
        pairs = match_edits([olds[place].text for place in left], [news[place].text for place in right], threshold)
        found.update((left[pair.old], right[pair.new]) for pair in pairs)


def _groups(
    olds: Sequence[Block], news: Sequence[Block], key: _Key, found: dict[int, int]
) -> list[tuple[list[int], list[int]]]:
    """The places of unpaired old and new blocks that have a key in common."""
    taken = set(found.values())
    left = _by_key(olds, (place for place in range(len(olds)) if place not in found), key)
    right = _by_key(news, (place for place in range(len(news)) if place not in taken), key)
    return [(places, right[name]) for name, places in left.items() if name is not None and name in right]


def _by_key(blocks: Sequence[Block], places: Iterable[int], key: _Key) -> dict[object, list[int]]:
    found: dict[object, list[int]] = {}
    for place in places:
        found.setdefault(key(blocks[place]), []).append(place)
    return found


def _added(versions: Versions, ours: set[int], theirs: set[int]) -> list[Node]:
    """What one side added, and what both added alike."""
    new = [place for place in range(len(versions.ours)) if place not in ours]
    others = [place for place in range(len(versions.theirs)) if place not in theirs]
    same: dict[int, int] = {}
    left, right = [versions.ours[place] for place in new], [versions.theirs[place] for place in others]
    _pair(left, right, _KEYS[0], same)
    both = [Node(None, new[one], others[other]) for one, other in same.items()]
    alone = [Node(None, place, None) for number, place in enumerate(new) if number not in same]
    taken = set(same.values())
    return [*both, *alone, *(Node(None, None, place) for n, place in enumerate(others) if n not in taken)]


def _ordered(nodes: list[Node], versions: Versions) -> list[Node]:
    """The nodes that some side has, those of one side alone behind what they follow there."""
    spine = _spine([node for node in nodes if node.ours is not None and node.theirs is not None], versions)
    one = _followers([(node.ours, node) for node in nodes if node.ours is not None])
    other = _followers([(node.theirs, node) for node in nodes if node.theirs is not None])
    ordered: list[Node] = []
    for node in (None, *spine):
        if node is not None:
            ordered.append(node)
        ordered += _joined(one.get(node, []), other.get(node, []), versions)
    return ordered


def _spine(common: list[Node], versions: Versions) -> list[Node]:
    """The nodes of both sides: in the order of the side that moved some; if both did, a choice that has no sides."""
    ours = sorted(common, key=lambda node: _place(node.ours))
    theirs = sorted(common, key=lambda node: _place(node.theirs))
    if ours == theirs or _is_as_before(theirs):
        return ours
    if _is_as_before(ours):
        return theirs
    return min(ours, theirs, key=lambda order: [_text(node, versions) for node in order])


def _is_as_before(order: list[Node]) -> bool:
    places = [node.base for node in order if node.base is not None]
    return places == sorted(places)


def _followers(side: list[tuple[int, Node]]) -> dict[Node | None, list[Node]]:
    """The nodes of one side alone, by the node of both that they follow on it (None: none)."""
    found: dict[Node | None, list[Node]] = {}
    anchor: Node | None = None
    for _, node in sorted(side, key=lambda pair: pair[0]):
        if node.ours is not None and node.theirs is not None:
            anchor = node
        else:
            found.setdefault(anchor, []).append(node)
    return found


def _joined(ours: list[Node], theirs: list[Node], versions: Versions) -> list[Node]:
    """Two runs of blocks for one place: first what goes on in the section there, then what opens new ones."""
    first, second = sorted([ours, theirs], key=lambda run: [_text(node, versions) for node in run])
    cut, other = _first_heading(first, versions), _first_heading(second, versions)
    tails = sorted([first[cut:], second[other:]], key=lambda run: -_depth(run, versions))
    return [*first[:cut], *second[:other], *tails[0], *tails[1]]


def _first_heading(run: list[Node], versions: Versions) -> int:
    return next((n for n, node in enumerate(run) if block_of(node, versions).shape is Shape.HEADING), len(run))


def _depth(run: list[Node], versions: Versions) -> int:
    """How deep the section is that a run opens; deeper ones must come before they would slip under a higher one."""
    return len(block_of(run[0], versions).section) if run else 0


def _text(node: Node, versions: Versions) -> str:
    return block_of(node, versions).text


def block_of(node: Node, versions: Versions) -> Block:
    """The block of a node, from whichever side has it. Of one that both have and differ in, from the base if it can."""
    if node.base is not None:
        return versions.base[node.base]
    if node.ours is not None:
        return versions.ours[node.ours]
    return versions.theirs[_place(node.theirs)]


def _place(place: int | None) -> int:
    assert place is not None
    return place
