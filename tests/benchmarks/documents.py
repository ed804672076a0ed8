"""The laws of tests/test_documents.py over as many generated documents as asked; prints the seeds that break one.

Two more are judged here: every byte outside the edits is identical, and pointers stand for all that was archived.

python -m tests.benchmarks.documents [--count 50000] [--processes 2] [--first 0]
"""

import argparse
import re
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor

from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.model import Shape
from memory_hygiene.core.planning.actions import Action, Archive
from memory_hygiene.core.planning.edits import Places
from memory_hygiene.runs.planning import prove_plan
from tests.documents import document
from tests.states import planned
from tests.test_documents import assert_laws

from .untouched import Cut, bytes_changed

_BATCH = 250


def fault_of(seed: int) -> str:
    """What law the document with this number breaks, in one line, or ""."""
    data = document(seed)
    try:
        assert_laws(data)
        return _further_fault(data)
    except Exception as fault:  # a crash is a finding like any other
        place = traceback.extract_tb(fault.__traceback__)[-1]
        said = "" if isinstance(fault, AssertionError) else " ".join(str(fault).split())[:200]
        return f"{type(fault).__name__} at {place.line} {said}".rstrip()


def _further_fault(data: bytes) -> str:
    plan = planned({"LORE.md": data}, Profile.SANCTUM)
    archived = [action for action in plan.plan.actions if isinstance(action, Archive)]
    places = Places(plan.state.stores[0].document)
    needed = sum(places.find(a.place).shape is not Shape.TABLE_ROW for a in archived)  # a row leaves none
    told = sum(map(_told, archived))
    if told != needed:
        return f"pointers tell of {told} entries, {needed} were archived"
    change = prove_plan(plan, "2026-09-15T12:00:00Z")
    after = {file.path: file.after for file in change.files}.get("LORE.md", data)
    changed = bytes_changed(data, after, map(_cut, plan.plan.actions))
    return f"{changed} bytes outside the edits changed" if changed else ""


def _told(action: Archive) -> int:
    """How many entries the action's pointer speaks of."""
    shared = re.search(r"_ (\d+) entr(?:y|ies) → ", action.pointer)
    return int(shared[1]) if shared else bool(action.pointer)


def _cut(action: Action) -> Cut:
    pointer = action.pointer.encode() if isinstance(action, Archive) else b""
    return Cut(action.place.line, action.place.text.count("\n") + 1, pointer)


def _faults(seeds: Sequence[int]) -> list[tuple[int, str]]:
    return [(seed, fault) for seed in seeds if (fault := fault_of(seed))]


def _judged(first: int, count: int, processes: int) -> Iterator[tuple[int, list[tuple[int, str]]]]:
    seeds = range(first, first + count)
    batches = [seeds[start : start + _BATCH] for start in range(0, count, _BATCH)]
    with ProcessPoolExecutor(processes) as pool:
        yield from ((len(batch), found) for batch, found in zip(batches, pool.map(_faults, batches)))


def main(arguments: list[str]) -> int:
    """Judge the documents; 1 when a law is broken."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.documents")
    parser.add_argument("--count", type=int, default=50_000)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--first", type=int, default=0)
    chosen = parser.parse_args(arguments)
    start, done, failed = time.perf_counter(), 0, 0
    for size, faults in _judged(chosen.first, chosen.count, chosen.processes):
        done, failed = done + size, failed + len(faults)
        for seed, fault in faults:
            print(f"seed {seed}: {fault}", flush=True)
        print(f"{done:>7} of {chosen.count}, {failed} failed, {time.perf_counter() - start:.0f} s", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
