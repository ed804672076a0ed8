"""Permissions: whether the makers of a change may do what it needs, by every registry in force."""

from collections.abc import Iterator
from typing import NamedTuple

from memory_hygiene.core.state import AgentState, Change

from .operations import Need, needs_of
from .writers import Identity, Operation, Registry, Role, Writer


class Denial(NamedTuple):
    """Something a maker of a change may not do: where, why, and whether a signature to come can still allow it.

    ``path`` is from the top of the repository. ``writers`` are the rows that name the maker; none: nobody knows them.
    """

    identity: Identity
    path: str
    reason: str
    writers: tuple[Writer, ...] = ()
    is_open: bool = False


def denials_of(change: Change) -> Iterator[Denial]:
    """What the makers of ``change`` may not do; none when nobody restricts it or nobody asked who they are."""
    restricting = [state for state in (*change.befores, *change.guards) if state.registry.is_restricting]
    if not change.identities or not restricting:
        return
    needs = needs_of(change)
    seen: set[Registry] = set()
    for state in restricting if needs else ():
        if state.registry not in seen:
            seen.add(state.registry)
            yield from _Asked(state, change, needs).denials()


class _Asked:
    """One registry, asked about the makers of one change."""

    def __init__(self, state: AgentState, change: Change, needs: tuple[Need, ...]) -> None:
        self._state = state
        self._registry = state.registry
        self._needs = needs
        self._is_strict = change.after.settings.require_signatures
        self._people = [identity for identity in change.identities if identity.role is not Role.SIGNER]
        self._signer = next((identity for identity in change.identities if identity.role is Role.SIGNER), None)
        self._signing = self._registry.known_as(self._signer) if self._signer else ()

    def denials(self) -> Iterator[Denial]:
        """All that this registry denies."""
        if self._is_strict and self._signer is not None:
            yield from self._of_signer(self._signer)
        for person in self._people:
            yield from self._of_person(person)

    def _of_signer(self, signer: Identity) -> Iterator[Denial]:
        path = self._state.registry_path
        if signer.fault:
            yield Denial(signer, path, f"{signer.fault}, and require_signatures asks for a writer's signature")
        elif not self._signing:
            yield Denial(signer, path, f"signed with {signer.shown}, which {self._label} gives to no writer")
        else:
            yield from self._missing(signer, self._signing)

    def _of_person(self, person: Identity) -> Iterator[Denial]:
        rows = self._registry.known_as(person)
        if person.role is Role.COMMITTER and rows and self._signing and not set(rows) & set(self._signing):
            names = f"{_names(rows)}, but signed with a key of {_names(self._signing)}"
            yield Denial(person, self._state.registry_path, f"committed as {names}: one of them is not who it seems")
        rows = rows or self._signed_by(person)
        if rows:
            yield from self._missing(person, rows)
            return
        faults = self._registry.faults
        unread = f"; what stands in line {faults[0].line} cannot be read: {faults[0].message}" if faults else ""
        known = len(self._registry.writers)
        reason = f"{person.role.value} {person.shown} is none of the {known} writers of {self._label}{unread}"
        yield Denial(person, self._state.registry_path, reason, is_open=self._may_be_signed())

    def _signed_by(self, person: Identity) -> tuple[Writer, ...]:
        """Whom one without a row is taken for: a committer for the signer, an author for the committer they are."""
        committer = next((one for one in self._people if one.role is Role.COMMITTER), None)
        is_committer = committer is not None and (person.name, person.email) == (committer.name, committer.email)
        return self._signing if is_committer else ()

    def _may_be_signed(self) -> bool:
        """Before a commit is made: whether somebody known by a key alone could make it."""
        is_made = any(person.role is Role.COMMITTER for person in self._people)
        by_key = tuple(writer for writer in self._registry.writers if writer.keys and not writer.patterns)
        return not is_made and any(all(_is_met(need, (writer,)) for need in self._needs) for writer in by_key)

    def _missing(self, identity: Identity, rows: tuple[Writer, ...]) -> Iterator[Denial]:
        for need in self._needs:
            if not _is_met(need, rows):
                what = " or ".join(operation.value for operation in need.operations)
                who = f"{identity.role.value} {identity.shown} ({_names(rows)})"
                reason = f"{who} may not {what} here: {self._label} allows {_allowed(rows, need)}"
                yield Denial(identity, need.path, reason, rows)

    @property
    def _label(self) -> str:
        return f"the registry of {self._state.snapshot.label}"


def _is_met(need: Need, rows: tuple[Writer, ...]) -> bool:
    return any(writer.may(operation, _place(operation, need)) for writer in rows for operation in need.operations)


def _place(operation: Operation, need: Need) -> str:
    """Whoever is ``admin`` is it for all of the agent's files; the rest is given store by store."""
    return "" if operation is Operation.ADMIN else need.store


def _allowed(rows: tuple[Writer, ...], need: Need) -> str:
    found = (o.value for o in Operation if any(writer.may(o, _place(o, need)) for writer in rows))
    return ", ".join(found) or "nothing"


def _names(rows: tuple[Writer, ...]) -> str:
    return " and ".join(f"writer {writer.name}" for writer in rows)
