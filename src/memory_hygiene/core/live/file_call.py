"""What Hermes' file tools would make of files, worked out without calling them: ``write_file`` and ``patch``.

Source: ``tools/file_tools.py``, ``file_operations.py``, ``patch_parser.py`` and ``fuzzy_match.py`` of hermes-agent
0.19.0; a test asks the real tools the same. Where text is not found as it stands, the real patch goes on to eight
looser ways of matching: what those would take is not known here.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

_BOM = "\ufeff"
_HEAD = 4096  # characters by which the tools tell a file's line ending
_HEAD_LINE = r"\*\*\*\s*(Update|Add|Delete|Move)\s+File:"  # the rest is cut by hand: lines may be of any length

Read = Callable[[str], str | None]
"""The text of a file by the path a call names, None when there is none."""


class Result(NamedTuple):
    """What becomes of one file: its new text, None when it goes. ``is_known`` is False where matching is loose."""

    path: str
    text: str | None
    is_known: bool = True


def results(tool: str, arguments: Mapping[str, object], read: Read) -> tuple[Result, ...]:
    """What the call leaves of every file it writes; nothing when the tool would refuse it."""
    path, content = arguments.get("path"), arguments.get("content")
    if tool == "write_file":
        if isinstance(path, str) and path and isinstance(content, str):
            return (Result(path, _as_on_disk(content, read(path))),)
        return ()
    if arguments.get("mode", "replace") == "patch":
        patch = arguments.get("patch")
        return _patched(patch, read) if isinstance(patch, str) else ()
    old, new = arguments.get("old_string"), arguments.get("new_string")
    if isinstance(path, str) and path and isinstance(old, str) and isinstance(new, str):
        return _replaced(path, old, new, bool(arguments.get("replace_all", False)), read)
    return ()


def named_paths(tool: str, arguments: Mapping[str, object]) -> tuple[str, ...]:
    """The paths a call names as written or removed, without reading anything."""
    path, patch = arguments.get("path"), arguments.get("patch")
    found = [path] if isinstance(path, str) and path else []
    if tool == "patch" and isinstance(patch, str):
        steps = [step for line in patch.split("\n") if (step := _head_of(line)) is not None]
        found += [end for step in steps for end in (step.path, step.target) if end]
    return tuple(dict.fromkeys(found))


def _as_on_disk(content: str, before: str | None) -> str:
    """``content`` with the line endings and the byte-order mark that the file has."""
    old = before or ""
    if "\r\n" in old[:_HEAD]:
        content = content.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\r\n")
    return _BOM + content if old.startswith(_BOM) and not content.startswith(_BOM) else content


def _replaced(path: str, old: str, new: str, everywhere: bool, read: Read) -> tuple[Result, ...]:
    before = read(path)
    if before is None or not old or old == new:
        return ()
    text = before.removeprefix(_BOM)
    count = text.count(old)
    if count == 0:
        return (Result(path, None, is_known=False),)
    if count > 1 and not everywhere:
        return ()
    return (Result(path, _as_on_disk(_one_ending(text.replace(old, new), text), before)),)


def _one_ending(new: str, old: str) -> str:
    head = old[:_HEAD]
    return new.replace("\r\n", "\n").replace("\r", "\n") if "\n" in head and "\r\n" not in head else new


class _Hunk:
    """Lines of a V4A hunk by their mark, and the text its head points to."""

    def __init__(self, hint: str = "") -> None:
        self.hint = hint
        self.lines: list[tuple[str, str]] = []

    def text(self, marks: str) -> str:
        return "\n".join(line for mark, line in self.lines if mark in marks)

    def has(self, marks: str) -> bool:
        return any(mark in marks for mark, _ in self.lines)


class _Step:
    """One file of a V4A patch: what is done, to which path, where it goes, and its hunks."""

    def __init__(self, verb: str, path: str, target: str = "") -> None:
        self.verb = verb
        self.path = path
        self.target = target
        self.hunks: list[_Hunk] = []


def _patched(patch: str, read: Read) -> tuple[Result, ...]:
    """The results of a V4A patch, one step after the other."""
    found: dict[str, Result] = {}

    def now(path: str) -> str | None:
        return found[path].text if path in found else read(path)

    for step in _steps(patch):
        before = now(step.path)
        if step.verb == "Move" and before is not None:
            found[step.target] = Result(step.target, before)
        if step.verb in ("Delete", "Move"):
            found[step.path] = Result(step.path, None)
        elif step.verb == "Add":
            text = "\n".join(line for hunk in step.hunks for mark, line in hunk.lines if mark == "+")
            found[step.path] = Result(step.path, _as_on_disk(text, before))
        elif before is not None:
            found[step.path] = _updated(step, before)
    return tuple(found.values())


def _updated(step: _Step, before: str) -> Result:
    text = before.removeprefix(_BOM)
    for hunk in step.hunks:
        if not hunk.has("+-"):
            continue
        if not hunk.has(" -"):
            placed = _placed(text, hunk)
        else:
            old = hunk.text(" -")
            placed = text.replace(old, hunk.text(" +")) if old and text.count(old) == 1 else None
        if placed is None:
            return Result(step.path, None, is_known=False)
        text = placed
    return Result(step.path, _as_on_disk(text, before))


def _placed(text: str, hunk: _Hunk) -> str | None:
    """``text`` with a hunk that only adds: below the line its head points to, else at the end."""
    new = hunk.text("+")
    if not hunk.hint:
        return text.rstrip("\n") + "\n" + new + "\n"
    if text.count(hunk.hint) != 1:
        return None
    end = text.find("\n", text.index(hunk.hint))
    return text[: end + 1] + new + "\n" + text[end + 1 :] if end != -1 else text + "\n" + new


def _steps(patch: str) -> Iterator[_Step]:
    step: _Step | None = None
    for line in _inside(patch.split("\n")):
        if (head := _head_of(line)) is not None:
            if step is not None:
                yield step
            step = head
        elif step is not None and line.startswith("@@"):
            end = line.find("@@", 3)
            step.hunks.append(_Hunk(line[2:end].strip() if end > 0 else ""))
        elif step is not None and line and not line.startswith("\\"):
            if not step.hunks:
                step.hunks.append(_Hunk())
            is_marked = line[0] in "+- "
            step.hunks[-1].lines.append((line[0], line[1:]) if is_marked else (" ", line))
    if step is not None:
        yield step


def _head_of(line: str) -> _Step | None:
    """The step that a line of a patch begins, or None."""
    match = re.match(_HEAD_LINE, line)
    if match is None:
        return None
    path, arrow, target = line[match.end() :].strip(), "", ""
    if match[1] == "Move":
        path, arrow, target = path.partition("->")
    if not path.strip() or (arrow and not target.strip()) or (match[1] == "Move" and not arrow):
        return None
    return _Step(match[1], path.strip(), target.strip())


def _inside(lines: list[str]) -> list[str]:
    """The lines between the marks of a patch; either may be missing."""
    start = -1
    for number, line in enumerate(lines):
        if "*** Begin Patch" in line or "***Begin Patch" in line:
            start = number
        elif "*** End Patch" in line or "***End Patch" in line:
            return lines[start + 1 : number]
    return lines[start + 1 :]
