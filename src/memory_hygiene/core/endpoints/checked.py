"""Checked entries: what the endpoints of an entry say of it, and what the next audit does about it."""

from collections.abc import Mapping
from typing import NamedTuple

from memory_hygiene.core.kinds.category import Category
from memory_hygiene.core.model import Block
from memory_hygiene.core.planning.marks import has_mark

from .endpoints import Answer, Reach, judge


class Checked(NamedTuple):
    """One entry and its endpoints. ``number`` is its place in ``hygiene list``; ``path`` is from the top."""

    number: int
    path: str
    block: Block
    category: Category
    urls: tuple[str, ...]
    answers: tuple[Answer, ...] = ()

    def answered(self, answers: Mapping[str, Answer]) -> "Checked":
        """The same entry with its URLs' answers."""
        return self._replace(answers=tuple(answers[url] for url in self.urls))

    @property
    def counts(self) -> bool:
        """Whether its endpoints are checked without being asked for by name."""
        return self.category is Category.TECHNICAL_CONFIG

    @property
    def reach(self) -> Reach:
        """VERIFIED, UNREACHABLE or NOT_ASKED."""
        return judge(self.urls, {answer.url: answer for answer in self.answers})

    @property
    def is_deferred(self) -> bool:
        """Whether a URL of it is still to be asked."""
        return any(answer.reach is Reach.DEFERRED for answer in self.answers)

    @property
    def next_action(self) -> str:
        """What the next audit does: ``mark-unverified``, ``clear-mark`` or "" (contract H12)."""
        if not self.counts:
            return ""
        marked = has_mark(self.block.text)
        if self.reach is Reach.UNREACHABLE and not marked:
            return "mark-unverified"
        return "clear-mark" if self.reach is Reach.VERIFIED and marked else ""
