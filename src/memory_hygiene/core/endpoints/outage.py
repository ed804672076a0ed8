"""Outages: when no host gives any sign, it is the network that is down, and nothing is known of the endpoints (H12)."""

from collections.abc import Mapping

from .addresses import is_loopback
from .endpoints import Answer, Reach, endpoint_of

_FEWEST = 2
"""Hosts that must be silent: one may be gone by itself."""
_SAID = "the network seems to be down"
_ASKED = (Reach.VERIFIED, Reach.UNREACHABLE)


def less_outage(answers: Mapping[str, Answer]) -> dict[str, Answer]:
    """The answers of one run, those of other machines deferred when two or more hosts are all silent.

    This machine is judged by itself: it answers without a network.
    """
    away = {url: host for url, answer in answers.items() if answer.reach in _ASKED and (host := _other_machine(url))}
    hosts = len(set(away.values()))
    if hosts < _FEWEST or not all(answers[url].is_silent for url in away):
        return dict(answers)
    detail = f"{_SAID}: none of {hosts} hosts gave a sign"
    return {url: Answer(url, Reach.DEFERRED, detail) if url in away else answer for url, answer in answers.items()}


def outage_in(answers: Mapping[str, Answer]) -> str:
    """What to say of an outage that ``less_outage`` found, "" when there was none."""
    details = (answer.detail for answer in answers.values() if answer.reach is Reach.DEFERRED)
    found = next((detail for detail in details if detail.startswith(_SAID)), "")
    return f"{found}; no entry is marked for it" if found else ""


def _other_machine(url: str) -> str:
    endpoint = endpoint_of(url)
    return "" if isinstance(endpoint, str) or is_loopback(endpoint.host) else endpoint.host
