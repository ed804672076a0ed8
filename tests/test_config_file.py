"""``.hygiene.yaml``: every value and every fault, schema and page in step, the compiled form, and patches to it."""

import json
import marshal
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from memory_hygiene.core.contracts import Limits, Profile
from memory_hygiene.core.fingerprint import digest
from memory_hygiene.core.settings import Agent, Override, Settings, single_agent
from memory_hygiene.edge import config_cache
from memory_hygiene.edge.config_fields import CAPS, PARAMETERS, PROFILES, REASON, Json, Kind, schema_text
from memory_hygiene.edge.config_file import add_agent, decide_categories, load_settings, parse_settings, write_new
from memory_hygiene.errors import ConfigError

ROOT = Path(__file__).parent.parent
SCHEMA = ROOT / "src" / "memory_hygiene" / "data" / "hygiene.schema.json"
PAGE = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
HERMES = "version: 1\nprofile: hermes\n"
ADA = Agent("ada", "agents/ada", Profile.HERMES)
FP = "0123456789abcdef"
OID = "0" * 39 + "1"


def refusal(text: str | bytes) -> tuple[str, str]:
    """Message and hint of the one error that a configuration earns."""
    with pytest.raises(ConfigError) as caught:
        parse_settings(text.encode() if isinstance(text, str) else text, "F")
    return caught.value.message, caught.value.hint


def accepts(text: str) -> bool:
    try:
        parse_settings(text.encode(), "F")
    except ConfigError:
        return False
    return True


def is_in_schema(value: object) -> bool:
    return jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8"))).is_valid(value)


GOOD = {
    HERMES: single_agent(Profile.HERMES),
    "\ufeffversion: 1\r\nprofile: 'sanctum'\r\n": single_agent(Profile.SANCTUM),
    '{"version": 1, "profile": "sanctum"}': single_agent(Profile.SANCTUM),
    HERMES + "memory_threshold: 100\nmax_memory_chars: 1\nmax_user_chars: 9\ncompress_entries: False\ndry_run: true\n"
    "audit_every_days: 1\nskip_below: 0\ngap_alert_days: 2\nshelf_life_days: 3\nedit_similarity: 1\n": Settings(
        Profile.HERMES, single_agent(Profile.HERMES).agents, False, (), (), 100, 1, 9, False, True, 1, 0, 2, 3, 1.0
    ),
    HERMES + "edit_similarity: .75 # or so\n": single_agent(Profile.HERMES)._replace(edit_similarity=0.75),
    HERMES + "agents:\n  ada: {path: agents/ada}\n  top: {path: ., profile: sanctum}\n": Settings(
        Profile.HERMES, (ADA, Agent("top", "", Profile.SANCTUM)), has_roster=True
    ),
    'version: 1\nagents: {"1": {path: "no ël/..x", profile: sanctum}}': Settings(
        Profile.SANCTUM, (Agent("1", "no ël/..x", Profile.SANCTUM),), has_roster=True
    ),
    HERMES + "stores:\n  a/B.md: {chars: 5, kb: 2}\n  LORE.md: {lines: 7}\n": single_agent(Profile.HERMES)._replace(
        stores=(("a/B.md", Limits(5, None, 2048)), ("LORE.md", Limits(None, 7, None)))
    ),
    HERMES + f"categories:\n  '{FP}': {{category: Identity, reason: her name}}\n"
    '  "1234567890123456":\n    reason: \'no: "#" {x}\'\n    deletable: true\n'
    "    category: Session Note\n": single_agent(Profile.HERMES)._replace(
        categories=(
            Override(FP, "Identity", "her name"),
            Override("1234567890123456", "Session Note", 'no: "#" {x}', deletable=True),
        )
    ),
}

# what a configuration says: (where, what, hint)
BAD = {
    "": ("1:1", "nothing is configured", "version: 1"),
    "# later\n": ("1:1", "nothing is configured", "profile: hermes"),
    "- version: 1\n": ("1:1", "a list", "key: value"),
    "hermes\n": ("1:1", "plain text", "begin with 'version: 1'"),
    "{}": ("1:1", "no 'version'", "version: 1"),
    "profile: hermes\n": ("1:1", "no 'version'", "add the line 'version: 1'"),
    "version: 1\n": ("1:1", "no 'profile'", "one of hermes, sanctum"),
    "version: 2\nprofile: hermes\n": ("1:10", "version 2 of the format, limit 1", "release"),
    "version: '1'\nprofile: hermes\n": ("1:10", "the text '1', not a whole number", "remove the quotes: version: 1"),
    "version: 1\nprofile: Hermes\n": ("2:10", "unknown profile 'Hermes'", "did you mean 'hermes'?"),
    "version: 1\nprofile: [hermes]\n": ("2:10", "a list", ""),
    "version: 1\nprofile: {a: b}\n": ("2:10", "profile is a map, not text", "write 'profile: …'"),
    "version: 1\nprofile: 7\n": ("2:10", "profile is 7, not text", 'quote it: profile: "7"'),
    HERMES + "memory_treshold: 85\n": ("3:1", "unknown key 'memory_treshold'", "did you mean 'memory_threshold'?"),
    HERMES + "zzz: 85\n": ("3:1", "unknown key 'zzz'", "known here: version, profile"),
    HERMES + 'memory_threshold:  "85"\n': ("3:20", "the text '85', not a whole", "quotes: memory_threshold: 85"),
    HERMES + "max_user_chars: true\n": ("3:17", "max_user_chars is true, not a whole number", "from 1 to 1000000"),
    HERMES + "max_user_chars: 1.5\n": ("3:17", "max_user_chars is 1.5, not a whole number", "write digits"),
    HERMES + "max_user_chars: 0\n": ("3:17", "max_user_chars is 0, limit 1 to 1000000", "choose a number"),
    HERMES + "memory_threshold: 101\n": ("3:19", "memory_threshold is 101, limit 1 to 100", "from 1 to 100"),
    HERMES + "skip_below: -1\n": ("3:13", "skip_below is -1, limit 0 to 100", "choose"),
    HERMES + "dry_run: yes\n": ("3:10", "dry_run is the text 'yes', not true or false", "'dry_run: true'"),
    HERMES + "dry_run: 1\n": ("3:10", "dry_run is 1, not true or false", "'dry_run: false'"),
    HERMES + "dry_run: 'true'\n": ("3:10", "the text 'true', not", "remove the quotes: dry_run: true"),
    HERMES + "dry_run:\n": ("3:1", "dry_run is empty", "write 'dry_run: true'"),
    HERMES + "edit_similarity: 1.01\n": ("3:18", "edit_similarity is 1.01, limit 0 to 1", "from 0 to 1"),
    HERMES + 'edit_similarity: "1"\n': ("3:18", "the text '1', not a number", "edit_similarity: 1"),
    HERMES + "agents:\n": ("3:1", "agents is empty, not a map", ""),
    HERMES + "agents: {}\n": ("3:9", "'agents' names nothing", "remove the line 'agents:'"),
    HERMES + "agents: {Ada: {path: a}}\n": ("3:10", "'Ada' is no agent name", "a-z, 0-9"),
    HERMES + "agents: {a: x}\n": ("3:13", "'a' is the text 'x', not a map", "below it"),
    HERMES + "agents: {a: {}}\n": ("3:10", "agent 'a' has no path", "path: a"),
    HERMES + "agents: {a: {path: a, zzz: x}}\n": ("3:23", "unknown key 'zzz'", "path, profile"),
    HERMES + "agents: {a: {path: ''}}\n": ("3:20", "path ''", "write '.'"),
    HERMES + "agents: {a: {path: ./a/}}\n": ("3:20", "path './a/'", "write 'a'"),
    HERMES + "agents: {a: {path: /a}}\n": ("3:20", "path '/a'", ""),
    HERMES + "agents: {a: {path: ..}}\n": ("3:20", "path '..'", ""),
    HERMES + "agents: {a: {path: a/../b}}\n": ("3:20", "path 'a/../b', limit: relative", "write 'b'"),
    HERMES + "agents: {a: {path: 'a\\b'}}\n": ("3:20", "path 'a\\\\b'", "write 'a/b'"),
    HERMES + "agents: {a: {path: 'C:x'}}\n": ("3:20", "path 'C:x'", "from its top"),
    HERMES + "agents: {a: {path: x/.Git./hooks}}\n": ("3:20", "path 'x/.Git./hooks'", ""),
    HERMES + 'agents: {a: {path: "a\\nb"}}\n': ("3:20", "path 'a\\nb'", ""),
    HERMES + 'agents: {a: {path: "\\ud800"}}\n': ("3:20", "path '\\ud800'", ""),
    HERMES + "agents: {a: {path: 3}}\n": ("3:20", "path is 3, not text", 'quote it: path: "3"'),
    HERMES + "stores: {}\n": ("3:9", "'stores' names nothing", ""),
    HERMES + "stores: {LORE.md: {}}\n": ("3:10", "no cap for 'LORE.md'", "chars, lines or kb"),
    HERMES + "stores: {LORE.md: {kb: 0}}\n": ("3:24", "kb is 0, limit 1 to 65536", ""),
    HERMES + "stores: {LORE.md: {bytes: 9}}\n": ("3:20", "unknown key 'bytes'", "chars, lines, kb"),
    HERMES + "stores: {.: {kb: 9}}\n": ("3:10", "path '.'", ""),
    "version: 1\nagents: {a: {path: a, profile: hermes}, b: {path: b}}\n": ("2:41", "agent 'b' has no profile", ""),
    HERMES + "categories: {}\n": ("3:13", "'categories' names nothing", "remove the line"),
    HERMES + "categories: Identity\n": ("3:13", "categories is the text 'Identity', not a map", ""),
    HERMES + "categories: {0123abc: {category: Identity, reason: x}}\n": ("3:14", "no fingerprint", "hygiene list"),
    HERMES + f"categories: {{{FP.upper()}: {{category: Identity, reason: x}}}}\n": ("3:14", "no fingerprint", "16 of"),
    HERMES + f"categories: {{{FP}: Identity}}\n": ("3:32", "is the text 'Identity', not a map", ""),
    HERMES + f"categories: {{{FP}: {{reason: x}}}}\n": ("3:14", "no category for", "category: …"),
    HERMES + f"categories: {{{FP}: {{category: Identity}}}}\n": ("3:14", "no reason for", "reason: …"),
    HERMES + f"categories: {{{FP}: {{category: Note, reason: x}}}}\n": (
        "3:43",
        "unknown category 'Note'",
        "known here",
    ),
    HERMES + f"categories: {{{FP}: {{category: session note, reason: x}}}}\n": (
        "3:43",
        "",
        "did you mean 'Session Note'",
    ),
    HERMES + f"categories: {{{FP}: {{category: Identity, reason: ''}}}}\n": ("3:61", "reason is ''", "1 to 200"),
    HERMES + f"categories: {{{FP}: {{category: Identity, reason: {'x' * 201}}}}}\n": (
        "3:61",
        "reason is 'xx",
        "1 to 200",
    ),
    HERMES + f'categories: {{{FP}: {{category: Identity, reason: "a\\e[2J"}}}}\n': ("3:61", "\\x1b[2J", "1 to 200"),
    HERMES + f"categories: {{{FP}: {{category: Identity, reason: 3}}}}\n": ("3:61", "reason is 3, not text", '"3"'),
    HERMES + f"categories: {{{FP}: {{category: Identity, reason: x, deletable: true}}}}\n": (
        "3:75",
        "Identity never goes by age",
        "deletable: false",
    ),
    HERMES + f"categories: {{{FP}: {{category: Session Note, reason: x, deletable: 1}}}}\n": (
        "3:79",
        "deletable is 1",
        "",
    ),
    HERMES + f"categories: {{{FP}: {{category: Identity, reason: x, why: x}}}}\n": ("3:64", "unknown key 'why'", ""),
}

# what is wrong with the text, not with the values: a JSON Schema cannot see it
BAD_TEXT: dict[str | bytes, tuple[str, str, str]] = {
    HERMES + "profile: hermes\n": ("3:1", "key 'profile' twice, first in line 2", "remove one"),
    HERMES + "agents: {a: {path: a}, a: {path: b}}\n": ("3:24", "key 'a' twice, first in line 3", ""),
    HERMES + "agents: {a: {path: x}, b: {path: X}}\n": ("3:34", "directory of agent 'a', limit 1", "of its own"),
    HERMES + "agents: {a: {path: .}, b: {path: .}}\n": ("3:34", "directory of agent 'a', limit 1", ""),
    HERMES + "agents: {a: {path: \u00e9}, b: {path: e\u0301}}\n": ("3:34", "directory of agent 'a'", ""),
    HERMES + "agents: {1: {path: a}}\n": ("3:10", "the name is 1, not text", 'quote it: "1"'),
    HERMES + "stores: {a.md: {kb: 1}, A.md: {kb: 1}}\n": ("3:25", "the store 'a.md' again", "remove one"),
    HERMES + "categories: {1234567890123456: {category: Identity, reason: x}}\n": (
        "3:14",
        "not text",
        '"1234567890123456"',
    ),
    HERMES + f"categories: {{{FP}: {{category: Identity, reason: x}}, {FP}: {{}}}}\n": ("3:65", "twice", "remove one"),
    HERMES + "memory_threshold: 010\n": ("3:19", "the text '010'", "write digits"),
    HERMES + "max_user_chars: 1_000\n": ("3:17", "the text '1_000'", "write digits"),
    HERMES + "max_user_chars: 1.0\n": ("3:17", "is 1.0, not a whole number", ""),
    HERMES + "max_user_chars: " + "9" * 5000: ("3:17", "is " + "9" * 40 + "…, not a whole number", ""),
    HERMES + "edit_similarity: .nan\n": ("3:18", "the text '.nan', not a number", ""),
    HERMES + "edit_similarity: 1e999\n": ("3:18", "edit_similarity is 1e999, limit 0 to 1", ""),
    HERMES + "<<: {dry_run: true}\n": ("3:1", "unknown key '<<'", ""),
    "version: 1\nprofile: |\n  hermes\n": ("2:10", "a block of text", "on one line"),
    "version: 1\nprofile: &x hermes\n": ("2:10", "an anchor or alias", "without '&' and '*'"),
    "a: &a {a: b}\nb: {c: *a, d: *a}\n": ("1:4", "an anchor or alias", ""),
    "version: 1\nprofile: *x\n": ("2:10", "an anchor or alias", ""),
    "version: !!int 1\n": ("1:10", "a YAML tag", "without '!'"),
    "version: !!python/object/apply:os.system [x]\n": ("1:10", "a YAML tag", ""),
    "%YAML 1.1\n---\n" + HERMES: ("2:1", "a YAML directive", "'%'"),
    HERMES + "---\n" + HERMES: ("3:1", "a second document, limit 1", "'---'"),
    HERMES + "agents:\n\tada: x\n": ("4:1", "broken YAML", "spaces instead of tabs"),
    "version: 1: 2\n": ("1:11", "broken YAML: mapping values", "key: value"),
    "version: 'x\n": ("2:1", "broken YAML", ""),
    "a: {b: [\n": ("1:8", "a list", ""),
    "? {a: b}\n: c\n": ("1:3", "a map as a key", ""),
    "{a: " * 9000: ("1:30", "nested 9 deep, limit 8", "docs/configuration.md"),
    "[" * 60_000: ("1:1", "a list", ""),
    'a: "\\UFFFFFFFF"\n': ("1:1", "not YAML", ""),
    HERMES + "dry_run: \x00true\n": ("3:10", "control character U+0000", "remove it"),
    "version: 1\nprofile: h\u00e9".encode("latin-1"): ("2:11", "byte 0xe9 is not UTF-8", "as UTF-8"),
    HERMES.encode("utf-16"): ("1:1", "byte 0xff is not UTF-8", ""),
    b"#" * 65_537: ("1:1", "65537 bytes, limit 65536", "few lines"),
}


@pytest.mark.parametrize(("text", "expected"), GOOD.items())
def test_what_a_configuration_says_is_read(text: str, expected: Settings) -> None:
    assert parse_settings(text.encode(), "F") == expected


@pytest.mark.parametrize(("text", "fault"), [*BAD.items(), *BAD_TEXT.items()])
def test_a_fault_is_named_with_its_place_and_remedy(text: str | bytes, fault: tuple[str, str, str]) -> None:
    where, what, remedy = fault
    message, hint = refusal(text)
    assert message.startswith(f"F:{where}: ")
    assert what in message
    assert remedy in hint
    assert hint
    assert "\n" not in message + hint
    assert len(message + hint) < 400


def test_integers_with_a_fraction_of_zero_are_the_one_point_where_the_schema_is_wider() -> None:
    assert is_in_schema({"version": 1, "profile": "hermes", "max_user_chars": 1.0})


@given(st.binary(max_size=300))
def test_no_bytes_raise_anything_but_a_config_error(data: bytes) -> None:
    assert parses_or_refuses(data)


PIECES = st.sampled_from([
    *"\t \n\r:-?[]{},&*!|>'\"%@`#~\\\0\ufeff\u2028\x85",
    "version: 1", "profile: hermes", "agents:", "stores:", "path: ",
    "\n  ", ": ", "---\n", "...\n", "%YAML 1.2\n", "<<: ", "1e5", "0x1F", "null", "\\ud800", "dry_run: ", "é", "😀",
])  # fmt: skip


@given(st.lists(PIECES, max_size=40).map("".join))
def test_no_yaml_raises_anything_but_a_config_error(text: str) -> None:
    assert parses_or_refuses(text.encode())


@given(st.sampled_from([*GOOD, *BAD]), st.data())
def test_no_slip_in_a_configuration_raises_anything_but_a_config_error(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text)))
    gone = data.draw(st.integers(0, 3))
    assert parses_or_refuses((text[:at] + data.draw(PIECES) + text[at + gone :]).encode())


def parses_or_refuses(data: bytes) -> bool:
    try:
        return isinstance(parse_settings(data, "F"), Settings)
    except ConfigError as error:
        return bool(re.match(r"F:\d+:\d+: [^\n]+\Z", error.message) and error.hint)


# --- the schema


def test_the_shipped_schema_is_the_table() -> None:
    regenerate = "from memory_hygiene.edge.config_fields import schema_text; print(schema_text(), end='')"
    assert SCHEMA.read_text(encoding="utf-8") == schema_text(), f'python -c "{regenerate}" > {SCHEMA.name}'
    jsonschema.Draft202012Validator.check_schema(json.loads(schema_text()))


def test_the_table_has_every_parameter_of_the_settings_and_their_types() -> None:
    defaults = {k: v for k, v in Settings._field_defaults.items() if k not in ("has_roster", "stores", "categories")}
    assert [field.name for field in PARAMETERS] == list(defaults)
    kinds = {Kind.INTEGER: int, Kind.NUMBER: float, Kind.SWITCH: bool, Kind.TEXT: str}
    for field in PARAMETERS:
        assert type(defaults[field.name]) is kinds[field.kind]
        if field.kind is Kind.TEXT:
            assert re.fullmatch(field.pattern, defaults[field.name])
        else:
            assert field.low <= defaults[field.name] <= field.high


@pytest.mark.parametrize("text", GOOD)
def test_the_schema_takes_what_is_read(text: str) -> None:
    assert is_in_schema(YAML(typ="safe", pure=True).load(text.removeprefix("\ufeff")))


@pytest.mark.parametrize("text", BAD)
def test_the_schema_refuses_what_is_refused(text: str) -> None:
    assert not is_in_schema(YAML(typ="safe", pure=True).load(text))


SCALARS: st.SearchStrategy[Json] = st.one_of(
    st.booleans(), st.none(), st.integers(-3, 120), st.sampled_from([0.5, 1.25, -0.1, "1", "true", "hermes", "sanctum"])
)
TEXTS = st.sampled_from(
    [
        "a",
        "b/c",
        "..",
        ".",
        "a/",
        "entry",
        "nas.lan 10.0.0.5",
        "/a",
        ".git",
        "a\\b",
        "ada",
        "Ada",
        "C:a",
        "x:y",
        "-a",
        "",
    ]
)


def some(**values: st.SearchStrategy[Json]) -> st.SearchStrategy[Json]:
    return st.fixed_dictionaries({}, optional=dict(values)).map(lambda found: dict(found))


AGENTS = st.dictionaries(TEXTS, some(path=TEXTS, profile=st.sampled_from(PROFILES)) | SCALARS, max_size=1)
STORES = st.dictionaries(TEXTS, some(**{cap.name: SCALARS for cap in CAPS}, size=SCALARS) | SCALARS, max_size=2)
OVERRIDES = st.dictionaries(
    st.sampled_from([FP, "f" * 16]) | TEXTS,
    some(
        category=st.sampled_from(["Identity", "Session Note", "Ambiguous", "identity"]) | SCALARS,
        reason=TEXTS,
        deletable=SCALARS,
    ),
    max_size=2,
)
CONFIGS = st.fixed_dictionaries(
    {"version": st.just(1) | SCALARS},
    optional={
        "profile": st.sampled_from(PROFILES) | SCALARS,
        "agents": AGENTS | SCALARS,
        "stores": STORES | SCALARS,
        "categories": OVERRIDES | SCALARS,
        "other": SCALARS,
        **{field.name: SCALARS for field in PARAMETERS},
    },
)


@given(CONFIGS)
def test_schema_and_reader_agree(value: dict[str, object]) -> None:
    assert accepts(json.dumps(value)) == is_in_schema(value)


# --- the page


def test_every_yaml_block_of_the_page_is_a_configuration() -> None:
    blocks = re.findall(r"^```yaml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    rosters = [parse_settings(block.encode(), "docs/configuration.md").has_roster for block in blocks]
    assert {True, False} <= set(rosters)


def test_the_page_has_every_key_with_its_range_and_default() -> None:
    for field in PARAMETERS:
        default = json.dumps(Settings._field_defaults[field.name])
        kinds = {Kind.INTEGER: "whole number, ", Kind.NUMBER: "number, ", Kind.SWITCH: "`true` or `false`"}
        kind = kinds.get(field.kind, field.form)
        limits = f"{field.low} to {field.high}" if field.kind in (Kind.INTEGER, Kind.NUMBER) else ""
        assert f"| `{field.name}` | {kind}{limits} | {default} |" in PAGE
    for name, form in (("reason", REASON.form), ("deletable", "`true` or `false`")):
        assert f"| `categories.FINGERPRINT.{name}` | {form} |" in PAGE
    for cap in CAPS:
        assert f"| `stores.PATH.{cap.name}` | whole number, {cap.low} to {cap.high} |" in PAGE


# --- the compiled form


def compiled_files(state: Path) -> list[Path]:
    return sorted((state / "config").iterdir()) if (state / "config").is_dir() else []


@pytest.mark.parametrize(("text", "expected"), GOOD.items())
def test_the_compiled_form_says_the_same(tmp_path: Path, text: str, expected: Settings) -> None:
    assert load_settings(text.encode(), OID, str(tmp_path), "F") == expected
    unread = b"the blob id answers for the bytes"
    again = load_settings(unread, OID, str(tmp_path), "F")
    assert again == expected
    assert type(again.dry_run) is bool


def test_nothing_is_kept_without_an_id_or_a_place_or_for_a_fault(tmp_path: Path) -> None:
    load_settings(HERMES.encode(), "", str(tmp_path), "F")
    load_settings(HERMES.encode(), "../" + OID, str(tmp_path), "F")
    load_settings(HERMES.encode(), OID, "", "F")
    with pytest.raises(ConfigError, match=r"F:1:1: "):
        load_settings(b"", OID, str(tmp_path), "F")
    assert list(tmp_path.iterdir()) == []


def sealed(compiled: bytes) -> bytes:
    return digest(compiled).encode() + b"\n" + compiled


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda kept: b"",
    "cut": lambda kept: kept[:-7],
    "zeros": lambda kept: bytes(len(kept)),
    "one bit changed": lambda kept: kept[:-1] + bytes([kept[-1] ^ 1]),
    "a list": lambda kept: sealed(marshal.dumps([], 2)),
    "no value": lambda kept: digest(b"").encode() + b"\n",
    "no text": lambda kept: sealed(marshal.dumps({"settings": 3}, 2)),
    "other shape": lambda kept: sealed(marshal.dumps(("hermes", 3), 2)),
    "other override": lambda kept: sealed(marshal.dumps(("hermes", (), False, (), ((),)), 2)),
    "other profile": lambda kept: sealed(marshal.dumps(("letta", (), False, ()), 2)),
    "surrogate": lambda kept: sealed(marshal.dumps("\ud800", 2)),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_compiled_form_is_parsed_again(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    expected = load_settings(HERMES.encode(), OID, str(tmp_path), "F")
    (kept,) = compiled_files(tmp_path)
    whole = kept.read_bytes()
    kept.write_bytes(damage(whole))
    assert kept.read_bytes() != whole
    assert load_settings(HERMES.encode(), OID, str(tmp_path), "F") == expected
    assert kept.read_bytes() == whole


def test_failing_to_keep_is_silent(tmp_path: Path) -> None:
    (tmp_path / "config").write_bytes(b"a file where the folder should be")
    assert load_settings(HERMES.encode(), OID, str(tmp_path), "F") == single_agent(Profile.HERMES)
    (tmp_path / "config").unlink()
    (tmp_path / "config" / (OID + config_cache._SUFFIX) / "in the way").mkdir(parents=True)
    assert load_settings(HERMES.encode(), OID, str(tmp_path), "F") == single_agent(Profile.HERMES)


def test_the_oldest_compiled_forms_go_and_no_draft_stays(tmp_path: Path) -> None:
    for number in range(config_cache.KEPT + 5):
        load_settings(HERMES.encode(), f"{number:040x}", str(tmp_path), "F")
        (newest,) = (path for path in compiled_files(tmp_path) if path.name.startswith(f"{number:040x}"))
        os.utime(newest, (number, number))
    names = [path.name for path in compiled_files(tmp_path)]
    assert names == [f"{number:040x}{config_cache._SUFFIX}" for number in range(5, config_cache.KEPT + 5)]


def test_releases_do_not_read_each_others_compiled_form(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load_settings(HERMES.encode(), OID, str(tmp_path), "F")
    monkeypatch.setattr(config_cache, "_SUFFIX", "-2-9.9")
    sanctum = HERMES.replace("hermes", "sanctum").encode()
    assert load_settings(sanctum, OID, str(tmp_path), "F").profile is Profile.SANCTUM
    assert len(compiled_files(tmp_path)) == 2


def test_reading_the_compiled_form_imports_no_yaml(tmp_path: Path) -> None:
    load_settings(HERMES.encode(), OID, str(tmp_path), "F")
    script = (
        "import sys; from memory_hygiene.edge.config_file import load_settings; "
        f"print(load_settings(b'', {OID!r}, {str(tmp_path)!r}, 'F').profile.value, *sorted(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    profile, *modules = done.stdout.split()
    heavy = {"ruamel", "ruamel.yaml", "pathlib", "dataclasses", "tempfile", "subprocess", "difflib", "unicodedata"}
    at_start = subprocess.run(
        [sys.executable, "-c", "import sys; print(*sys.modules)"], capture_output=True, text=True, check=True
    )
    assert profile == "hermes"
    assert not (heavy - set(at_start.stdout.split())) & set(modules)
    assert {name for name in modules if name.startswith("memory_hygiene.edge")} <= {
        "memory_hygiene.edge",
        "memory_hygiene.edge.config_cache",
        "memory_hygiene.edge.config_file",
    }


# --- writing


@pytest.mark.parametrize("profile", Profile)
def test_a_fresh_configuration_says_what_was_asked(profile: Profile) -> None:
    fresh = write_new(profile)
    assert parse_settings(fresh, "F") == single_agent(profile)
    odd = Agent("1", 'no "ël": #x', Profile.SANCTUM)
    roster = (Agent("top", "", Profile.HERMES), odd, Agent("null", "true", profile))
    assert parse_settings(write_new(profile, roster), "F") == Settings(profile, roster, has_roster=True)


def test_every_default_stands_in_a_fresh_configuration() -> None:
    fresh = write_new(Profile.HERMES).decode()
    uncommented = re.sub(r"^# (\w+: )", r"\1", fresh, flags=re.MULTILINE)
    for field in PARAMETERS:
        assert f"\n{field.name}: " in uncommented
    assert parse_settings(uncommented.encode(), "F") == single_agent(Profile.HERMES)


def test_a_fresh_configuration_is_not_made_of_a_bad_roster() -> None:
    with pytest.raises(ConfigError, match="no agent name"):
        write_new(Profile.HERMES, (Agent("A B", "a", Profile.HERMES),))
    with pytest.raises(ConfigError, match=r"path '\.\./a'"):
        write_new(Profile.HERMES, (Agent("a", "../a", Profile.HERMES),))


ROSTER = """# ours
version:   1
profile: 'hermes'   # the one
agents:  # who
    # first
    ada:
        path:   "agents/ada"  # hers

# numbers
memory_threshold:   85
"""


def test_an_agent_is_added_below_the_last_one_and_nothing_else_changes() -> None:
    added = add_agent(ROSTER.encode(), "bert", "agents/bert", Profile.SANCTUM)
    new = "    bert:\n        path: agents/bert\n        profile: sanctum\n"
    assert added.decode() == ROSTER.replace("# hers\n", "# hers\n" + new)
    assert add_agent(added, "bert", "agents/bert", Profile.SANCTUM) == added


def test_line_ends_and_mark_of_the_file_are_kept() -> None:
    theirs = ("\ufeff" + ROSTER.rstrip("\n")).replace("\n", "\r\n").encode()
    added = add_agent(theirs, "bert", "b", Profile.HERMES)
    assert added == theirs.replace(b"# hers\r\n", b"# hers\r\n    bert:\r\n        path: b\r\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (HERMES + "agents: {a: {path: x}}  # c\n", HERMES + "agents: {a: {path: x}, new: {path: dir}}  # c\n"),
        (HERMES + "agents:\n  a: {path: x}", HERMES + "agents:\n  a: {path: x}\n  new:\n    path: dir\n"),
        (HERMES + "# end\n", HERMES + "agents:\n  default:\n    path: .\n  new:\n    path: dir\n# end\n"),
        (
            "version: 1\nagents: {a: {path: x, profile: sanctum}}",
            "version: 1\nagents: {a: {path: x, profile: sanctum}, new: {path: dir, profile: hermes}}",
        ),
    ],
)
def test_an_agent_is_added_in_the_style_of_the_file(before: str, after: str) -> None:
    assert add_agent(before.encode(), "new", "dir", Profile.HERMES).decode() == after


@pytest.mark.parametrize("top", ["", "."])
def test_the_top_can_be_given_a_name(top: str) -> None:
    added = add_agent(HERMES.encode(), "ada", top, Profile.HERMES)
    assert added.decode() == HERMES + "agents:\n  ada:\n    path: .\n"


@pytest.mark.parametrize(
    ("text", "name", "path", "what"),
    [
        (ROSTER, "ada", "elsewhere", "agent 'ada' already has the directory 'agents/ada'"),
        (ROSTER, "bert", "Agents/Ada", "agent 'ada' already has the directory"),
        (HERMES, "default", "x", "agent 'default' already has the directory '.'"),
        (ROSTER, "Bert", "x", "no agent name"),
        (ROSTER, "bert", "../x", r"path '\.\./x'"),
        ("{version: 1, profile: hermes}", "bert", "x", "does not fit in by itself"),
        ("version: 3\n", "bert", "x", r"\.hygiene\.yaml:1:10: version 3"),
    ],
)
def test_an_agent_that_does_not_fit_is_refused(text: str, name: str, path: str, what: str) -> None:
    with pytest.raises(ConfigError, match=what):
        add_agent(text.encode(), name, path, Profile.HERMES)


@given(
    st.sampled_from([*(text for text in GOOD if text[0] != "{"), ROSTER]),
    st.sampled_from(["zoe", "z-1", "0"]),
    st.sampled_from(["zz", "z/y ä", "1", "no"]),
)
def test_adding_an_agent_only_adds(text: str, name: str, path: str) -> None:
    before = parse_settings(text.encode(), "F")
    added = add_agent(text.encode(), name, path, Profile.SANCTUM)
    after = parse_settings(added, "F")
    assert after == before._replace(agents=(*before.agents, Agent(name, path, Profile.SANCTUM)), has_roster=True)
    rest = iter(added)
    assert all(byte in rest for byte in text.encode())


REVIEWED = f"""# ours
version:   1
categories:  # by Ada
    # the first
    "{FP}": {{category: Identity, reason: "her name"}}  # sure
    ffffffffffffffff:
        category: Session Note   # really
        reason: x

    # the last
    "0000000000000001": {{category: Ambiguous,
        reason: later}}
# the end
profile: hermes
"""
NEW = Override("00000000000000e1", "Session Note", 'said: "no" # \u4f60\U0001f600', deletable=True)
NEW_LINE = (
    '"00000000000000e1": {category: Session Note, deletable: true, reason: "said: \\"no\\" # \u4f60\U0001f600"}\n'
)


def test_a_decision_is_added_below_the_last_one_and_nothing_else_changes() -> None:
    added = decide_categories(REVIEWED.encode(), [NEW]).decode()
    assert added == REVIEWED.replace("reason: later}\n", "reason: later}\n    " + NEW_LINE)
    assert parse_settings(added.encode(), "F").categories[-1] == NEW


def test_a_second_decision_takes_the_place_of_the_first() -> None:
    again = Override("f" * 16, "Preference", "y")
    decided = decide_categories(REVIEWED.encode(), [again]).decode()
    gone = "    ffffffffffffffff:\n        category: Session Note   # really\n        reason: x\n"
    new = '    "ffffffffffffffff": {category: Preference, reason: "y"}\n'
    assert decided == REVIEWED.replace(gone, "").replace("reason: later}\n", "reason: later}\n" + new)


def test_forgetting_takes_the_lines_away_and_the_key_with_the_last_one() -> None:
    one = decide_categories(REVIEWED.encode(), [], [FP]).decode()
    assert one == REVIEWED.replace(f'    "{FP}": {{category: Identity, reason: "her name"}}  # sure\n', "")
    none = decide_categories(REVIEWED.encode(), [], [FP, "f" * 16, "0" * 15 + "1"]).decode()
    assert none == "# ours\nversion:   1\n    # the first\n\n    # the last\n# the end\nprofile: hermes\n"
    assert decide_categories(none.encode(), [], [FP]).decode() == none


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (HERMES + "# end\n", HERMES + "categories:\n  " + NEW_LINE + "# end\n"),
        (HERMES.rstrip("\n"), HERMES + "categories:\n  " + NEW_LINE),
        (
            "\ufeff"
            + (HERMES + f"categories: {{ {FP}: {{category: Identity, reason: x}} }} # c\n").replace("\n", "\r\n"),
            "\ufeff"
            + (HERMES + f"categories: {{{FP}: {{category: Identity, reason: x}}, {NEW_LINE[:-1]}}} # c\n").replace(
                "\n", "\r\n"
            ),
        ),
        (
            HERMES + f"categories: {{{NEW.fingerprint}: {{category: Identity, reason: x}}}}",
            HERMES + f"categories: {{{NEW_LINE[:-1]}}}",
        ),
    ],
)
def test_a_decision_is_added_in_the_style_of_the_file(before: str, after: str) -> None:
    assert decide_categories(before.encode(), [NEW]).decode() == after


def test_the_last_decision_in_braces_goes_with_its_line() -> None:
    text = HERMES + f"categories: {{{FP}: {{category: Identity, reason: x}}}}  # c\ndry_run: true\n"
    assert decide_categories(text.encode(), [], [FP]).decode() == HERMES + "dry_run: true\n"


def test_decisions_that_do_not_fit_in_are_refused() -> None:
    with pytest.raises(ConfigError, match="does not fit in by itself"):
        decide_categories(b'{"version": 1, "profile": "hermes"}', [NEW])
    with pytest.raises(ConfigError, match="reason is"):
        decide_categories(HERMES.encode(), [NEW._replace(reason="a\nb")])
    many = [Override(f"{number:016x}", "Identity", "x" * 200) for number in range(300)]
    with pytest.raises(ConfigError, match="limit 65536"):
        decide_categories(HERMES.encode(), many)


@given(
    st.sampled_from([*(text for text in GOOD if text[0] != "{"), ROSTER, REVIEWED]),
    st.lists(
        st.sampled_from([NEW, Override(FP, "Preference", "z"), Override("f" * 16, "Ambiguous", "no: 1")]), unique=True
    ),
    st.sets(st.sampled_from([FP, "1234567890123456", "e" * 16])),
)
def test_decisions_change_nothing_but_decisions(text: str, added: list[Override], gone: set[str]) -> None:
    before = parse_settings(text.encode(), "F")
    after = parse_settings(decide_categories(text.encode(), added, gone), "F")
    old = gone | {override.fingerprint for override in added}
    kept = tuple(override for override in before.categories if override.fingerprint not in old)
    assert after == before._replace(categories=(*kept, *added))
