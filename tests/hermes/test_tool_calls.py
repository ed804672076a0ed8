"""What we say a tool call would make of a file is what the real client's tools make of it."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from memory_hygiene.core.live.file_call import named_paths, results
from memory_hygiene.core.live.memory_call import Refusal, outcome, read_call
from memory_hygiene.core.model import Format
from memory_hygiene.formats import parse
from tests.strategies import section_sign_stores

from .homes import RealClient

pytestmark = pytest.mark.hermes
COUNT = 400
LIMIT = 2200
Arguments = dict[str, object]


class _Case(NamedTuple):
    """A store and one call on it."""

    data: bytes
    arguments: Arguments


@st.composite
def _cases(draw: st.DrawFn) -> _Case:
    data = draw(section_sign_stores())
    entries = [block.text for block in parse(Format.SECTION_SIGN, data).blocks]
    if draw(st.integers(0, 9)) == 0:
        data += ("\n§\n" + "Long. " * 340).encode()
    return _Case(data, draw(_calls(entries)))


def _calls(entries: list[str]) -> st.SearchStrategy[Arguments]:
    single = _steps(entries)
    batch = st.builds(lambda steps: {"operations": steps}, st.lists(single, min_size=1, max_size=4))
    odd = st.sampled_from(
        [
            {"action": "add"},
            {"action": "remove", "old_text": "  "},
            {"action": "move", "content": "x"},
            {"operations": {"action": "add", "content": "x"}},
            {"operations": [None]},
            {"action": "add", "content": "x", "target": "both"},
            {"action": "add", "content": "x", "target": None},
            {"action": "add", "content": "x", "operations": []},
        ]
    )
    return st.one_of(single, single, batch, batch, odd)


def _steps(entries: list[str]) -> st.SearchStrategy[Arguments]:
    texts = st.sampled_from(["Berth 9 is free.", " padded \n", "two\nlines", "a\n§\nb", "x" * 1500, *entries[:2]])
    whole = st.sampled_from([*entries, "nowhere to be found", "e"])
    old = st.builds(lambda text, end: text[: max(1, end)], whole, st.integers(1, 60))
    return st.one_of(
        st.builds(lambda content: {"action": "add", "content": content}, texts),
        st.builds(lambda old_text: {"action": "remove", "old_text": old_text}, old),
        st.builds(
            lambda old_text, content: {"action": "replace", "old_text": old_text, "content": content}, old, texts
        ),
    )


def _generated() -> list[_Case]:
    found: list[_Case] = []

    @settings(max_examples=COUNT, derandomize=True, database=None, phases=[Phase.generate], deadline=None)
    @given(_cases())
    def collect(case: _Case) -> None:
        found.append(case)

    collect()
    return found


def test_h26_a_memory_call_comes_out_as_the_real_tool_has_it(client: RealClient, tmp_path: Path) -> None:
    """H26: four hundred calls on stores of every shape: the same ones are refused, and the same text is written."""
    seen: Counter[str] = Counter()
    for number, case in enumerate(_generated()):
        store = tmp_path / str(number) / "memories" / "MEMORY.md"
        store.parent.mkdir(parents=True)
        store.write_bytes(case.data)
        answer = client.call(store.parent.parent, "memory", case.arguments)
        call = read_call(case.arguments)
        told = outcome(parse(Format.SECTION_SIGN, case.data), call, LIMIT) if call else None
        is_written = told is not None and told.refusal is Refusal.NONE
        assert bool(answer.get("success")) == is_written, (case, answer, told)
        if told is not None and is_written and store.read_bytes() != case.data:
            assert store.read_bytes().decode() == told.text, (case, told)
        seen[told.refusal.name if told else "FORM"] += 1
    assert all(seen[name] >= 5 for name in ("NONE", "DRIFT", "MATCH", "OVERFLOW", "FORM")), seen


BEFORE = "Deploys run on Fridays.\n§\nThe build server is 10.0.0.7.\n§\nOne, two, one."
PATCH = "*** Begin Patch\n*** Update File: {path}\n{hunk}\n*** End Patch"


def _file_calls() -> Iterator[tuple[str, str, Arguments]]:
    for before in (BEFORE, BEFORE + "\n", BEFORE.replace("\n", "\r\n"), "\ufeff" + BEFORE):
        yield before, "write_file", {"path": "{path}", "content": "New.\n§\nText."}
        yield before, "write_file", {"path": "{path}", "content": ""}
        yield before, "patch", {"path": "{path}", "old_string": "10.0.0.7", "new_string": "10.0.0.8"}
        yield before, "patch", {"mode": "replace", "path": "{path}", "old_string": "Fridays.\n§\n", "new_string": "x"}
        yield before, "patch", {"path": "{path}", "old_string": "ne", "new_string": "x"}
        yield before, "patch", {"path": "{path}", "old_string": "one.", "new_string": "", "replace_all": True}
        yield before, "patch", {"path": "{path}", "old_string": "nowhere at all", "new_string": "x"}
        yield before, "patch", {"path": "{path}", "old_string": "", "new_string": "x"}
        yield before, "patch", {"path": "{path}", "old_string": "x"}
        for hunk in (
            " Deploys run on Fridays.\n-§\n-The build server is 10.0.0.7.",
            "@@ build @@\n+added",
            "+added at the end",
            "@@ nowhere @@\n+added",
            "-Deploys run on Fridays.\n+Deploys run on Mondays.\n@@\n-One, two, one.\n+Three.",
            " only context",
            "-nowhere to be found, not even nearly\n+x",
        ):
            yield before, "patch", {"mode": "patch", "patch": PATCH.replace("{hunk}", hunk)}
    yield BEFORE, "patch", {"mode": "patch", "patch": "*** Add File: {path}\n+all\n+new"}
    yield BEFORE, "patch", {"mode": "patch", "patch": "***Delete File: {path}"}
    yield BEFORE, "patch", {"mode": "patch", "patch": "*** Move File: {path} -> {path}.old"}


@pytest.mark.parametrize("number", range(len(list(_file_calls()))))
def test_h26_a_file_call_comes_out_as_the_real_tool_has_it(client: RealClient, tmp_path: Path, number: int) -> None:
    """H26: ``write_file`` and ``patch``, in both modes, with every line ending and a byte-order mark."""
    before, tool, arguments = list(_file_calls())[number]
    path = tmp_path / "home" / "memories" / "MEMORY.md"
    path.parent.mkdir(parents=True)
    path.write_bytes(before.encode())
    filled = {name: _at(value, path) for name, value in arguments.items()}
    told = results(tool, filled, lambda name: before if name == str(path) else None)
    answer = client.call(path.parent.parent, tool, filled)
    now = path.read_bytes().decode() if path.exists() else None
    own = [result for result in told if result.path == str(path)]
    assert {result.path for result in told} <= set(named_paths(tool, filled))
    if now != before:
        assert len(own) == 1, (arguments, answer)
    if own and own[0].is_known and not answer.get("error"):
        assert own[0].text == now, (arguments, answer)


def _at(value: object, path: Path) -> object:
    return value.replace("{path}", str(path)) if isinstance(value, str) else value
