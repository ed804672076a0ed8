"""Shell hooks of a live Hermes agent: judge a tool call before it writes, and commit what it wrote.

Hermes fails open: whatever goes wrong here lets the call pass, with a word on standard error, which it logs.
"""

import os
import sys
from collections.abc import Mapping
from typing import NamedTuple

from memory_hygiene.edge.console import write_error, write_out
from memory_hygiene.errors import ExitCode, HygieneError
from memory_hygiene.report.safe import safe

_BLOCK = """hooks:
  pre_tool_call:
    - matcher: "memory|write_file|patch"
      command: {pre}
      timeout: 10
  post_tool_call:
    - matcher: "memory|write_file|patch|terminal|execute_code|skill_manage"
      command: {post}
      timeout: 60
"""
WAIT = 5.0
"""Seconds for each lock after a call: the agent waits for us, and what is not committed now the next call commits."""


class _Call(NamedTuple):
    """A tool call as Hermes tells of it: tool, arguments, session ("" for none), and the folder it works in."""

    tool: str
    arguments: Mapping[str, object]
    session: str
    folder: str
    status: str


def config_block(arguments: list[str]) -> int:
    """Print what config.yaml needs to run both hooks, with this program and this home."""
    import json

    from memory_hygiene.core.shell import quoted

    own = os.path.abspath(sys.argv[0])
    is_script = os.path.basename(own) == "hygiene" and os.access(own, os.X_OK)
    program = quoted(own) if is_script else f"{quoted(sys.executable)} -I -m memory_hygiene"
    pre, post = (f"{program} hook hermes-{name}-tool-call {quoted(_home(arguments))}" for name in ("pre", "post"))
    write_out(_BLOCK.format(pre=json.dumps(pre), post=json.dumps(post)))
    return ExitCode.CLEAN


def pre_tool_call(arguments: list[str]) -> int:
    """Answer with a block and its reason where a call would lose or break memory; with nothing otherwise."""
    from memory_hygiene.runs.tool_calls import FILE_TOOLS, object_to

    call = _read_call()
    if call is None or call.tool not in ("memory", *FILE_TOOLS):
        return ExitCode.CLEAN
    try:
        reason = object_to(call.tool, call.arguments, _home(arguments), call.folder)
    except (HygieneError, OSError, ValueError) as error:
        _say(error)
        return ExitCode.CLEAN
    if reason:
        import json

        write_out(json.dumps({"decision": "block", "reason": reason}) + "\n")
    return ExitCode.CLEAN


def post_tool_call(arguments: list[str]) -> int:
    """Commit what a call wrote to the agent's memory, with the session as trailer; never fails, never prints."""
    from memory_hygiene.runs.tool_calls import FILE_TOOLS, may_concern

    call = _read_call()
    home = _home(arguments)
    if call is None or call.status == "blocked":
        return ExitCode.CLEAN
    try:
        if call.tool not in FILE_TOOLS or may_concern(call.tool, call.arguments, home, call.folder):
            _snapshot(home, call.session)
    except (HygieneError, OSError, ValueError) as error:
        _say(error)
    return ExitCode.CLEAN


def _snapshot(home: str, session: str) -> None:
    from memory_hygiene.edge.clock import record_time
    from memory_hygiene.edge.workspace import open_workspace
    from memory_hygiene.runs.applying import locked
    from memory_hygiene.runs.leftovers import resolve_leftover
    from memory_hygiene.runs.snapshotting import snapshot_agent

    memories = os.path.join(home, "memories")
    workspace = open_workspace(os.path.realpath(memories if os.path.isdir(memories) else home))
    agent = workspace.agent_of_folder(memories)
    with locked(workspace, agent, WAIT):
        if leftover := resolve_leftover(workspace.repository):
            write_error(f"hygiene: {leftover}")
        taken = snapshot_agent(workspace, agent, session, record_time())
    for fault in taken.faults if taken else ():
        write_error(f"hygiene: CRITICAL {safe(fault.path)}: {safe(fault.message)} [{fault.name}]")
    for entry in taken.rescued if taken else ():
        write_error(f"hygiene: rescued {entry.fingerprint} from {safe(entry.path)} into {safe(entry.to)}")


def _home(arguments: list[str]) -> str:
    """The agent's home: the folder given in config.yaml, else as Hermes finds it."""
    named = arguments[0] if arguments else os.environ.get("HERMES_HOME", "").strip() or "~/.hermes"
    return os.path.abspath(os.path.expanduser(named))


def _read_call() -> _Call | None:
    """The call on standard input; None, with a word on standard error, when it is none."""
    import json

    try:
        data = b"" if sys.stdin is None or sys.stdin.isatty() else sys.stdin.buffer.read()
        payload = json.loads(data.decode("utf-8", "surrogateescape"))
        tool, given = payload["tool_name"], payload["tool_input"]
        if not isinstance(tool, str) or not isinstance(given, dict):
            raise TypeError("tool_name or tool_input is of another kind")
        told = [payload.get(name) for name in ("session_id", "cwd")]
        session, folder = (value if isinstance(value, str) else "" for value in told)
        extra = payload.get("extra")
        status = extra.get("status") if isinstance(extra, dict) else ""
        return _Call(tool, given, session, folder or os.getcwd(), status if isinstance(status, str) else "")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        write_error(f"hygiene: this is not what Hermes writes to a hook: {safe(str(error))}; the call may pass")
        return None


def _say(error: Exception) -> None:
    said = error.message if isinstance(error, HygieneError) else f"{type(error).__name__}: {error}"
    hint = f"; {error.hint}" if isinstance(error, HygieneError) and error.hint else ""
    write_error(f"hygiene: {safe(said)}{safe(hint)}")
