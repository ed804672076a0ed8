"""Reading versions of § files piece by piece comes to what reading them whole does."""

from collections import Counter
from random import Random

import pytest

from memory_hygiene.core.archive import read_archive, write_block
from memory_hygiene.core.model import Format
from memory_hygiene.edge.git.contents import Contents, FileContent, FileVersion, Reading
from memory_hygiene.edge.git.process import ObjectReader
from memory_hygiene.formats import parse
from tests.conftest import MemoryRepo

_PIECES = (
    *("One", "Two words", "Two words", "Three\nlines\nof it", "- a bullet\n- another", "# Heading\n\nText", "1. one"),
    *("a | b\n--|--\nc | d", "Title\n===", "Title\n---", "> quote", "    code", "```\nfence\n```", "<b>\nhtml</b>", ""),
    *(
        "trailing \t",
        "tab\tinside",
        "\u00a0odd space\u00a0",
        "[stale] tagged",
        "[a]: target",
        "form\x0cfeed",
        "caf\u00e9",
    ),
    *("ends in two  ", "line\n\nparagraph", "back\\", "Note: x\n: definition", "NUL \0 inside", "a\n   b", "a\n- b"),
)


@pytest.mark.parametrize("reading", [Reading.SECTION_SIGN, Reading.ARCHIVE])
@pytest.mark.parametrize("seed", range(8))
def test_versions_one_after_another(repo: MemoryRepo, reading: Reading, seed: int) -> None:
    random = Random(seed)
    pieces = [random.choice(_PIECES) for _ in range(8)]
    versions: list[tuple[bytes, FileVersion]] = []
    for _ in range(20):
        for _ in range(random.randint(0, 3)):
            if pieces and random.random() < 0.5:
                pieces.pop(random.randrange(len(pieces)))
            else:
                pieces.insert(random.randint(0, len(pieces)), random.choice(_PIECES))
        data = random.choice(("\n§\n", "\n§\n", "\r\n§\r\n")).join(pieces).encode()
        repo.write("M.md", data)
        oid = repo.git("hash-object", "-w", "--no-filters", "M.md").strip()
        versions.append((data, FileVersion(b"M.md", reading, oid)))
    assert _followed(repo, [version for _, version in versions]) == [_whole(data, reading) for data, _ in versions]


@pytest.mark.parametrize("seed", range(8))
def test_versions_of_markdown_one_after_another(repo: MemoryRepo, seed: int) -> None:
    random = Random(seed)
    lines = [random.choice(_LINES) for _ in range(30)]
    versions: list[tuple[bytes, FileVersion]] = []
    for _ in range(20):
        for _ in range(random.randint(0, 3)):
            place = random.randint(0, len(lines))
            lines[place : place + random.choice((0, 0, 1, 3))] = random.choices(_LINES, k=random.randint(0, 2))
        data = "\n".join(lines).encode()
        repo.write("M.md", data)
        oid = repo.git("hash-object", "-w", "--no-filters", "M.md").strip()
        versions.append((data, FileVersion(b"M.md", Reading.MARKDOWN, oid)))
    whole = [_whole(data, Reading.MARKDOWN) for data, _ in versions]
    assert _followed(repo, [version for _, version in versions]) == whole


_LINES = (
    *("- a item", "- b item", "- c | d", "- e", "  more of it", "text", "# Heading", "## Two", "", "", "---", "- - x"),
    *(
        "- a item",
        "- b item",
        "- f",
        "- g",
        "- h",
        "- i",
        "- j",
        "- k",
        "- l",
        "```",
        "--|--",
        "---\nfront: matter\n---",
    ),
)


_INNER = write_block("2026-01-02", "MEMORY.md", "", b"- inside", b"\n")
_BLOCKS = (
    *(write_block("2026-01-02", "MEMORY.md", "", text, b"\n") for text in (b"One", b"Two\nlines", b"- a\n- b", _INNER)),
    *(write_block(f"2026-01-{day}", "USER.md", "Part", b"- text %d" % day, b"\n") for day in range(10, 30)),
    write_block("2026-01-03", "MEMORY.md", "", b"CRLF", b"\r\n"),
    *(b"\nloose text", "\nan entry\n§\nanother\n".encode(), b"\n## [2026-01-04] archived from MEMORY.md\n\nseed\n"),
)
_FORGED = (
    _INNER.replace(b" 8 -->", b" 9999 -->"),
    _INNER.replace(b"- inside", b"- outside"),
    b"\n<!-- hygiene:archived 0000000000000000 3 -->\nabc\n",
)


@pytest.mark.parametrize("seed", range(12))
def test_versions_of_framed_archives_one_after_another(repo: MemoryRepo, seed: int) -> None:
    random = Random(seed)
    blocks = [*_BLOCKS, *(_FORGED if seed % 3 == 0 else ())]
    archive = random.choices(blocks, k=12)
    versions: list[FileVersion] = []
    datas: dict[str, bytes] = {}
    for _ in range(20):
        for _ in range(random.randint(0, 3)):
            place = random.randint(0, len(archive))
            archive[place : place + random.choice((0, 0, 0, 1, 3))] = random.choices(blocks, k=random.randint(0, 2))
        repo.write("A.md", b"# Archive\n" + b"".join(archive))
        oid = repo.git("hash-object", "-w", "--no-filters", "A.md").strip()
        datas[oid] = repo.read("A.md")
        versions.append(FileVersion(b"A.md", Reading.ARCHIVE, oid))
    for version, held in zip(versions, _followed(repo, versions)):
        data = datas[version.oid]
        kept = {block.fingerprint for block in read_archive(data, parse).kept}
        assert kept <= held.keys()


def _followed(repo: MemoryRepo, versions: list[FileVersion]) -> list[dict[str, str]]:
    """What every version holds; the differences from one to the next must add up to it."""
    held: Counter[tuple[str, str]] = Counter()
    followed: list[dict[str, str]] = []
    again = [oid for oid, times in Counter(version.oid for version in versions).items() if times > 1]
    with ObjectReader(str(repo.path)) as aside:
        before = None
        contents = Contents(str(repo.path), aside)
        for content in contents.in_order((), versions, again):
            assert content is not None
            left, arrived = content.since(before) if before else ((), content.entries())
            held.subtract(left)
            held.update(arrived)
            assert min(held.values(), default=0) >= 0
            assert Counter(content.entries()) == +held
            assert Counter(FileContent(content.version, contents).entries()) == +held
            followed.append(dict(content.entries()))
            before = content
    return followed


def _whole(data: bytes, reading: Reading) -> dict[str, str]:
    """Each § entry of its own; in an archive also as the Markdown it is."""
    if reading is not Reading.ARCHIVE:
        format = Format(reading.value)
        return {block.fingerprint: block.text for block in parse(format, data).tracked}
    found: dict[str, str] = {}
    for piece in data.replace(b"\r\n", b"\n").split("\n§\n".encode()):
        found |= dict.fromkeys((block.fingerprint for block in parse(Format.SECTION_SIGN, piece).tracked), "")
        found |= {block.fingerprint: block.text for block in parse(Format.MARKDOWN, piece).tracked}
    return found
