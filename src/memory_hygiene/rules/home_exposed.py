"""A file of the agent's home that is no memory is about to be committed.

Why: beside its memory a Hermes home holds keys, tokens and a database of every talk. Once committed, whoever can read
the repository can read them, for as long as it exists.

Bad:

~~~before memories/MEMORY.md
The build server is 10.0.0.7.
~~~
~~~after.env
OPENAI_API_KEY = abc
~~~

Good:

~~~before memories/MEMORY.md
The build server is 10.0.0.7.
~~~

~~~after skills/deploy/references/steps.txt
Deploys run on Fridays.
~~~

Fix: `git rm --cached -- FILE`. A key that was committed or pushed is to be replaced. What is meant to be tracked is
named in the home's `.gitignore`, as `!/FILE`; a secret never is.

Source: the maintenance contract, H1: everything but stores, skills and our own files, `.env`, `auth.json`, `state.db`
first of all, is ignored and refused when staged all the same. Where other files of a home are tracked, and `.gitignore`
is no allow-list, only secrets are refused, by their names. What was tracked before does not block.
"""

from collections.abc import Iterator

from memory_hygiene.core.findings import Hit, Severity
from memory_hygiene.core.rule import ChangeRule
from memory_hygiene.core.shell import from_top
from memory_hygiene.core.state import Change


def check(change: Change) -> Iterator[Hit]:
    """One hit per file that the change brings into a home and that has no place in the repository."""
    if not change.fresh:
        return
    from memory_hygiene.core.live.homes import exposed  # few commits bring anything but memory

    agent, after = change.after.agent, change.after.snapshot
    befores = [before.snapshot for before in change.befores]
    for found in exposed(agent, after, befores, change.fresh):
        fix = f"git rm --cached -- {from_top(found.path)}"
        if found.is_secret:
            message = "a secret by its name, new here: whoever can read the repository can read it from then on"
            yield Hit(found.path, 1, message, f"{fix}; if it was pushed, replace the keys in it")
        else:
            message = "new here, and not among what the home's .gitignore lets in: keys and databases lie beside it"
            relative = agent.relative(found.path) or found.path
            yield Hit(found.path, 1, message, f"{fix}; if it is meant, name it there: !/{relative}")


RULE = ChangeRule("MH601", "home-exposed", Severity.ERROR, check, is_acknowledgeable=False)
