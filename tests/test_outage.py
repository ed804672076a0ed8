"""A network that is down says nothing of the endpoints beyond it (H12): no entry is marked for it."""

import errno
import json
import socket
import sys

import httpcore
import pytest

from memory_hygiene.core.endpoints.endpoints import Answer, Reach
from memory_hygiene.core.endpoints.outage import less_outage, outage_in
from memory_hygiene.edge.attempts import is_silent

from .conftest import MemoryRepo

UP, DOWN, LATER = Reach.VERIFIED, Reach.UNREACHABLE, Reach.DEFERRED
A, B, HERE = "https://a.example/x", "https://b.example/x", "http://127.0.0.1:1/x"


def answers(*rows: tuple[str, Reach, bool]) -> dict[str, Answer]:
    return {url: Answer(url, reach, "it", "2026-09-15T12:00:00Z", silent) for url, reach, silent in rows}


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([(A, DOWN, True), (B, DOWN, True)], [LATER, LATER]),
        ([(A, DOWN, True), (B, DOWN, True), (HERE, DOWN, False)], [LATER, LATER, DOWN]),
        ([(A, DOWN, True), (B, DOWN, True), (HERE, UP, False)], [LATER, LATER, UP]),
        ([(A, DOWN, True), (B, UP, False)], [DOWN, UP]),
        ([(A, DOWN, True), (B, DOWN, False)], [DOWN, DOWN]),
        ([(A, DOWN, True), (A + "/y", DOWN, True)], [DOWN, DOWN]),
        ([(A, DOWN, True), (HERE, DOWN, True)], [DOWN, DOWN]),
        ([(A, DOWN, True), (B, Reach.NOT_ASKED, False)], [DOWN, Reach.NOT_ASKED]),
        ([], []),
    ],
)
def test_h12_two_silent_hosts_and_no_other_sign_are_an_outage(
    rows: list[tuple[str, Reach, bool]], expected: list[Reach]
) -> None:
    found = less_outage(answers(*rows))
    assert [answer.reach for answer in found.values()] == expected
    assert bool(outage_in(found)) == (LATER in expected)


def test_what_leaves_open_whether_there_is_a_network() -> None:
    refused = httpcore.ConnectError("refused")
    refused.__cause__ = ConnectionRefusedError(errno.ECONNREFUSED, "refused")
    no_route = httpcore.ConnectError("no route")
    no_route.__cause__ = OSError(errno.ENETUNREACH, "no route")
    silent = [httpcore.ConnectTimeout(), socket.gaierror(socket.EAI_AGAIN, "later"), TimeoutError(), no_route]
    signs = [refused, httpcore.ReadTimeout(), httpcore.RemoteProtocolError("x"), ConnectionResetError()]
    assert [is_silent(error) for error in silent] == [True] * len(silent)
    assert [is_silent(error) for error in signs] == [False] * len(signs)


def test_h12_offline_no_entry_is_marked_and_nothing_is_remembered(hermes: MemoryRepo) -> None:
    entries = [f"API endpoint: https://{name}.example.invalid/v1" for name in ("one", "two")]
    hermes.write("MEMORY.md", "\n§\n".join([*entries, "Service endpoint: http://127.0.0.1:1/v1"]))
    hermes.write("USER.md", "Name: Freya.")
    hermes.commit()
    shown = hermes.run(sys.executable, "-m", "memory_hygiene", "plan", "--verify", "--format", "json")
    marked = [row for row in json.loads(shown.stdout)["actions"] if row["action"] == "mark-unverified"]
    assert [row["text"] for row in marked] == ["Service endpoint: http://127.0.0.1:1/v1"]
    assert shown.stderr.count("the network seems to be down: none of 2 hosts gave a sign") == 1
    done = hermes.hygiene("verify", "--format", "json")
    assert [row["reach"] for row in json.loads(done.stdout)["entries"]] == ["not-asked", "not-asked", "unreachable"]
    assert b"example.invalid" not in hermes.read(".git/hygiene/endpoints.json")
