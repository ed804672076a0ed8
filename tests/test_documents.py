"""Plans over generated documents and over the examples of the CommonMark specification.

The laws: a second plan is empty; the proof holds; what is not acted on reads as before, by a reader that is not ours;
every byte outside the edited spans is identical.
"""

import os
import re
import subprocess
import sys
import tarfile
from collections.abc import Iterable
from itertools import pairwise

import pytest

from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.planning.actions import Action, Archive, Prune
from memory_hygiene.core.planning.fitting import edited, plan_store
from memory_hygiene.core.planning.places import place_of
from memory_hygiene.formats import parse
from memory_hygiene.runs.planning import prove_plan

from .documents import document
from .reading import chunks
from .states import TODAY, planned, state_of

DOCUMENTS = int(os.environ.get("HYGIENE_DOCUMENTS", "2000"))
PARTS = 20
ARCHIVE = "references/lore-archive/LORE.archive.md"


def assert_laws(data: bytes) -> None:
    """All laws for one document, as LORE.md."""
    files = {"LORE.md": data}
    plan = planned(files, Profile.SANCTUM)
    change = prove_plan(plan, "2026-09-15T12:00:00Z")
    after = {file.path: file.after for file in change.files}.get("LORE.md", data)
    assert_reads_as_before(data, after, plan.plan.actions)
    assert len(after) <= len(data)
    again = planned({**files, **{file.path: file.after for file in change.files}}, Profile.SANCTUM)
    assert again.plan.actions == (), data


def assert_reads_as_before(before: bytes, after: bytes, actions: Iterable[Action]) -> None:
    """The pieces no action is about are read as before, in order, by another reader."""
    chosen = tuple(actions)
    ranges = [range(a.place.line, a.place.line + a.place.text.count("\n") + 1) for a in chosen]
    outer = {a.place.line for a in chosen}
    lines = [line for line, _ in chunks(before)]
    acted: set[int] = set()
    for number, line in enumerate(lines):
        end = lines[number + 1] if number + 1 < len(lines) else len(before)
        if line in outer or any(line <= r.start < max(end, line + 1) for r in ranges):
            acted.add(line)
    stays = [html for line, html in chunks(before) if line not in acted]
    found = iter(html for _, html in chunks(after))
    for html in stays:
        assert any(html == other for other in found), (html, before, after)


@pytest.mark.parametrize("part", range(PARTS))
def test_plans_over_generated_documents(part: int) -> None:
    for seed in range(part, DOCUMENTS, PARTS):
        assert_laws(document(seed))


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The examples of the CommonMark specification, from the source package that ships it."""
    if os.environ.get("HYGIENE_OFFLINE") == "1":
        pytest.skip("HYGIENE_OFFLINE=1: the specification cannot be fetched")
    folder = tmp_path_factory.mktemp("spec")
    asked = [
        "download",
        "-q",
        "--no-deps",
        "--no-binary",
        ":all:",
        "-d",
        str(folder),
        "commonmark==0.9.1",
    ]
    done = subprocess.run([sys.executable, "-m", "pip", *asked], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (package,) = folder.glob("commonmark-*.tar.gz")
    with tarfile.open(package) as archive:
        member = next(name for name in archive.getnames() if name.endswith("spec.txt"))
        file = archive.extractfile(member)
        assert file is not None
        text = file.read().decode("utf-8")
    fence = "`" * 32
    found = re.findall(rf"^{fence} example\n(.*?)\n?^\.$", text, re.MULTILINE | re.DOTALL)
    assert len(found) > 600
    return [example.replace("→", "\t") for example in found]


def test_taking_any_entry_out_of_any_example_leaves_the_rest_as_read(examples: list[str]) -> None:
    tried = possible = 0
    for example in (*examples, *(f"{one}\n\n{other}" for one, other in pairwise(examples))):
        state = state_of({"LORE.md": example.encode()}, Profile.SANCTUM)
        store = state.stores[0]
        for block in (*store.document.entries, *store.document.nested):
            for action in (
                Prune(place_of(store, block), "because"),
                Archive(place_of(store, block), "because", ARCHIVE),
            ):
                tried += isinstance(action, Prune)
                chosen, left = plan_store(store, [action], TODAY, parse)
                assert len(chosen) + len(left) == 1
                for path, (_, after) in edited([store], chosen, parse).items():
                    assert path == "LORE.md"
                    assert_reads_as_before(store.document.data, after, chosen)
                    possible += isinstance(action, Prune)
    assert possible > tried * 0.9
