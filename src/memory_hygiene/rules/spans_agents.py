"""One commit changes the memory of several agents.

Why: nobody can take back, judge or hand over the change of one agent alone, and what crosses between them hides in it.

Bad:

~~~config
profile: sanctum
agents:
  heron: {path: agents/heron}
  kite: {path: agents/kite}
~~~

~~~before agents/heron/LORE.md
- Orders are append-only.
~~~

~~~before agents/kite/LORE.md
- The kite flies at noon.
~~~

~~~after agents/heron/LORE.md
- Orders are append-only.
- Deploys run on Fridays.
~~~

~~~after agents/kite/LORE.md
- The kite flies at noon.
- The kite sleeps at night.
~~~

Good:

~~~config
profile: sanctum
agents:
  heron: {path: agents/heron}
  kite: {path: agents/kite}
~~~

~~~before agents/heron/LORE.md
- Orders are append-only.
~~~

~~~before agents/kite/LORE.md
- The kite flies at noon.
~~~

~~~after agents/heron/LORE.md
- Orders are append-only.
- Deploys run on Fridays.
~~~

Fix: commit the files of each agent by themselves.

Source: the maintenance contract, H23: a commit that spans two agents is refused. Of a range, every commit is judged. A
merge brings what others committed, and is excused; so is an agent that is new in the roster or had no memory yet.
"""

from collections.abc import Iterator

from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.rule import Repo, RepoRule
from memory_hygiene.core.shell import from_top


def check(repo: Repo) -> Iterator[Hit]:
    """One hit per agent after the first."""
    if len(repo.touched) < 2:
        return
    names = ", ".join(agent.name for agent, _ in repo.touched)
    for agent, path in repo.touched[1:]:
        message = f"one commit changes the memory of {len(repo.touched)} agents ({names}): no change spans two of them"
        folder = from_top(agent.path) if agent.path else "its files"
        fix = f"commit each agent's files by themselves: git commit -- {folder}, then the rest"
        yield Hit(path, 1, message, fix, aspect=agent.name)


RULE = RepoRule("MH433", "spans-agents", Severity.ERROR, check)
