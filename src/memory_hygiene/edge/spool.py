"""Output of any length that is shown when it is complete: what fails half way shows nothing, and memory stays small."""

from collections.abc import Iterable
from tempfile import TemporaryFile
from typing import Self

from memory_hygiene.errors import HygieneError

from .console import write_out

_CHUNK = 1 << 18  # characters


class Spool:
    """A file without a name. As a context it goes away at the end, whatever happened."""

    def __init__(self) -> None:
        try:
            self._file = TemporaryFile("w+", encoding="utf-8", errors="surrogatepass", newline="")  # noqa: SIM115
        except OSError as error:
            raise _no_place(error) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def write(self, parts: Iterable[str]) -> None:
        """Take the parts as they come. Raises HygieneError when the disk is full."""
        for part in parts:
            try:
                self._file.write(part)
            except OSError as error:
                raise _no_place(error) from None

    def release(self) -> None:
        """Write all of it to standard output. Raises HygieneError when that takes no more."""
        self._file.seek(0)
        while chunk := self._file.read(_CHUNK):
            write_out(chunk)


def _no_place(error: OSError) -> HygieneError:
    said = f"cannot keep the output until it is whole: {error.strerror or error}"
    return HygieneError(said, "free some space, or set TMPDIR to a folder that has some")
