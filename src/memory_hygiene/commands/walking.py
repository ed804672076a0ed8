"""What the commands over a range of commits share: it is walked, and what that shows is written when it is whole."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from memory_hygiene.core.contracts import Profile
from memory_hygiene.edge.console import write_error
from memory_hygiene.edge.git.process import ObjectReader
from memory_hygiene.edge.git.remembering import RememberingReader
from memory_hygiene.edge.git.repository import Repository, find_repository
from memory_hygiene.edge.progress import Progress
from memory_hygiene.edge.spool import Spool
from memory_hygiene.report.safe import safe
from memory_hygiene.runs import steps

_Found = TypeVar("_Found")
_Walk = Callable[[Repository, ObjectReader, str, Profile | None, steps.Progress], _Found]


def walked(
    work: str, walk: _Walk[_Found], range_: str, profile: str | None, parts: Callable[[_Found], Iterable[str]]
) -> _Found:
    """What ``walk`` finds in the range around the current folder; its ``parts`` are written to standard output.

    ``work`` names what is done, for the bar. Raises HygieneError or GitError, and then nothing is written.
    """
    repository = find_repository()
    with Spool() as spool:
        with RememberingReader(repository.top or repository.git_dir) as reader, Progress(work, "commits") as progress:
            found = walk(repository, reader, range_, Profile(profile) if profile else None, progress)
            spool.write(parts(found))
        spool.release()
    return found


def tell_aside(notes: Iterable[str]) -> None:
    """Write the remarks for which a JSON document has no place to standard error."""
    for note in notes:
        write_error(f"note: {safe(note)}")
