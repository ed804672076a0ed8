"""The registry as it stands in its file; the parser of the table is loaded where there is one."""

from functools import lru_cache

from .writers import EMPTY, Registry


@lru_cache(maxsize=64)  # a range asks for the same registry at every commit
def read_registry(data: bytes) -> Registry:
    """The registry in the bytes of a file; nothing at all is an empty one."""
    if not data.strip():
        return EMPTY
    from .writers_table import read_table

    return read_table(data)
