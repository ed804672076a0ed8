"""Placement: where in its store a canary is safe from ordinary writes (contract H22; a bad place only warns)."""

from memory_hygiene.core.model import Document

from .canary import CanaryLine


def misplacement(line: CanaryLine, document: Document) -> str:
    """Why a canary stands in a bad place: as part of another entry, as the first, as the last of three; "" if not.

    Of two entries it may be the last, and a single one has no other place.
    """
    blocks = document.tracked
    if not line.is_alone:
        return "the canary is part of another entry: replacing that entry takes it away"
    if len(blocks) > 1 and line.block is blocks[0]:
        return f"the canary is the first of {len(blocks)} entries: the oldest is the first to be evicted"
    if len(blocks) > 2 and line.block is blocks[-1]:
        return f"the canary is the last of {len(blocks)} entries: what is appended or cut there hits it first"
    return ""
