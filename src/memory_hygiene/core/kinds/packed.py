"""Tables of weights as the training writes them: names by line, a zero byte, then a signed byte for every column."""

import binascii
import zlib


def unpack(table: str, columns: int) -> tuple[dict[str, int], memoryview]:
    """Where the weights of each name stand, and the weights."""
    names, _, weights = zlib.decompress(binascii.a2b_base64(table)).partition(b"\0")
    index = {name: place * columns for place, name in enumerate(names.decode("utf-8").split("\n"))}
    return index, memoryview(weights).cast("b")
