"""Gathering: the evidence that decisions about a Hermes agent's entries rest on; asked for only when needed."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache

from memory_hygiene.core.endpoints.endpoints import Reach, judge, urls_in
from memory_hygiene.core.history.ages import Ages
from memory_hygiene.core.kinds.category import Judgement
from memory_hygiene.core.kinds.overrides import decided
from memory_hygiene.core.live.live_config import LiveConfig, limit_notes
from memory_hygiene.core.planning.evidence import Evidence, name_of, nothing_known
from memory_hygiene.core.planning.upkeep import is_open
from memory_hygiene.core.state import AgentState
from memory_hygiene.core.wording.compression import compress
from memory_hygiene.core.wording.faithful import why_unfaithful
from memory_hygiene.edge.git.history import ages_in
from memory_hygiene.edge.git.repository import head_commit
from memory_hygiene.edge.progress import Progress
from memory_hygiene.edge.workspace import Workspace
from memory_hygiene.runs.soul import soul_notes

_IS_REACHED = {Reach.VERIFIED: True, Reach.UNREACHABLE: False}


@dataclass(frozen=True, slots=True)
class Gathered:
    """The evidence as of the commit ``head``, and what the operator should know of how it came about, safe to print."""

    evidence: Evidence
    head: str | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry of a Hermes store, in the file of that name."""

    text: str
    name: str
    fingerprint: str


def gather(
    workspace: Workspace,
    state: AgentState,
    live: LiveConfig | None,
    today: str,
    verify: bool = False,
    delegates: bool = True,
) -> Gathered:
    """The evidence about one agent's entries as of ``today``.

    With ``verify`` endpoints are asked, with ``delegates`` the operator's commands.
    """
    head = head_commit(workspace.repository)
    entries = tuple(dict.fromkeys(_entries(state))) if delegates else ()
    age_of, since_of = _ages(workspace, state, head, today)
    judge_entry, misjudged = _categorizer(workspace, state, entries, age_of, today)
    shorten, unshortened = _shortener(workspace, state, entries)
    is_reached, outage = _verifier(workspace, state, judge_entry, today) if verify else (lambda text: None, ())
    evidence = Evidence(
        age_of=age_of,
        judge=judge_entry,
        correct=_corrector(live),
        is_reached=is_reached,
        shorten=shorten,
        since_of=since_of,
    )
    notes = (*limit_notes(workspace.settings, live), *soul_notes(workspace, state.agent))
    return Gathered(evidence, head, (*notes, *misjudged, *unshortened, *outage))


def gather_judgements(workspace: Workspace, state: AgentState, today: str) -> Gathered:
    """Of the evidence as of ``today`` what ages and categories are; the rest is not asked for."""
    head = head_commit(workspace.repository)
    age_of, since_of = _ages(workspace, state, head, today)
    entries = tuple(dict.fromkeys(_entries(state)))
    judge_entry, misjudged = _categorizer(workspace, state, entries, age_of, today)
    evidence = replace(nothing_known(), age_of=age_of, since_of=since_of, judge=judge_entry)
    return Gathered(evidence, head, misjudged)


def gather_again(workspace: Workspace, state: AgentState, today: str, earlier: Gathered) -> Gathered:
    """What ``gather`` found earlier, for files that may have changed since: nobody is asked again.

    An entry that nobody was asked about is judged by what is built in, and its endpoints count as not asked. Ages are
    new when there is a new commit.
    """
    head = head_commit(workspace.repository)
    if head == earlier.head:
        return earlier
    age_of, since_of = _ages(workspace, state, head, today)
    evidence = replace(earlier.evidence, age_of=age_of, since_of=since_of)
    return replace(earlier, evidence=evidence, head=head)


def _ages(
    workspace: Workspace, state: AgentState, head: str | None, today: str
) -> tuple[Callable[[str], int | None], Callable[[str], str]]:
    """What gives ages in days, and the days of the last change; history is read when the first one is asked for."""

    @cache
    def ages() -> Ages:
        return ages_in(workspace.repository, state, head, today)

    def since_of(fingerprint: str) -> str:
        changed = ages().of(fingerprint).last_changed
        return changed.date if changed else ""

    return lambda fingerprint: ages().of(fingerprint).age_days, since_of


def _entries(state: AgentState) -> Iterable[_Entry]:
    for store in state.stores:
        if name := name_of(state, store):
            yield from (_Entry(b.text, name, b.fingerprint) for b in store.document.entries if is_open(b))


def _categorizer(
    workspace: Workspace,
    state: AgentState,
    entries: tuple[_Entry, ...],
    age_of: Callable[[str], int | None],
    today: str,
) -> tuple[Callable[[str, str], Judgement], tuple[str, ...]]:
    """What judges an entry: a reviewer, or the operator's command where there is one; and what went wrong with that.

    The command is not asked about what a reviewer decided.
    """
    from memory_hygiene.core.kinds.categorizing import categorize
    from memory_hygiene.runs.delegating import Asked, judgements

    reviewed = decided((state,))
    open_ones = [entry for entry in entries if reviewed(entry.text) is None]
    asked = [Asked(str(n), entry.text, entry.name, age_of(entry.fingerprint)) for n, entry in enumerate(open_ones)]
    judged = judgements(workspace.repository, asked, today) if asked else None
    known = {(one.text, one.source_file): judged.answers[one.id] for one in asked} if judged else {}

    def judge_entry(text: str, name: str) -> Judgement:
        if (text, name) not in known:
            known[text, name] = reviewed(text) or categorize(text, name, today)
        return known[text, name]

    return judge_entry, judged.problems if judged else ()


def _corrector(live: LiveConfig | None) -> Callable[[str], str | None]:
    """What sets the model right that an entry states; without a live configuration nothing is known to be wrong."""
    if live is None:
        return lambda text: None
    from memory_hygiene.core.live.model_values import corrected

    return lambda text: corrected(text, live)


def _verifier(
    workspace: Workspace, state: AgentState, judge_entry: Callable[[str, str], Judgement], today: str
) -> tuple[Callable[[str], bool | None], tuple[str, ...]]:
    """What tells whether an entry's endpoints answer, and what to say of the network.

    All of them are asked now, but for those that were within the last day.
    """
    from memory_hygiene.core.endpoints.outage import outage_in
    from memory_hygiene.runs.verifying import ask, to_verify

    checks = to_verify((state,), lambda text, name, _: judge_entry(text, name), today)
    urls = [url for checked in checks for url in checked.urls]
    with Progress("asking endpoints", "URLs") as progress:
        answers = ask(workspace.repository, urls, workspace.settings, progress)

    def is_reached(text: str) -> bool | None:
        found = urls_in(text)
        return _IS_REACHED.get(judge(found, answers)) if found and all(url in answers for url in found) else None

    outage = outage_in(answers)
    return is_reached, (outage,) if outage else ()


def _shortener(
    workspace: Workspace, state: AgentState, entries: tuple[_Entry, ...]
) -> tuple[Callable[[str], str], tuple[str, ...]]:
    """What says an entry in fewer characters, by the operator's command where there is one; and what went wrong.

    What the proof would refuse stays as it is.
    """
    from memory_hygiene.runs.delegating import compressions

    if not state.settings.compress_entries or not entries:
        return lambda text: text, ()
    told = compressions(workspace.repository, {str(number): entry.text for number, entry in enumerate(entries)})
    known = {entry.text: told.answers[str(number)] for number, entry in enumerate(entries)}

    @cache
    def shorten(text: str) -> str:
        short = compress(known.get(text, text))
        return text if why_unfaithful(text, short) else short

    return shorten, told.problems
