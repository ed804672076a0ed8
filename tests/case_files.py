"""Case files: Markdown that says why, shows the files before and after, and lists the findings expected.

    ~~~config                       keys of the configuration; also ``stores``, ``agents``, ``strict``, ``today``
    ~~~base PATH, ~~~before PATH,   a file as it stands in a state; ``other`` is the second parent of a merge, ``base``
    ~~~other PATH, ~~~after PATH    is where both start. A state inherits the files of the one it comes from.
    ~~~findings                     one line each: RULE SEVERITY PATH:LINE and optionally words of the message

After PATH: ``crlf`` line endings, ``cr`` line endings, ``bare`` without final newline, ``escaped`` with \\n, \\x00 and
such, ``mode=120000``, ``repeat=N`` times, ``gone``. A longer fence may hold shorter ones. Rules' docstrings use the
same form for their Bad and Good.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from memory_hygiene.core.contracts import STORE_NAMES, Limits, Profile
from memory_hygiene.core.findings import Finding
from memory_hygiene.core.lint import lint_change, lint_repo
from memory_hygiene.core.rule import Repo
from memory_hygiene.core.settings import Agent, Settings, single_agent
from memory_hygiene.core.state import SYMLINK, Change
from memory_hygiene.rules import ALL_RULES

from .in_memory import REGULAR, File, state_of

_FENCE = re.compile(r"^(?P<fence>~{3,})(?P<kind>[a-z]+)(?P<words>[^\n]*)\n(?P<body>.*?)^(?P=fence)[ \t]*$", re.M | re.S)
_PARENT = {"before": "base", "other": "base", "after": "before"}
Files = dict[str, File]


class Case(NamedTuple):
    """One case: settings, the files of each state that the text names, the findings it expects, as lines."""

    settings: Settings
    files: Mapping[str, Files]
    expected: tuple[str, ...]
    strict: bool
    today: str


def read_case(text: str) -> Case:
    """The case that ``text`` describes."""
    config: dict[str, str] = {}
    files: dict[str, Files] = {}
    expected: list[str] = []
    for fence in _FENCE.finditer(text):
        kind, body = fence["kind"], fence["body"]
        if kind == "config":
            pairs = (line.partition(":") for line in body.splitlines())
            config |= {key.strip(): value.strip() for key, _, value in pairs}
        elif kind == "findings":
            expected += [line for line in body.splitlines() if line.strip()]
        elif kind in ("base", "before", "other", "after"):
            if kind not in files:
                files[kind] = dict(files.get(_PARENT.get(kind, ""), {}))
            _add(files[kind], fence["words"].split(), body)
        else:
            raise ValueError(f"no fence is called {kind!r}")
    strict, today = config.pop("strict", "") == "true", config.pop("today", "2026-09-15")
    return Case(_settings(config), files, tuple(expected), strict, today)


def _add(files: Files, words: list[str], body: str) -> None:
    path, *options = words
    if "gone" in options:
        del files[path]
        return
    values = dict(option.split("=") for option in options if "=" in option)
    mode = values.get("mode", REGULAR)
    data = body.encode() * int(values.get("repeat", "1"))
    if "bare" in options or mode == SYMLINK:
        data = data.removesuffix(b"\n")
    if "escaped" in options:
        data = data.decode("latin-1").encode("latin-1").decode("unicode_escape").encode("latin-1")
    ending = b"\r\n" if "crlf" in options else b"\r" if "cr" in options else b"\n"
    files[path] = File(data.replace(b"\n", ending), mode)


def _settings(config: dict[str, str]) -> Settings:
    profile = Profile(config.pop("profile", "hermes"))
    settings = single_agent(profile)
    if roster := config.pop("agents", ""):
        pairs = (word.partition("=") for word in roster.split())
        agents = tuple(Agent(name, path, profile) for name, _, path in pairs)
        settings = settings._replace(agents=agents, has_roster=True)
    if stores := config.pop("stores", ""):
        path, _, limits = stores.partition(" ")
        numbers = {key: int(value) for key, value in (word.split("=") for word in limits.split())}
        settings = settings._replace(stores=((path, Limits(**numbers)),))
    settings = settings._replace(
        max_memory_chars=int(config.pop("max_memory_chars", "2200")),
        max_user_chars=int(config.pop("max_user_chars", "1375")),
        edit_similarity=float(config.pop("edit_similarity", "0.6")),
    )
    if config:
        raise ValueError(f"unknown keys: {', '.join(config)}")
    return settings


def findings_of(case: Case) -> tuple[Finding, ...]:
    """What all rules say of the case, for every agent of its roster."""
    found = list(lint_repo(ALL_RULES, _repo(case)))
    for agent in case.settings.agents:
        befores = tuple(
            state_of(case.files[kind], case.settings, agent, kind) for kind in ("before", "other") if kind in case.files
        )
        bases = (state_of(case.files["base"], case.settings, agent),) if "base" in case.files else ()
        after = state_of(case.files["after"], case.settings, agent, "after")
        found += lint_change(ALL_RULES, Change(befores, after, bases, case.today), case.strict)
    return tuple(found)


def _repo(case: Case) -> Repo:
    after = case.files["after"]
    strays = (
        path for path in after if path.split("/")[-1].casefold() in STORE_NAMES and not case.settings.agent_of(path)
    )
    absent = (agent for agent in case.settings.agents if not any(agent.relative(path) for path in after))
    return Repo(case.settings, tuple(strays), tuple(absent))


def unmet(case: Case) -> list[str]:
    """The differences between what the case expects and what was found, in words; empty when it holds."""
    found = list(findings_of(case))
    problems: list[str] = []
    for line in case.expected:
        head, words = " ".join(line.split()[:3]), " ".join(line.split()[3:])
        match = next((f for f in found if _line(f) == head and words in f.message), None)
        if match is None:
            problems.append(f"missing: {line}")
        else:
            found.remove(match)
    return problems + [f"not expected: {_line(finding)} {finding.message}" for finding in found]


def _line(finding: Finding) -> str:
    return f"{finding.rule} {finding.severity.value} {finding.path}:{finding.line}"
