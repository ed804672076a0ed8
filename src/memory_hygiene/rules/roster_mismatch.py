"""Agent directories and the roster do not agree.

Why: a store that no agent of the roster owns is governed by nobody; a name without a directory hides a loss of all of
its memory. A change of the configuration that stops to govern a store which is still there opens it to anything after.

Bad:

~~~config
profile: sanctum
agents:
  heron: {path: agents/heron}
~~~

~~~after agents/heron/LORE.md
- Orders are append-only.
~~~

~~~after agents/kite/LORE.md
- Nobody governs this file.
~~~

Good:

~~~config
profile: sanctum
agents:
  heron: {path: agents/heron}
  kite: {path: agents/kite}
~~~

~~~after agents/heron/LORE.md
- Orders are append-only.
~~~

~~~after agents/kite/LORE.md
- The kite flies at noon.
~~~

Fix: add the directory to `agents` in `.hygiene.yaml`, or bring the missing directory back. To stop governing a store,
drop its entries and remove the file first.

Source: the maintenance contract, H23: a roster in the configuration when a repository holds several agents. That no
change weakens its own gate is our promise; so a store must not leave the gate's sight with its memory in it, whether an
agent is taken off, a profile changed, or the configuration removed.
"""

from collections.abc import Iterator

from memory_hygiene.core.contracts import CONFIG
from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.rule import Repo, RepoRule
from memory_hygiene.core.shell import bring_back


def check(repo: Repo) -> Iterator[Hit]:
    """One hit per store outside every agent directory or governed no more, one per agent without a directory."""
    for path in repo.strays:
        message = f"no agent of the {len(repo.settings.agents)} in the roster owns this store: nothing governs it"
        yield Hit(path, 1, message, f"name its folder under agents in {CONFIG}, or move the file")
    for agent in repo.absent:
        back = f"{bring_back(agent.path, repo.before, what='it')}, or " if repo.before else ""
        fix = f"{back}take the agent off the roster in {CONFIG}"
        message = f"the agent {agent.name!r} of the roster has no directory {agent.path!r}: its memory is gone or moved"
        yield Hit(CONFIG, 1, message, fix, aspect=agent.name)
    for path in repo.ungoverned:
        message = f"governed by nobody once this change of {CONFIG} is made: from then on anything may leave it unseen"
        yield Hit(path, 1, message, f"keep it in {CONFIG}, or drop its entries and remove the file first")


RULE = RepoRule("MH412", "roster-mismatch", Severity.ERROR, check)
