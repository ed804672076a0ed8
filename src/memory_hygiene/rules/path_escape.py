"""A governed path leads out of the agent's directory.

Why: what lies outside is another agent's memory or none at all. A link there is read with every prompt, and written
through, without any gate.

Bad:

~~~after MEMORY.md mode=120000
../other-agent/MEMORY.md
~~~

Good:

~~~after MEMORY.md mode=120000
archive/shared.md
~~~

~~~after archive/shared.md
The build server is 10.0.0.7.
~~~

Fix: replace the link by a regular file with the content it should have.

Source: the maintenance contract, H23: a token, entry or symlink that crosses agents is a finding. Submodules and
pointers whose path climbs out with `..` count as well.
"""

from collections.abc import Iterator

from memory_hygiene.core.archive import read_pointer
from memory_hygiene.core.contracts import COLD_FOLDERS
from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.links import escape, pointer_places
from memory_hygiene.core.rule import AgentRule
from memory_hygiene.core.shell import from_top
from memory_hygiene.core.state import SUBMODULE, SYMLINK, AgentState

_EFFECT = "it leaves the agent's directory, where no gate looks"


def check(state: AgentState) -> Iterator[Hit]:
    """One hit per governed file, folder or pointer that leads out."""
    for path, mode in _places(state):
        fix = f"git rm --cached -- {from_top(path)}, then add a regular file"
        if mode == SUBMODULE:
            yield Hit(path, 1, f"a submodule: {_EFFECT}", fix)
        elif mode == SYMLINK and (target := escape(state, path)):
            yield Hit(path, 1, f"a symlink to {target!r}: {_EFFECT}", fix)
    for store in state.stores:
        for block in store.document.entries if b"archived " in store.document.data else ():
            pointer = read_pointer(block.text)
            if pointer and not pointer_places(pointer, store.path, state):
                message = f"a pointer to {pointer.path!r}: {_EFFECT}"
                fix = "point to the agent's own archive, or take the line out"
                yield Hit(store.path, block.line, message, fix, fingerprint=block.fingerprint)


def _places(state: AgentState) -> Iterator[tuple[str, str]]:
    """Governed files, and the folders on the way to governed files, with their modes."""
    if state.has_links:
        yield from ((path, item.mode) for path, (_, item) in state.files.items())
    wanted = {"memories", "skills", *COLD_FOLDERS[state.agent.profile]}
    folders = {state.agent.path} if state.agent.path else set()
    for name in wanted:
        parts = name.split("/")
        folders |= {state.agent.absolute("/".join(parts[:count])) for count in range(1, len(parts) + 1)}
    for path in sorted(folders):
        parent, _, name = path.rpartition("/")
        item = state.snapshot.list_folder(parent).get(name)
        if item is not None:
            yield path, item.mode


RULE = AgentRule("MH409", "path-escape", Severity.ERROR, check)
