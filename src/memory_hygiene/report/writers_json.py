"""Writers for programs. Keys and their order are an interface; no path of the machine is in it."""

from collections.abc import Iterable, Mapping

from memory_hygiene.core.writers.writers import Identity, Registry, Role, Writer

from .check_json import printable
from .safe import safe_json

Document = dict[str, object]


def render_registries(registries: Iterable[tuple[str, str, Registry]], author: Identity) -> str:
    """The JSON document of registries (``version`` 1): agent, path and registry each; with a final line ending."""
    agents = [
        {
            "agent": agent,
            "path": printable(path),
            "restricted": registry.is_restricting,
            "writers": [_writer(writer) for writer in registry.writers],
            "faults": [{"line": fault.line, "message": printable(fault.message)} for fault in registry.faults],
            "you": [printable(writer.name) for writer in registry.known_as(author)],
        }
        for agent, path, registry in registries
    ]
    return safe_json({"version": 1, "agents": agents})


def _writer(writer: Writer) -> Document:
    return {
        "writer": printable(writer.name),
        "patterns": [printable(pattern) for pattern in writer.patterns],
        "keys": list(writer.keys),
        "stores": [printable(store) for store in writer.stores],
        "operations": [operation.value for operation in writer.operations],
        "line": writer.line,
    }


def vetted(
    commit: str,
    day: str,
    agent: str,
    status: str,
    makers: Iterable[tuple[Identity, tuple[str, ...]]],
    needs: Iterable[tuple[str, tuple[str, ...]]],
    denials: Iterable[str],
) -> Document:
    """One commit and agent; ``needs`` are paths with the operations of which any is enough."""
    return {
        "commit": commit,
        "day": day,
        "agent": agent,
        "status": status,
        "makers": [_maker(identity, names) for identity, names in makers],
        "needs": [{"path": printable(path), "operations": list(operations)} for path, operations in needs],
        "denials": [printable(denial) for denial in denials],
    }


def _maker(identity: Identity, names: tuple[str, ...]) -> Document:
    known = [printable(name) for name in names]
    if identity.role is Role.SIGNER:
        return {"role": identity.role.value, "key": identity.key, "fault": printable(identity.fault), "writers": known}
    name, email = printable(identity.name), printable(identity.email)
    return {"role": identity.role.value, "name": name, "email": email, "writers": known}


def render_vetting(name: str, commits: list[Document], counts: Mapping[str, int], untouched: int) -> str:
    """The JSON document of a vetting (``version`` 1), with a final line ending."""
    summary = {**counts, "untouched": untouched}
    return safe_json({"version": 1, "range": printable(name), "commits": commits, "summary": summary})
