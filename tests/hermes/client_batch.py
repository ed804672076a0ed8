"""The real Hermes client, asked about many homes by one process. Run with the Python of a venv that has hermes-agent.

One JSON object a line on standard input, ``{"do": "read"|"look"|"use"|"config"|"tool", "home": PATH, …}``, one answer a
line on standard output. ``read`` gives the entries the client reads; ``look`` adds its drift check (which leaves a
backup behind); ``use`` makes a real add, replace and remove in each store; ``config`` loads the home's config.yaml and
tries a store with the limits it states; ``tool`` makes one call of a tool, given as JSON.
"""

import json
import logging
import os
import sys
from pathlib import Path
from typing import Protocol

from hermes_probe import FILES, Client

logging.disable(logging.CRITICAL)
NOTE = "The client's own note, number {}."


class MemoryStore(Protocol):
    """What we use of the client's own class."""

    memory_entries: list[str]
    user_entries: list[str]

    def _detect_external_drift(self, target: str) -> str | None: ...


def answer(question: dict[str, str]) -> dict[str, object]:
    """What the client says about one home."""
    if question["do"] == "config":
        os.environ.update({name: value for name, value in question.items() if name.isupper()})
        return _configuration(Path(question["home"]), question["managed"])
    client = Client(Path(question["home"]))
    if question["do"] == "tool":
        return _tool(client, question["tool"], json.loads(question["arguments"]))
    store = client.store()
    if question["do"] == "use":
        return {target: _use(client, target) for target in FILES}
    return {target: _look(client, store, target, question["do"] == "look") for target in FILES}


def _look(client: Client, store: MemoryStore, target: str, check_drift: bool) -> dict[str, object]:
    path = client.mt.get_memory_dir() / FILES[target]
    return {
        "entries": client.mt.MemoryStore._read_file(path) if path.exists() else [],
        "drift": bool(store._detect_external_drift(target)) if check_drift else None,
        "loaded": list(store.memory_entries if target == "memory" else store.user_entries),
    }


def _use(client: Client, target: str) -> list[dict[str, object]]:
    """A note is added, replaced and removed; in a store without room an entry that is there is removed instead."""
    store = client.store()
    first, second = NOTE.format(1), NOTE.format(2)
    added = _call(client, store, action="add", target=target, content=first)
    if added["success"]:
        replaced = _call(client, store, action="replace", target=target, old_text=first, content=second)
        return [added, replaced, _call(client, store, action="remove", target=target, old_text=second)]
    entries = list(store.memory_entries if target == "memory" else store.user_entries)
    addressable = (entry for entry in entries if sum(entry in other for other in entries) == 1)
    alone = next((entry for entry in addressable if "CANARY" not in entry), None)
    if alone is None:
        return [added]
    replaced = _call(client, store, action="replace", target=target, old_text=alone, content=alone + " more")
    return [added, replaced, {**_call(client, store, action="remove", target=target, old_text=alone), "gone": alone}]


def _tool(client: Client, tool: str, arguments: dict[str, object]) -> dict[str, object]:
    """What one call of a tool answers, as its registry calls it; an exception is told by its name."""
    from tools import file_tools

    try:
        if tool == "memory":
            names = ("action", "target", "content", "old_text", "operations")
            given = {name: arguments.get(name) for name in names}
            return dict(json.loads(client.mt.memory_tool(store=client.store(), **given)))
        handler = {"write_file": file_tools._handle_write_file, "patch": file_tools._handle_patch}[tool]
        return dict(json.loads(handler(arguments)))
    except Exception as error:
        return {"success": False, "error": type(error).__name__}


def _configuration(home: Path, managed: str) -> dict[str, object]:
    """The model and limits that both loaders of the client come to, and how its memory fares with these limits.

    The store is made as ``agent_init`` makes it: the values as they are, any exception means no memory at all.
    """
    os.environ.update(HERMES_HOME=str(home), HERMES_MANAGED_DIR=managed)
    from hermes_cli.config import load_config
    from hermes_cli.managed_scope import apply_managed_overlay
    from tools.memory_tool import MemoryStore as Store
    from tools.memory_tool import memory_tool

    config = load_config()
    own = dict(config)
    os.environ.update(HERMES_MANAGED_DIR=str(home / "none"))
    alone = load_config()
    os.environ.update(HERMES_MANAGED_DIR=managed)
    model = alone["model"] if isinstance(alone["model"], dict) else {"default": alone["model"]}
    overlaid = apply_managed_overlay({**alone, "model": model})
    limits: dict[str, object] = {}
    try:
        memory = own.get("memory", {})
        limits = {key: memory.get(f"{key}_char_limit", 0) for key in ("memory", "user")}
        if not memory.get("memory_enabled", False):
            return {"model": own["model"], "overlaid": overlaid["model"], "limits": limits, "fares": "off"}
        store = Store(memory_char_limit=limits["memory"], user_char_limit=limits["user"])
        store.load_from_disk()
        added = json.loads(memory_tool(store=store, action="add", target="memory", content="A note."))
        fares = "written" if added["success"] else "refused"
    except Exception as error:
        fares = type(error).__name__
    return {"model": own["model"], "overlaid": overlaid["model"], "limits": limits, "fares": fares}


def _call(client: Client, store: MemoryStore, **arguments: str) -> dict[str, object]:
    result = json.loads(client.mt.memory_tool(store=store, **arguments))
    return {"success": bool(result.get("success")), "error": str(result.get("error", "")), "did": arguments["action"]}


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line)), default=str), flush=True)
