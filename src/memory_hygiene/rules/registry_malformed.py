"""The writer registry cannot be understood.

Why: a row that is misread keeps somebody out or lets somebody in. So a registry with faults never counts as empty: what
is read well grants, the rest grants nothing, and it does not get in.

Bad:

~~~after MEMORY_WRITERS.md
| writer | identity | stores | operations |
|---|---|---|---|
| ada | ada@example.org | * | add, edit, delete |
~~~

Good:

~~~after MEMORY_WRITERS.md
| writer | identity | stores | operations |
|---|---|---|---|
| ada | ada@example.org | * | add, edit, remove |
~~~

Fix: mend the row as the message says; `hygiene writers list` shows how the registry is read, `hygiene writers add`
writes rows that are right.

Source: the maintenance contract, H21, which asks for a table of writer, identity, stores and operations. A store that
no contract knows is a warning: the row may be for a file to come.
"""

from collections.abc import Iterator

from memory_hygiene.core.contracts import Role, role_of
from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.rule import AgentRule
from memory_hygiene.core.state import AgentState

_FIX = "mend the row; hygiene writers list shows how the registry is read"


def check(state: AgentState) -> Iterator[Hit]:
    """One hit per fault, and warnings for what grants nothing."""
    registry, path = state.registry, state.registry_path
    for fault in registry.faults:
        yield Hit(path, fault.line, fault.message, _FIX, aspect=fault.message, back=path)
    for writer in registry.writers:
        for name in writer.stores:
            if not _is_store(name, state):
                message = f"writer {writer.name} is given {name}, which no contract makes a store: it grants nothing"
                yield Hit(path, writer.line, message, _FIX, severity=Severity.WARNING, aspect=message)
    if state.settings.require_signatures and not registry.has_keys and (registry.writers or not registry.faults):
        effect = "no pushed commit can pass" if registry.writers else "nobody is restricted"
        message = f"require_signatures is on and no writer has a signing key: {effect}"
        fix = "name a key: hygiene writers add NAME --key-file KEY.pub"
        yield Hit(path, 1, message, fix, severity=Severity.WARNING, aspect="keys")


def _is_store(name: str, state: AgentState) -> bool:
    role = role_of(state.agent.profile, name)
    is_pattern = "*" in name or "?" in name
    return is_pattern or role in (Role.STORE, Role.SKILL) or state.settings.names_store(state.agent, name)


RULE = AgentRule("MH421", "registry-malformed", Severity.ERROR, check)
