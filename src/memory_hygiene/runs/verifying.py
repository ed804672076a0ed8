"""Verifying: whether the endpoints that entries name answer (contract H12). Writes nothing into the memory."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from memory_hygiene.core.endpoints.addresses import read_listed
from memory_hygiene.core.endpoints.checked import Checked
from memory_hygiene.core.endpoints.endpoints import Answer, Reach, endpoint_of, urls_in
from memory_hygiene.core.endpoints.outage import less_outage
from memory_hygiene.core.kinds.category import Judgement
from memory_hygiene.core.model import Block, Format
from memory_hygiene.core.settings import Settings
from memory_hygiene.core.state import AgentState, Store
from memory_hygiene.edge.answers import keep_answers, read_answers
from memory_hygiene.edge.git.repository import Repository
from memory_hygiene.errors import HygieneError
from memory_hygiene.runs.seeking import FEWEST_DIGITS, find_block

MAX_ASKED = 200
"""URLs asked in one run: at the worst it takes two minutes. Both stores of an agent at their limits name fewer."""
Categorize = Callable[[str, str, str], Judgement]


def ask(
    repository: Repository,
    urls: Iterable[str],
    settings: Settings,
    progress: Callable[[int, int], None],
    fresh: bool = False,
) -> Mapping[str, Answer]:
    """What comes of each of ``urls``, by URL: kept answers younger than a day, unless ``fresh``, and new ones.

    ``progress`` is told how many of those that are asked have answered. What is over MAX_ASKED is deferred, and
    all that lies beyond a network that seems to be down.
    Raises HygieneError for a proxy in the environment that cannot be used, and KeyboardInterrupt.
    """
    folder, listed = repository.state_dir, settings.verify_hosts
    refused = {url: endpoint_of(url) for url in urls}
    answers = {url: Answer(url, Reach.NOT_ASKED, why) for url, why in refused.items() if isinstance(why, str)}
    kept = {} if fresh else read_answers(folder, listed)
    answers.update({url: kept[url] for url in refused if url in kept and url not in answers})
    rest = [url for url in refused if url not in answers]
    reason = f"one too many: {MAX_ASKED} are asked in one run"
    answers.update({url: Answer(url, Reach.DEFERRED, reason) for url in rest[MAX_ASKED:]})
    if rest:
        new = less_outage(_asked(rest[:MAX_ASKED], listed, progress))
        keep_answers(folder, listed, new.values())
        answers.update(new)
    return answers


def _asked(urls: Sequence[str], listed: str, progress: Callable[[int, int], None]) -> dict[str, Answer]:
    from memory_hygiene.edge.network import Asker, ask_all  # an HTTP client that no other run needs

    try:
        hosts = read_listed(listed)
    except ValueError as error:
        raise HygieneError(f"verify_hosts: {error}", "see docs/verify.md") from None
    return ask_all(urls, Asker(hosts), progress)


def to_verify(states: Sequence[AgentState], categorize: Categorize, today: str) -> Iterator[Checked]:
    """The entries of § stores whose endpoints count, those of Technical Config that name a URL; not yet asked."""
    return (check for check in with_urls(states, categorize, today) if check.counts)


def with_urls(states: Sequence[AgentState], categorize: Categorize, today: str) -> Iterator[Checked]:
    """The entries of § stores that name a URL, whatever their category; not yet asked."""
    for numbered in _numbered(states):
        if numbered.store.contract.format is Format.SECTION_SIGN and urls_in(numbered.block.text):
            yield _unasked(numbered, categorize, today)


def named(states: Sequence[AgentState], categorize: Categorize, today: str, names: Iterable[str]) -> Iterator[Checked]:
    """The entries with these fingerprints (or their first digits) or numbers, whatever their category; not yet asked.

    An entry's number is its place in ``hygiene list``. Raises HygieneError for a name that is not that of one entry.
    """
    known = list(_numbered(states))
    wanted = [_one(known, states, name) for name in names]
    for numbered in dict.fromkeys(wanted):
        yield _unasked(numbered, categorize, today)


class _Numbered(NamedTuple):
    number: int
    store: Store
    block: Block


def _numbered(states: Iterable[AgentState]) -> Iterator[_Numbered]:
    places = ((store, block) for state in states for store in state.stores for block in store.document.counted)
    for number, (store, block) in enumerate(places, 1):
        yield _Numbered(number, store, block)


def _one(known: Sequence[_Numbered], states: Iterable[AgentState], name: str) -> _Numbered:
    if name.isdecimal() and len(name) < FEWEST_DIGITS:
        found = [one for one in known if one.number == int(name)]
    else:
        fingerprints = {match[1].fingerprint for state in states if (match := find_block(state, name))}
        found = [one for one in known if fingerprints == {one.block.fingerprint}]
    if not found:
        raise HygieneError(f"no entry {name!r} in the files on disk", "see hygiene list")
    return found[0]


def _unasked(numbered: _Numbered, categorize: Categorize, today: str) -> Checked:
    number, store, block = numbered
    category = categorize(block.text, store.path.rpartition("/")[2], today).category
    return Checked(number, store.path, block, category, urls_in(block.text))
