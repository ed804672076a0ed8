"""Outcomes: what a plan's actions leave at the place of each entry, and what they bring to other files."""

from collections.abc import Iterable

from .actions import Action, Archive, Canonicalise, Leaving, Move, Place, Rewrite


def outcomes(actions: Iterable[Action]) -> dict[Place, str]:
    """What stands at each place afterwards: another text, a pointer, or "" for nothing. Canonicalising changes none.

    Of several actions about one place the last one counts: rewrites build on one another, a move comes at the end.
    """
    left: dict[Place, str] = {}
    for action in actions:
        if isinstance(action, Rewrite):
            left[action.place] = action.new_text
        elif isinstance(action, Leaving):
            left[action.place] = action.pointer if isinstance(action, Archive) else ""
    return left


def arrivals(actions: Iterable[Action], path: str, summaries: Iterable[tuple[str, str]] = ()) -> tuple[str, ...]:
    """The texts that come to the end of the file at ``path``: those of moves, in order, then its summary marker."""
    moved = [action.new_text for action in actions if isinstance(action, Move) and action.to == path]
    return (*moved, *(text for store, text in summaries if store == path))


def canary_moves(actions: Iterable[Action]) -> bool:
    """Whether the canary changes its place."""
    return any(isinstance(action, Canonicalise) and action.moves_canary for action in actions)
