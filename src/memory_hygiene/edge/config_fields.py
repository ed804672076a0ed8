"""What may stand in ``.hygiene.yaml``: one table, from which the reader, the JSON Schema and fresh configs come."""

import json
from enum import Enum
from typing import NamedTuple, TypeAlias

from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.kinds.category import FADING, Category

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"

VERSION = 1
PROFILES = tuple(profile.value for profile in Profile)
AGENT_NAME = r"[a-z0-9][a-z0-9_-]{0,63}"
# Relative, normalised, ``/`` between parts; no ``.``, ``..`` or ``.git`` among them, no drive, backslash, control code.
_PART = r"(?!\.{1,2}(?:/|$))(?!\.[gG][iI][tT][ .]*(?:/|$))[^/\\\x00-\x1f\x7f\ud800-\udfff]+"
INNER_PATH = rf"(?![A-Za-z]:){_PART}(?:/{_PART})*"
AGENT_PATH = rf"\.|{INNER_PATH}"
PATH_RULE = "relative, '/' between parts, no '..', no '.git'"


class Kind(Enum):
    """The type of a value, as JSON Schema calls it."""

    INTEGER = "integer"
    NUMBER = "number"
    SWITCH = "boolean"
    TEXT = "string"


class Field(NamedTuple):
    """A key with a plain value. The default stands in ``Settings``; ``meaning`` in a few words, unit included.

    ``low`` and ``high`` bound a number. A text matches ``pattern`` as a whole; ``form`` says that in words.
    """

    name: str
    kind: Kind
    low: int
    high: int
    meaning: str
    pattern: str = ""
    form: str = ""

    def schema(self) -> Json:
        """The JSON Schema of the value."""
        known: dict[str, Json] = {"type": self.kind.value, "description": self.meaning}
        if self.kind is Kind.TEXT:
            return {**known, "pattern": f"^(?:{self.pattern})$"}
        return known if self.kind is Kind.SWITCH else {**known, "minimum": self.low, "maximum": self.high}


SKILL_NAME = r"[a-z0-9][a-z0-9._-]{0,63}"
_SKILL = "1 to 64 of a-z, 0-9, '.', '_' and '-', beginning with a letter or digit"
_MARKER = "`commit` or `entry`"
_HOST = r"[A-Za-z0-9:\[][A-Za-z0-9.:\]/-]{0,252}"
HOSTS = "verify_hosts"
_HOSTS = "names or addresses, separated by single spaces"


def _text(name: str, meaning: str, pattern: str, form: str) -> Field:
    return Field(name, Kind.TEXT, 0, 0, meaning, pattern, form)


PARAMETERS = (
    Field("memory_threshold", Kind.INTEGER, 1, 100, "percent of a Hermes limit: a warning from it, an audit over it"),
    Field("max_memory_chars", Kind.INTEGER, 1, 1_000_000, "limit of a Hermes MEMORY.md, in characters"),
    Field("max_user_chars", Kind.INTEGER, 1, 1_000_000, "limit of a Hermes USER.md, in characters"),
    Field("compress_entries", Kind.SWITCH, 0, 1, "whether the plan may shorten the wording of entries"),
    Field("dry_run", Kind.SWITCH, 0, 1, "whether audit stops at the plan and apply refuses"),
    Field("audit_every_days", Kind.INTEGER, 1, 3650, "days after which an audit is due"),
    Field("skip_below", Kind.INTEGER, 0, 100, "percent under which a recent audit is not repeated"),
    Field("gap_alert_days", Kind.INTEGER, 1, 3650, "days without an audit that are reported"),
    Field("shelf_life_days", Kind.INTEGER, 1, 3650, "days that session notes and temporary state are kept"),
    Field("edit_similarity", Kind.NUMBER, 0, 1, "share of words two entries have in common to count as an edit"),
    Field("keep_applies_days", Kind.INTEGER, 1, 36_500, "days for which the state before an apply is kept to restore"),
    Field("keep_applies", Kind.INTEGER, 1, 10_000, "how many states before an apply are kept to restore, at most"),
    _text("summary_marker", "where an audit says what it left: its commit or an entry", "commit|entry", _MARKER),
    _text("skill", "the skill file that operating rules of a Hermes agent move to", SKILL_NAME, _SKILL),
    Field("canaries", Kind.SWITCH, 0, 1, "whether the compact stores of a sanctum carry canaries as well"),
    Field("require_signatures", Kind.SWITCH, 0, 1, "whether pushed commits must be signed by a registered writer"),
    _text(HOSTS, "hosts in private networks that verify may ask", rf"|{_HOST}(?: {_HOST})*", _HOSTS),
)  # fmt: skip
CAPS = (
    Field("chars", Kind.INTEGER, 1, 10_000_000, "cap in characters"),
    Field("lines", Kind.INTEGER, 1, 1_000_000, "cap in lines"),
    Field("kb", Kind.INTEGER, 1, 65_536, "cap in kilobytes of 1024 bytes"),
)


CATEGORIES = tuple(category.value for category in Category)
FADES = tuple(category.value for category in FADING)
FINGERPRINT = "[0-9a-f]{16}"
REASON = _text(
    "reason", "why, on one line", r"[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]{1,200}", "1 to 200 characters"
)
DELETABLE = Field("deletable", Kind.SWITCH, 0, 1, "whether it may go by age; only for kinds that fade")


def schema_text() -> str:
    """The JSON Schema of ``.hygiene.yaml`` as it is shipped in ``data/hygiene.schema.json``."""
    return json.dumps(_schema(), indent=2) + "\n"


def _schema() -> dict[str, Json]:
    own_profiles: Json = {"agents": {"additionalProperties": {"required": ["profile"]}}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": ".hygiene.yaml, the configuration of a memory repo",
        "type": "object",
        "additionalProperties": False,
        "required": ["version"],
        "anyOf": [{"required": ["profile"]}, {"required": ["agents"], "properties": own_profiles}],
        "properties": {
            "version": {"type": "integer", "const": VERSION, "description": "version of this format"},
            "profile": _profile("the contracts of every agent that names no profile of its own"),
            "agents": _named_maps("the agent directories, by name", AGENT_NAME, _agent()),
            **{field.name: field.schema() for field in PARAMETERS},
            "stores": _named_maps("caps by path within the agent directory", INNER_PATH, _caps()),
            "categories": _named_maps("what a reviewer decided, by fingerprint", FINGERPRINT, _override()),
        },
    }


def _profile(description: str) -> Json:
    return {"type": "string", "enum": list(PROFILES), "description": description}


def _named_maps(description: str, names: str, value: Json) -> Json:
    return {
        "type": "object",
        "description": description,
        "minProperties": 1,
        "propertyNames": {"pattern": f"^(?:{names})$"},
        "additionalProperties": value,
    }


def _agent() -> Json:
    path: Json = {"type": "string", "pattern": f"^(?:{AGENT_PATH})$", "description": "its directory; '.' is the top"}
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["path"],
        "properties": {"path": path, "profile": _profile("the contracts of this agent")},
    }


def _override() -> Json:
    is_deletable: Json = {"required": ["deletable"], "properties": {"deletable": {"const": True}}}
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["category", "reason"],
        "properties": {
            "category": {"type": "string", "enum": list(CATEGORIES), "description": "the kind of the entry"},
            REASON.name: REASON.schema(),
            DELETABLE.name: DELETABLE.schema(),
        },
        "if": is_deletable,
        "then": {"properties": {"category": {"enum": list(FADES)}}},
    }


def _caps() -> Json:
    return {
        "type": "object",
        "additionalProperties": False,
        "minProperties": 1,
        "properties": {cap.name: cap.schema() for cap in CAPS},
    }
