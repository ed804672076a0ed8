"""H18, the chain: each record names the digest of the one before it, after a merge of both."""

from hypothesis import given
from hypothesis import strategies as st

from memory_hygiene.core.audit.chain import links_of
from memory_hygiene.core.audit.ledger import EMPTY, append_record, read_ledger, write_record


def grown(data: bytes | None, *times: str) -> bytes:
    for time in times:
        data = append_record(data, write_record(time, (("status", "COMPLETE"),), before=read_ledger(data or b"")))
    assert data is not None
    return data


ONE = grown(None, "2026-09-01T10:00:00Z")
LEFT, RIGHT = grown(ONE, "2026-09-02T10:00:00Z"), grown(ONE, "2026-09-03T10:00:00Z")
MERGED = LEFT + RIGHT.removeprefix(ONE)


def test_h18_a_record_names_the_one_before_it() -> None:
    first, second = read_ledger(LEFT).records
    assert first.prev == ()
    assert second.prev == (first.digest,)
    assert all(not link.unknown and not link.is_by_hand for link in links_of(read_ledger(LEFT)))


def test_h18_after_a_merge_the_next_record_names_two() -> None:
    left, right, third = read_ledger(grown(MERGED, "2026-09-04T10:00:00Z")).records[1:]
    assert third.prev == (left.digest, right.digest)
    assert left.prev == right.prev
    assert len(read_ledger(grown(MERGED, "2026-09-04T10:00:00Z", "2026-09-05T10:00:00Z")).records[-1].prev) == 1


def test_h18_records_by_hand_are_carried_by_the_next_one() -> None:
    by_hand = ONE + b"\n## 2026-09-02T10:00:00Z\n\n- status: COMPLETE\n\n## 2026-09-03T10:00:00Z\n\n- status: SKIP\n"
    links = list(links_of(read_ledger(grown(by_hand, "2026-09-04T10:00:00Z"))))
    assert [link.is_by_hand for link in links] == [False, True, True, False]
    assert links[-1].record.prev == (links[-2].record.digest,)


def test_h18_a_ledger_without_records_has_nothing_to_name() -> None:
    assert EMPTY.tips == ()
    assert read_ledger(b"# Memory audit ledger\n").tips == ()


@given(st.lists(st.booleans(), max_size=12), st.integers(min_value=0, max_value=11))
def test_h18_whatever_record_is_edited_a_chained_one_after_it_says_so(kinds: list[bool], place: int) -> None:
    data = ONE
    for day, is_chained in enumerate(kinds, 2):
        time = f"2026-09-{day:02}T10:00:00Z"
        data = grown(data, time) if is_chained else data + f"\n## {time}\n\n- status: COMPLETE\n".encode()
    data = grown(data, "2026-09-20T10:00:00Z")
    records = read_ledger(data).records
    edited = records[place % (len(records) - 1)]
    torn = read_ledger(data.decode().replace(edited.text, edited.text.replace("COMPLETE", "SKIP", 1)).encode())
    after = torn.records[records.index(edited) + 1]
    assert any(link.unknown for link in links_of(torn)) is bool(after.prev)


def test_lines_of_records_are_those_of_the_file() -> None:
    lines = MERGED.decode().split("\n")
    assert [lines[record.line - 1] for record in read_ledger(MERGED).records] == [
        f"## {record.time}" for record in read_ledger(MERGED).records
    ]
