"""Which operations a change needs, told from its entries and files: what its makers must be allowed to do.

Beside entries there are skill files, the trail (ledger and archives), canaries, and the files that rule over the rest.
"""

from collections.abc import Iterator
from typing import NamedTuple

from memory_hygiene.core.audit.ledger import Record
from memory_hygiene.core.contracts import ATTRIBUTES, CONFIG, Role
from memory_hygiene.core.losses.own_doing import is_own, own_lines
from memory_hygiene.core.state import AgentState, Change

from .writers import Operation

ADD, EDIT, REMOVE = Operation.ADD, Operation.EDIT, Operation.REMOVE
MAINTAIN, ADMIN = Operation.MAINTAIN, Operation.ADMIN


class Need(NamedTuple):
    """One thing a change does: the operations of which any allows it, where, and the store or "" when it is no entry.

    ``path`` is from the top of the repository, ``store`` from the agent directory.
    """

    operations: tuple[Operation, ...]
    path: str
    store: str = ""


def needs_of(change: Change) -> tuple[Need, ...]:
    """What the makers of ``change`` must be allowed to do, each thing once, in path order."""
    needs = [*_in_stores(change), *_in_skills(change), *_in_trail(change), *_in_rules(change)]
    return tuple(sorted(dict.fromkeys(needs), key=lambda need: (need.path, [o.value for o in need.operations])))


def _in_stores(change: Change) -> Iterator[Need]:
    from .deeds import deeds_of

    has_trail = _has_trail(change)
    for path, operation in deeds_of(change):
        yield _need(operation, path, change, has_trail)


def _need(operation: Operation, path: str, change: Change, has_trail: bool) -> Need:
    """A need in a store; whoever maintains it may do the same when the change leaves a trail of it."""
    operations = (operation, MAINTAIN) if has_trail and operation is not MAINTAIN else (operation,)
    return Need(operations, path, change.after.agent.relative(path) or path)


def _in_skills(change: Change) -> Iterator[Need]:
    has_trail = _has_trail(change)
    for path in _own_files(change, Role.SKILL):
        gone, come = own_lines(change, path)
        if gone or not come:
            yield _need(EDIT if path in change.after.files else REMOVE, path, change, has_trail)
        else:
            yield _need(ADD, path, change, has_trail)


def _has_trail(change: Change) -> bool:
    """Whether the change writes down what it does: a new ledger record, or something in the cold tier."""
    return bool(_new_records(change)) or any(True for _ in _own_files(change, Role.COLD))


def _new_records(change: Change) -> tuple[Record, ...]:
    return change.after.ledger.added_since(tuple(before.ledger for before in change.befores))


def _in_trail(change: Change) -> Iterator[Need]:
    """The ledger and the archives: whoever may remove may write down a removal there, all else is maintenance."""
    for path in _own_files(change, Role.COLD):
        yield Need((REMOVE, MAINTAIN), path)
    for path in _own_files(change, Role.LEDGER):
        records = _new_records(change)
        is_plain = bool(records) and all(not record.critical and not record.get("canary") for record in records)
        yield Need((REMOVE, MAINTAIN) if is_plain else (MAINTAIN,), path)


def _in_rules(change: Change) -> Iterator[Need]:
    """The registry, the configuration, git's attributes."""
    states = (*change.befores, change.after)
    registries = {path for state in states for path, (role, _) in state.files.items() if role is Role.WRITERS}
    attributes = {path for state in states for path in _attributes_over(state)}
    for path in (*sorted(registries), CONFIG, *sorted(attributes)):
        if is_own(change, path):
            yield Need((ADMIN,), path)


def _attributes_over(state: AgentState) -> Iterator[str]:
    """Every file of git's attributes that could speak of the agent's files: git reads one in each folder."""
    folders = {"", state.agent.path}
    for path in state.files:
        while path:
            path = path.rpartition("/")[0]
            folders.add(path)
    yield from (f"{folder}/{ATTRIBUTES}" if folder else ATTRIBUTES for folder in folders)


def _own_files(change: Change, role: Role) -> Iterator[str]:
    """The files of a role that the change itself makes what they are; of a merge that only joins both sides, none."""
    states = (*change.befores, change.after)
    paths = {path for state in states for path, (found, _) in state.files.items() if found is role}
    for path in sorted(paths):
        if is_own(change, path) and (len(change.befores) < 2 or any(own_lines(change, path))):
            yield path
