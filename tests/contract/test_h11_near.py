"""H11: near-duplicates are reported with the differing words; merged only if asked. What contradicts is listed."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.planning.evidence import nothing_known
from memory_hygiene.core.planning.near_decisions import MOST
from memory_hygiene.runs.planning import prove_plan
from tests.conftest import MemoryRepo
from tests.labelled_pairs import labelled_pairs
from tests.states import planned

HEAVY = "Prices hang on list versions, never on orders."
LIGHT = "Prices hang on list versions and never on an order."


def _section_sign(*entries: str) -> str:
    return "\n§\n".join(entries)


def _reasons(repo: MemoryRepo, *arguments: str) -> list[tuple[str, int, str]]:
    done = repo.hygiene("plan", "--format", "json", *arguments)
    assert done.returncode == 0, done.stderr
    return [(row["path"], row["line"], row["reason"]) for row in json.loads(done.stdout)["unresolved"]]


@pytest.fixture
def told_twice(hermes: MemoryRepo) -> MemoryRepo:
    hermes.write("MEMORY.md", _section_sign(HEAVY, "The courier has no webhook for returns."))
    hermes.write("USER.md", _section_sign("Likes tea."))
    hermes.commit("first", "2026-06-01T12:00:00+0000")
    hermes.write("MEMORY.md", _section_sign(HEAVY, "The courier has no webhook for returns.", LIGHT))
    hermes.commit("again", "2026-07-01T12:00:00+0000")
    return hermes


def test_h11_a_near_repeat_is_unresolved_at_the_later_entry_with_its_words(sanctum: MemoryRepo) -> None:
    sanctum.write("LORE.md", "# Lore\n\n- Orders are append-only.\n\n## More\n\n- Orders are append-only, says Ravi.\n")
    sanctum.commit()
    assert _reasons(sanctum) == [("LORE.md", 7, 'nearly repeats LORE.md:3: adds "says Ravi"')]


def test_h11_what_is_told_in_two_languages_is_named_with_the_words_and_never_merged(hermes: MemoryRepo) -> None:
    hermes.write("MEMORY.md", _section_sign("The backup runs every night.", "Резервная копия делается каждую ночь."))
    hermes.write("USER.md", _section_sign("Prefers short answers.", "Bevorzugt kurze Antworten."))
    hermes.commit(date="2026-06-01T12:00:00+0000")
    said = [
        'perhaps the same as MEMORY.md:1 in another language: "backup night" there, "Резервная ночь" here',
        'perhaps the same as USER.md:1 in another language: "short answers" there, "kurze Antworten" here',
    ]
    assert [row[2] for row in _reasons(hermes, "--merge-near") if "perhaps the same" in row[2]] == said
    assert json.loads(hermes.hygiene("plan", "--merge-near", "--format", "json").stdout)["actions"] == []


def test_h11_contradictions_in_many_tongues_are_listed_with_both_days_and_stay(sanctum: MemoryRepo) -> None:
    pairs = [pair for pair in labelled_pairs(file="values.jsonl") if pair.kind == "value" and pair.lang != "en"]
    before = "# Lore\n\n" + "".join(f"- {pair.a}\n" for pair in pairs)
    sanctum.write("LORE.md", before)
    sanctum.commit("first", "2026-06-01T12:00:00+0000")
    sanctum.write("LORE.md", before + "".join(f"- {pair.b}\n" for pair in pairs))
    sanctum.commit("then", "2026-07-01T12:00:00+0000")
    plan = json.loads(sanctum.hygiene("plan", "--format", "json").stdout)
    said = [row["reason"] for row in plan["unresolved"] if row["reason"].startswith("same topic, different value")]
    days = [reason for reason in said if " since 2026-06-01" in reason and " since 2026-07-01" in reason]
    assert len(said) == MOST + 1  # as many as are named at once, and how many more
    assert days == said
    assert [reason.endswith("not named here)") for reason in said].count(True) == 1
    assert plan["actions"] == []


def test_h11_nothing_near_goes_unasked(told_twice: MemoryRepo) -> None:
    plan = json.loads(told_twice.hygiene("plan", "--format", "json").stdout)
    assert not [row for row in plan["actions"] if row["line"] == 5 and row["action"] in ("prune", "dedup", "archive")]
    assert ("MEMORY.md", 5, "nearly repeats MEMORY.md:1: differs only in small words, marks or order") in _reasons(
        told_twice
    )


def test_h11_the_gate_knows_exact_repeats_only(told_twice: MemoryRepo) -> None:
    told = told_twice.hygiene("check", "--rev", "HEAD", "--format", "json").stdout
    assert not {row["rule"] for row in json.loads(told)["findings"]} & {"MH201", "MH202"}


def test_h11_merged_if_asked_the_later_goes_to_the_archive_with_its_category(told_twice: MemoryRepo) -> None:
    done = told_twice.hygiene("apply", "--merge-near")
    assert done.returncode == 0, done.stdout + done.stderr
    assert LIGHT.encode() not in told_twice.read("MEMORY.md")
    assert HEAVY.encode() in told_twice.read("MEMORY.md")
    assert LIGHT.encode() in told_twice.read("archive/MEMORY.archive.md")
    assert b"] nearly repeats MEMORY.md:1, merged on request" in told_twice.read("MEMORY_AUDIT_LEDGER.md")
    assert "nothing to do" in told_twice.hygiene("apply", "--merge-near").stdout
    assert told_twice.hygiene("check", "--from-ref", "HEAD~1", "--to-ref", "HEAD").returncode == 0


def test_h11_a_reviewed_plan_remembers_that_it_was_asked(told_twice: MemoryRepo) -> None:
    told_twice.hygiene("plan", "--merge-near", "--format", "json", "--out", "../asked.json")
    told_twice.hygiene("plan", "--format", "json", "--out", "../unasked.json")
    refused = told_twice.hygiene("apply", "../unasked.json", "--merge-near")
    assert refused.returncode == 2
    assert "made without --merge-near" in refused.stderr
    done = told_twice.hygiene("apply", "../asked.json")
    assert done.returncode == 0, done.stdout + done.stderr
    assert LIGHT.encode() in told_twice.read("archive/MEMORY.archive.md")


def test_h11_merging_keeps_what_tells_and_ends_where_a_second_run_finds_nothing(sanctum: MemoryRepo) -> None:
    kept = [
        "- The port of the box is 8080.",
        "- The port of the box is 8081.",
        "- Never push to main.",
        "- Push to main.",
    ]
    same = ["- The scale lies after noon.", "- A scale lies after noon.", "- Scales lie after the noon."]
    sanctum.write("LORE.md", "\n".join(["# Lore", "", *kept, *same, ""]))
    sanctum.commit()
    done = sanctum.hygiene("apply", "--merge-near")
    assert done.returncode == 0, done.stdout + done.stderr
    text = sanctum.read("LORE.md").decode()
    assert all(line in text for line in kept)
    assert same[0] in text
    assert same[1] not in text
    assert "nothing to do" in sanctum.hygiene("plan", "--merge-near").stdout


def test_h11_a_copy_of_what_is_merged_goes_with_it(hermes: MemoryRepo) -> None:
    hermes.write("MEMORY.md", _section_sign(HEAVY, LIGHT, "The courier has no webhook for returns.", LIGHT))
    hermes.write("USER.md", "Likes tea.")
    hermes.commit()
    done = hermes.hygiene("apply", "--merge-near")
    assert done.returncode == 0, done.stdout + done.stderr
    assert LIGHT.encode() not in hermes.read("MEMORY.md")
    assert LIGHT.encode() in hermes.read("archive/MEMORY.archive.md")
    assert "nothing to do" in hermes.hygiene("apply", "--merge-near").stdout


def test_h11_what_contradicts_is_listed_with_both_days_and_stays(hermes: MemoryRepo) -> None:
    hermes.write("MEMORY.md", _section_sign("Backups are kept for 30 days.", "Likes tea."))
    hermes.write("USER.md", "Speaks Dutch.")
    hermes.commit("first", "2026-06-01T12:00:00+0000")
    hermes.write("USER.md", _section_sign("Speaks Dutch.", "Backups are kept for 90 days."))
    hermes.commit("newer", "2026-07-01T12:00:00+0000")
    expected = 'same topic, different value: MEMORY.md:1 says "30" since 2026-06-01, this says "90" since 2026-07-01'
    assert ("USER.md", 3, expected) in _reasons(hermes)
    done = hermes.hygiene("apply", "--merge-near")
    assert done.returncode == 0, done.stdout + done.stderr
    everything = hermes.read("MEMORY.md") + hermes.read("USER.md")
    assert b"30 days" in everything
    assert b"90 days" in everything


def test_h11_before_the_first_commit_no_day_is_made_up(sanctum: MemoryRepo) -> None:
    sanctum.write("LORE.md", "# Lore\n\n- The port of the box is 8080.\n- The port of the box is 8081.\n")
    (_, _, reason) = _reasons(sanctum)[0]
    assert reason.count("since an unknown day") == 2


def test_h11_copies_under_two_headings_are_named_and_both_stay(sanctum: MemoryRepo) -> None:
    sanctum.write("LORE.md", "# Lore\n\n## A\n\n- Orders are append-only.\n\n## B\n\n- Orders are append-only.\n")
    sanctum.commit()
    assert _reasons(sanctum) == [
        ("LORE.md", 9, "repeats LORE.md:5 word for word elsewhere in the memory: it may be meant twice")
    ]
    assert "nothing to do" in sanctum.hygiene("plan", "--merge-near").stdout


def test_h11_a_pair_of_which_one_goes_is_not_named(sanctum: MemoryRepo) -> None:
    sanctum.write("LORE.md", "# Lore\n\n- [prune] The port of the box is 8080.\n- The port of the box is 8081.\n")
    sanctum.commit()
    assert _reasons(sanctum) == []


def test_h11_many_pairs_do_not_drown_the_list(sanctum: MemoryRepo) -> None:
    words = (
        "anchor berth crane depot engine ferry gauge harbour island jetty keel ladder mast net oar pier quay rope sail"
    )
    lines = [f"- The {a} {b} paint is kept dry.\n- The {a} {b} paint is kept very dry, says Ravi."
             for a, b in zip(words.split(), (word[::-1] for word in words.split()), strict=True)]  # fmt: skip
    lines += [f"- Zebra{n} wool socks.\n- Zebra{n} wool socks, says Ravi." for n in range(5)]
    sanctum.write("LORE.md", "# Lore\n\n" + "\n".join(lines) + "\n")
    sanctum.commit()
    reasons = [reason for _, _, reason in _reasons(sanctum)]
    assert len(reasons) == MOST + 1
    assert sum("more, not named here" in reason for reason in reasons) == 1


def test_h11_hostile_words_reach_no_terminal(sanctum: MemoryRepo) -> None:
    sanctum.write("LORE.md", "# Lore\n\n- The port of the box is 80\x1b[31m.\n- The port of the box is 81\x1b[31m.\n")
    sanctum.commit()
    done = sanctum.hygiene("plan")
    assert "same topic" in done.stdout
    assert "\x1b" not in done.stdout


_MERGING = replace(nothing_known(), merges_near=True)
_SAID = (
    *("Prices hang on list versions.", "Price hangs on list versions.", "The prices hang on the list versions."),
    *("The port is 8080.", "The port is 8081.", "Ports are 8080.", "[stale] The port is 8080.", "- The port is 8080."),
    *("Never push to main.", "never push to main", "Push to main.", "[x] Push to main.", "~~Push to main.~~"),
)


@given(st.lists(st.lists(st.sampled_from(_SAID), max_size=8), min_size=2, max_size=2), st.sampled_from(Profile))
@settings(max_examples=60, deadline=None)
def test_h11_merging_is_proved_and_a_second_run_finds_nothing(texts: list[list[str]], profile: Profile) -> None:
    names = ("MEMORY.md", "USER.md") if profile is Profile.HERMES else ("LORE.md", "MEMORY.md")
    joined = (
        "\n§\n".join(entries) if profile is Profile.HERMES else "# A\n\n" + "".join(f"- {text}\n" for text in entries)
        for entries in texts
    )
    files = {name: text.encode() for name, text in zip(names, joined, strict=True)}
    first = planned(files, profile, evidence=_MERGING)
    if first.plan.actions:
        after = {change.path: change.after for change in prove_plan(first, "2026-09-15T12:00:00Z").files}
        assert not planned({**files, **after}, profile, evidence=_MERGING).plan.actions
