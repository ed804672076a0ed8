"""The jobs of a fleet's audit, for whoever runs them in parallel: what they are called, never what is in a memory."""

import json
from collections.abc import Sequence

from memory_hygiene.core.settings import Agent

GITHUB_JOBS = 256
"""Jobs that a matrix of GitHub Actions may make at most (source: its documentation, "Usage limits")."""
GITLAB_JOBS = 200
"""Jobs that ``parallel:matrix`` of GitLab CI may make at most (source: its YAML reference)."""


def in_jobs(agents: Sequence[Agent], most: int) -> tuple[tuple[Agent, ...], ...]:
    """``agents`` dealt out to at most ``most`` jobs, as evenly as can be; one each where they are enough."""
    count = min(most, len(agents))
    return tuple(tuple(agents[number::count]) for number in range(count))


def names_of(agents: Sequence[Agent]) -> str:
    """What ``hygiene audit --agent`` takes: names with commas between them."""
    return ",".join(agent.name for agent in agents)


def render_matrix(agents: Sequence[Agent], most: int | None) -> str:
    """What ``strategy.matrix`` of GitHub Actions takes: names, and folders one a line, for each of ``most`` jobs."""
    jobs = [
        {"agent": names_of(group), "path": "\n".join(agent.path or "." for agent in group)}
        for group in in_jobs(agents, most or GITHUB_JOBS)
    ]
    return _line({"include": jobs})


def render_gitlab(agents: Sequence[Agent], most: int | None) -> str:
    """A child pipeline's part for GitLab CI: a hidden job that sets AGENT for each of ``most`` jobs. JSON is YAML."""
    names = [names_of(group) for group in in_jobs(agents, most or GITLAB_JOBS)]
    return _line({".agents": {"parallel": {"matrix": [{"AGENT": names}]}}})


def render_names(agents: Sequence[Agent], most: int | None) -> str:
    """One job a line, for xargs and its like. Names hold letters, digits, ``_`` and ``-``, no quote and no blank."""
    return "".join(f"{names_of(group)}\n" for group in in_jobs(agents, most or len(agents)))


def _line(document: object) -> str:
    """``document`` on one line of ASCII, that no CI runner reads a command out of."""
    return json.dumps(document).replace("##[", "#\\u0023[") + "\n"


RENDERERS = {"matrix": render_matrix, "gitlab": render_gitlab, "names": render_names}
