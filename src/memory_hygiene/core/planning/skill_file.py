"""The skill file that operating rules move to: a Markdown file with front matter, one list item per rule.

Source: HERMES.md §10, run: ``skills/[category/]name/SKILL.md``; front matter with ``name`` (at most 64 characters) and
``description`` (at most 1,024), a body, at most 100,000 characters in all.
"""

import re
from collections.abc import Sequence

from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.fingerprint import fingerprint
from memory_hygiene.core.model import Format, Shape, decode, line_ending
from memory_hygiene.core.state import AgentState, Parse

MOST_CHARS = 100_000
_FRONT = re.compile(r"---\n(?P<fields>(?:(?!---[ \t]*\n)[^\n]*\n){1,60})---[ \t]*\n\s*\S")
_NAME = re.compile(r"(?m)^name:[ \t]*[\"']?([a-z0-9][a-z0-9._-]{0,63})[\"']?[ \t]*$")
_DESCRIPTION = re.compile(r"(?m)^description:[ \t]*(?:\S.*|[>|][-+]?[ \t]*\n[ \t]+\S.*)$")


def skill_path(state: AgentState) -> str:
    """Where this agent's rules go, from the top; "" unless the agent directory is its home, which skills belong to."""
    if state.agent.profile is not Profile.HERMES:
        return ""
    inside = (state.agent.relative(store.path) or "" for store in state.stores)
    if not any(path.startswith("memories/") for path in inside):
        return ""
    name = state.settings.skill
    found = (path for path, _ in state.skills if path.rpartition("/")[0].rpartition("/")[2] == name)
    return next(found, state.agent.absolute(f"skills/{name}/SKILL.md"))


def is_loadable(data: bytes) -> bool:
    """Whether Hermes takes a file with these bytes for a skill."""
    text, is_clean = decode(data)
    front = _FRONT.match(text.replace("\r\n", "\n")) if is_clean else None
    if front is None or len(text) > MOST_CHARS:
        return False
    return bool(_NAME.search(front["fields"]) and _DESCRIPTION.search(front["fields"]))


def with_rules(data: bytes | None, name: str, rules: Sequence[str], parse: Parse) -> bytes:
    """The skill file ``data`` (None: there is none yet) with ``rules`` at its end; the old bytes stay first."""
    old = _new_skill(name) if data is None else data
    ending = line_ending(old)
    document = parse(Format.MARKDOWN, old)
    gap = b"" if old.endswith((b"\n", b"\r")) else ending
    goes_on = bool(document.blocks) and document.blocks[-1].shape is Shape.LIST_ITEM
    parts = [old, gap, b"" if goes_on else ending]
    for rule in rules:
        lines = rule.split("\n")
        item = "\n".join([f"- {lines[0]}", *(f"  {line}" if line.strip() else "" for line in lines[1:])])
        parts.append(item.encode("utf-8", "surrogateescape").replace(b"\n", ending) + ending)
    return b"".join(parts)


def _new_skill(name: str) -> bytes:
    return (
        f"---\nname: {name}\n"
        "description: Rules of conduct for this agent, moved here from its memory. Read them before acting.\n"
        "---\n\n# Operating rules\n"
    ).encode()


def takes(data: bytes | None, name: str, rules: Sequence[str], parse: Parse) -> bool:
    """Whether the skill file with ``rules`` at its end is one Hermes loads and reads as before, each an item."""
    after = with_rules(data, name, rules, parse)
    before = parse(Format.MARKDOWN, _new_skill(name) if data is None else data).blocks
    blocks = parse(Format.MARKDOWN, after).blocks
    had = [block.fingerprint for block in before]
    has = [block.fingerprint for block in blocks]
    items = [block.fingerprint for block in blocks[len(before) :] if block.shape is Shape.LIST_ITEM]
    return is_loadable(after) and has[: len(had)] == had and items == has[len(had) :] == [*map(fingerprint, rules)]
