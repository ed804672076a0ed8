"""What versions of files hold: in the order of history each is read once while it is near."""

from collections.abc import Container, Generator, Iterable, Iterator
from enum import Enum
from itertools import chain, tee
from typing import NamedTuple

from memory_hygiene.core.history.lineage import Content
from memory_hygiene.core.history.lineage import Entries as Held
from memory_hygiene.core.model import Format
from memory_hygiene.core.state import MAX_BYTES
from memory_hygiene.errors import GitError

from .differences import Archives, MarkdownFiles, Reader, SectionSignStores, Text
from .process import ObjectReader
from .streaming import ObjectStream

_NEAR = 100  # objects kept, in case another commit has them too
_NEAR_BYTES = 1 << 17  # of each; larger ones are read again


class Reading(Enum):
    """How a file is read for its entries."""

    SECTION_SIGN = Format.SECTION_SIGN.value
    MARKDOWN = Format.MARKDOWN.value
    ARCHIVE = "archive"
    LEDGER = "ledger"


class FileVersion(NamedTuple):
    """One version of a governed file: path, how it is read, blob id ("" when absent)."""

    path: bytes
    reading: Reading
    oid: str


class FileContent:
    """What a version of a file holds; read when it is asked for, unless that was done before."""

    __slots__ = ("_contents", "_text", "version")

    def __init__(self, version: FileVersion, contents: "Contents | None" = None, text: Text | None = None) -> None:
        self.version = version
        self._contents = contents
        self._text = text

    def entries(self) -> Held:
        """Everything; an entry as often as it is there."""
        return self._reader.entries(self.text)

    def since(self, before: Content) -> tuple[Held, Held]:
        """What ``before`` and this hold, less any of what both do."""
        reading = self.version.reading
        if not isinstance(before, FileContent) or before.version.reading is not reading or self._contents is None:
            return before.entries(), self.entries()
        return self._contents.readers[reading].since(before._text or before.text, self._text or self.text)

    def hold(self, text: Text) -> None:
        """Have the content at hand."""
        self._text = text

    def read_by(self, contents: "Contents") -> None:
        """Say where the content is to be read."""
        self._contents = contents

    @property
    def is_read(self) -> bool:
        """Whether the content is at hand."""
        return self._text is not None

    @property
    def text(self) -> Text:
        """The bytes of the version. Raises GitError when they are missing."""
        if self._text is None:
            assert self._contents is not None
            self._text = self._contents.text(self.version)
        return self._text

    @property
    def _reader(self) -> Reader:
        assert self._contents is not None
        return self._contents.readers[self.version.reading]


class Contents:
    """Reads versions of files by blob id, in the repository at ``folder``.

    ``aside`` serves what is not read in the order of history. ``here`` are the objects of a partial clone, which must
    not be asked for others; None when all of them are here. What is not stays unread, and then ``is_whole`` is false.
    """

    def __init__(self, folder: str, aside: ObjectReader, here: frozenset[str] | None = None) -> None:
        self._folder = folder
        self._aside = aside
        self._here = here
        self.is_whole = True
        self.readers: dict[Reading, Reader] = {
            Reading.SECTION_SIGN: SectionSignStores(),
            Reading.MARKDOWN: MarkdownFiles(),
            Reading.ARCHIVE: Archives(),
        }

    def in_order(
        self, before: Iterable[FileContent], versions: Iterable[FileVersion], again: Container[str]
    ) -> Generator[FileContent | None, None, None]:
        """The contents one after another; None for a file that is gone, or whose content is not here.

        ``before`` are others that are going to be asked for; ``again`` the objects that ``versions`` name more than
        once. ``versions`` are taken further than what is given back, so that git reads on meanwhile.
        """
        first = [each for each in before if not each.is_read and self._is_here(each.version.oid)]
        ahead, now = tee(versions)
        with ObjectStream(
            self._folder, chain((each.version.oid for each in first), self._asked(ahead, again))
        ) as stream:
            answers = stream.answers()
            for content in first:
                content.hold(self._text(content.version, _found(content.version.oid, next(answers))))
            yield from self._answered(now, answers, again)

    def _answered(
        self, versions: Iterable[FileVersion], answers: Iterator[bytes | None], again: Container[str]
    ) -> Generator[FileContent | None, None, None]:
        near: dict[str, bytes | None] = {}
        for version in versions:
            oid = version.oid
            if not oid or not self._is_here(oid):
                yield None
                continue
            if oid in near:
                data = near[oid]
            else:
                data = _found(oid, next(answers))
                if oid in again:
                    _remember(near, oid, data if len(data) < _NEAR_BYTES else None)
            yield FileContent(version, self, None if data is None else self._text(version, data))

    def _asked(self, versions: Iterable[FileVersion], again: Container[str]) -> Iterator[str]:
        """The objects to ask for: those that are here, and that will not be at hand by then."""
        near: dict[str, bytes | None] = {}
        for version in versions:
            oid = version.oid
            if oid and oid not in near and (self._here is None or oid in self._here):
                if oid in again:
                    _remember(near, oid, None)
                yield oid

    def text(self, version: FileVersion) -> Text:
        """The bytes of a version, out of order; none of one that is not here. Raises GitError."""
        return self._text(version, self.raw(version.oid))

    def raw(self, oid: str) -> bytes:
        """The bytes of an object; none of one that is not here. Raises GitError."""
        if not self._is_here(oid):
            return b""
        found = self._aside.get(oid)
        return _found(oid, found[2] if found else None)

    def _text(self, version: FileVersion, data: bytes) -> Text:
        return self.readers[version.reading].text(data if len(data) <= MAX_BYTES else b"")

    def _is_here(self, oid: str) -> bool:
        is_here = self._here is None or oid in self._here
        self.is_whole = self.is_whole and is_here
        return is_here


def _remember(near: dict[str, bytes | None], oid: str, data: bytes | None) -> None:
    near[oid] = data
    if len(near) > _NEAR:
        del near[next(iter(near))]


def _found(oid: str, data: bytes | None) -> bytes:
    if data is None:
        raise GitError(f"object {oid} of the history is missing", "git fetch --refetch, or git fsck to see the damage")
    return data
