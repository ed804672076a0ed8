"""Case files: Markdown that says why, shows the files before and after, and lists the findings expected.

    ~~~config                       what ``.hygiene.yaml`` says; ``version`` and ``profile: hermes`` may be left out
    ~~~config after                 what it says after the change, if that is something else; ``gone``: there is none
    ~~~run                          ``strict: true``, ``today: DATE`` (2026-09-10)
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

from memory_hygiene.core.contracts import STORE_NAMES
from memory_hygiene.core.findings import Finding
from memory_hygiene.core.lint import lint_change, lint_repo
from memory_hygiene.core.live.homes import is_home
from memory_hygiene.core.roster import ungoverned_stores
from memory_hygiene.core.rule import Repo
from memory_hygiene.core.settings import Agent, Settings
from memory_hygiene.core.state import SYMLINK, Change, Part
from memory_hygiene.core.writers.writers import Identity, Role, identity_of
from memory_hygiene.edge.config_file import parse_settings
from memory_hygiene.formats import parse
from memory_hygiene.rules import ALL_RULES

from .in_memory import REGULAR, File, FileTree, state_of

_FENCE = re.compile(r"^(?P<fence>~{3,})(?P<kind>[a-z]+)(?P<words>[^\n]*)\n(?P<body>.*?)^(?P=fence)[ \t]*$", re.M | re.S)
_PARENT = {"before": "base", "other": "base", "after": "before"}
Files = dict[str, File]


class Case(NamedTuple):
    """One case: settings, the files of each state that the text names, the findings it expects, as lines.

    ``next_settings`` are those of the state after, None when the configuration is gone.
    """

    settings: Settings
    next_settings: Settings | None
    files: Mapping[str, Files]
    expected: tuple[str, ...]
    strict: bool
    today: str
    identities: tuple[Identity, ...] = ()


def read_case(text: str) -> Case:
    """The case that ``text`` describes."""
    config, run = "", dict[str, str]()
    next_config: str | None = ""
    files: dict[str, Files] = {}
    expected: list[str] = []
    for fence in _FENCE.finditer(text):
        kind, body = fence["kind"], fence["body"]
        if kind == "config" and fence["words"].split():
            next_config = None if "gone" in fence["words"] else body
        elif kind == "config":
            config += body
        elif kind == "run":
            run |= dict(line.split(": ", 1) for line in body.splitlines())
        elif kind == "findings":
            expected += [line for line in body.splitlines() if line.strip()]
        elif kind in ("base", "before", "other", "after"):
            if kind not in files:
                files[kind] = dict(files.get(_PARENT.get(kind, ""), {}))
            _add(files[kind], fence["words"].split(), body)
        else:
            raise ValueError(f"no fence is called {kind!r}")
    following = None if next_config is None else _settings(next_config or config)
    is_strict, today = run.get("strict") == "true", run.get("today", "2026-09-10")
    identities = tuple(_identity(key, value) for key, value in run.items() if key in _MAKERS)
    return Case(_settings(config), following, files, tuple(expected), is_strict, today, identities)


_MAKERS = ("author", "committer", "signer", "unsigned")


def _identity(key: str, value: str) -> Identity:
    match key:
        case "signer":
            return Identity(Role.SIGNER, key=value)
        case "unsigned":
            return Identity(Role.SIGNER, fault=value)
        case _:
            return identity_of(Role(key), value)


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


def _settings(config: str) -> Settings:
    """The settings of a case: a real configuration, but that its first lines may be left out."""
    profile = "" if re.search("^profile:", config, re.MULTILINE) else "profile: hermes\n"
    return parse_settings(f"version: 1\n{profile}{config}".encode(), ".hygiene.yaml")


def findings_of(case: Case) -> tuple[Finding, ...]:
    """What all rules say of the case, for every agent of its roster."""
    found = list(lint_repo(ALL_RULES, _repo(case)))
    for agent in case.settings.agents:
        befores, after = _part(case, agent)
        bases = (state_of(case.files["base"], case.settings, agent),) if "base" in case.files else ()
        beside = tuple(_part(case, other) for other in case.settings.agents if other != agent)
        change = Change(befores, after, bases, case.today, case.identities, (), _fresh(case, agent), beside)
        found += lint_change(ALL_RULES, change, case.strict)
    return tuple(found)


def _part(case: Case, agent: Agent) -> Part:
    kinds = (kind for kind in ("before", "other") if kind in case.files)
    befores = tuple(state_of(case.files[kind], case.settings, agent, kind) for kind in kinds)
    return Part(befores, state_of(case.files["after"], case.settings, agent, "after"))


def _fresh(case: Case, agent: Agent) -> tuple[str, ...]:
    """What the change brings into the agent's home and no contract governs."""
    known = {path for kind in ("before", "other") for path in case.files.get(kind, {})}
    if not any(is_home(agent, FileTree(files)) for files in case.files.values()):
        return ()
    new = (path for path in case.files["after"] if path not in known)
    return tuple(p for p in new if case.settings.agent_of(p) == agent and not case.settings.role_of(p))


def _repo(case: Case) -> Repo:
    after = case.files["after"]
    strays = (
        path for path in after if path.split("/")[-1].casefold() in STORE_NAMES and not case.settings.agent_of(path)
    )
    absent = (agent for agent in case.settings.agents if not any(agent.relative(path) for path in after))
    left = ungoverned_stores(case.settings, case.next_settings, FileTree(after), parse)
    if not case.settings.has_roster:
        return Repo(case.settings, (), (), tuple(left))
    return Repo(case.settings, tuple(strays), tuple(absent), tuple(left), touched=_touched(case))


def _touched(case: Case) -> tuple[tuple[Agent, str], ...]:
    """The agents whose memory the change of a case touches, unless it is a merge or the first commit."""
    if "before" not in case.files or "other" in case.files:
        return ()
    before, after = case.files["before"], case.files["after"]
    first: dict[Agent, str] = {}
    for path in sorted(before.keys() | after.keys()):
        a, b = before.get(path), after.get(path)
        found = case.settings.role_of(path)
        if found and (a is None or b is None or (a.data, a.mode) != (b.data, b.mode)):
            first.setdefault(found[0], path)
    had = {found[0] for path in before if (found := case.settings.role_of(path))}
    return tuple((agent, path) for agent, path in first.items() if agent in had)


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
