"""``hygiene check``: the gate by hand and in CI."""

import os
from typing import NamedTuple

import click

from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.findings import Verdict
from memory_hygiene.core.settings import is_below
from memory_hygiene.edge.clock import today
from memory_hygiene.edge.console import palette_for, write_error, write_out
from memory_hygiene.edge.git.comparisons import (
    SHALLOW_HINT,
    Comparison,
    compare_commit,
    compare_ends,
    compare_staged,
    compare_worktree,
)
from memory_hygiene.edge.git.process import ObjectReader
from memory_hygiene.edge.git.repository import Repository, find_repository, is_shallow, resolve
from memory_hygiene.edge.workspace import open_workspace, path_from_top
from memory_hygiene.errors import ExitCode, GitError, HygieneError
from memory_hygiene.report import check_json, check_text
from memory_hygiene.runs.gate import Judge, Options
from memory_hygiene.runs.ranges import judge_range

from .options import in_folder, in_format, on_day


@click.command()
@in_folder
@click.option("--staged", is_flag=True, help="Judge the index against HEAD (what a commit would record).")
@click.option("--worktree", is_flag=True, help="Judge the files on disk against HEAD.")
@click.option("--rev", metavar="REV", help="Judge one commit against its parents.")
@click.option("--from-ref", metavar="A", help="Judge a range: from the merge base with A …")
@click.option("--to-ref", metavar="B", help="… to B.")
@click.option("--pre-push", is_flag=True, help="Judge what git is about to push (reads its lines).")
@click.option("--pre-receive", is_flag=True, help="Judge what a server is about to accept.")
@click.option("--strict", is_flag=True, help="Let old findings block too, not only new and worse ones.")
@click.option(
    "--cap",
    type=click.IntRange(min=1),
    metavar="N",
    help="Use N as the cap of every file: lines, for Hermes stores characters.",
)
@in_format("text", "json")
@on_day
@click.argument("paths", nargs=-1, metavar="[PATHS]...")
def command(
    staged: bool,
    worktree: bool,
    rev: str | None,
    from_ref: str | None,
    to_ref: str | None,
    pre_push: bool,
    pre_receive: bool,
    strict: bool,
    cap: int | None,
    format_name: str,
    now: str,
    paths: tuple[str, ...],
) -> int:
    """Judge memory files and print the findings, each with what mends it; never writes.

    Without a mode: the index when something is staged, else the files on disk. With PATHS: only these files, and what
    lies below these folders.

    \b
    Examples:
      hygiene check                                  what you changed
      hygiene check --staged                         what a commit would record
      hygiene check --from-ref origin/main --to-ref HEAD   a pull request
      hygiene check --strict LORE.md                 one file, old findings too
      hygiene check agents/heron                     one agent of several

    \b
    Exit codes: 0 clean or warnings · 1 errors · 2 cannot judge · 4 incomplete
    """
    flags = {"staged": staged, "worktree": worktree, "pre-push": pre_push, "pre-receive": pre_receive}
    mode = next((name for name, is_given in flags.items() if is_given), None)
    if sum(flags.values()) + (rev is not None) + (from_ref is not None or to_ref is not None) > 1:
        raise click.UsageError(
            "give one of --staged, --worktree, --rev, --from-ref/--to-ref, --pre-push, --pre-receive"
        )
    if (from_ref is None) != (to_ref is None):
        raise click.UsageError("--from-ref and --to-ref go together")
    if mode in ("pre-push", "pre-receive"):
        from .hook import run

        return run([mode])
    repository = find_repository()
    if strict and is_shallow(repository):
        raise GitError("a strict check needs all of the history, and this clone has a part of it", SHALLOW_HINT)
    chosen = _paths(repository, paths)
    options = Options(strict, chosen, cap, now, within=chosen)
    with ObjectReader(repository.top or repository.git_dir) as reader:
        if from_ref is not None and to_ref is not None:
            verdict = _judge_range(repository, reader, from_ref, to_ref, options)
        else:
            verdict = _judge(repository, reader, mode, rev, options)
    if format_name == "json":
        write_out(check_json.render(verdict))
        for remark in check_text.remarks(verdict):  # the document has no place for them
            write_error(remark)
    elif strict and _closes_sanctum(repository):
        write_out(check_text.render_session_close(verdict, palette_for()))
    else:
        write_out(check_text.render(verdict, palette_for()))
    return _exit_code(verdict)


def _closes_sanctum(repository: Repository) -> bool:
    """Whether a strict check is the session-close gate of sanctum folders, whose users look for its headings."""
    if not repository.top:
        return False
    return all(agent.profile is Profile.SANCTUM for agent in open_workspace().settings.agents)


def _paths(repository: Repository, paths: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(path_from_top(repository, path) for path in paths)


def _judge(
    repository: Repository, reader: ObjectReader, mode: str | None, rev: str | None, options: Options
) -> Verdict:
    comparison = _compare(repository, reader, mode, rev)
    scope = _scope(repository, options, comparison)
    if not scope.stores and (comparison.changed is None or rev is not None):
        raise _ungoverned()
    judge = Judge(repository, scope.options)
    if not scope.options.paths and mode != "staged" and not judge.is_fleet_change(comparison):
        comparison = comparison._replace(changed=None)
    comparison = comparison._replace(today=comparison.today or today())
    verdict = scope.narrowed(judge.verdict(comparison))
    return verdict._replace(notes=(*verdict.notes, *_notes(mode, comparison)))


def _ungoverned() -> HygieneError:
    return HygieneError("no governed store exists before or after", "check -C DIR and .hygiene.yaml")


def _judge_range(repository: Repository, reader: ObjectReader, first: str, last: str, options: Options) -> Verdict:
    ends = compare_ends(repository, reader, (resolve(repository, first),), resolve(repository, last))
    scope = _scope(repository, options, ends)
    if not scope.stores:
        raise _ungoverned()
    return scope.narrowed(judge_range(repository, reader, first, last, scope.options))


class _Scope(NamedTuple):
    """What is to be judged: the options for the judge, the stores there are, and the folders and files asked for."""

    options: Options
    stores: tuple[str, ...]
    folders: tuple[str, ...]
    files: tuple[str, ...]

    def narrowed(self, verdict: Verdict) -> Verdict:
        """The verdict on what is asked for alone."""
        kept = (finding for finding in verdict.findings if self._holds(finding.path))
        return verdict._replace(findings=tuple(kept))

    def _holds(self, path: str) -> bool:
        if not self.folders and not self.files:
            return True
        return path in self.files or any(is_below(path, folder) for folder in self.folders)


def _scope(repository: Repository, options: Options, comparison: Comparison) -> _Scope:
    """The paths asked for, told apart. Raises HygieneError for a folder without stores, and a file that is not there.

    Folders are cut out of the verdict on everything: what belongs to their stores, as the ledger, is judged with them.
    """
    stores = Judge(repository, options._replace(paths=())).governed(comparison)
    folders = tuple(
        path for path in options.paths if path not in stores and any(is_below(store, path) for store in stores)
    )
    files = tuple(path for path in options.paths if path not in folders)
    judged = options._replace(paths=() if folders else files)
    named = Judge(repository, judged).governed(comparison)
    for path in files:
        if path not in named:
            raise HygieneError(f"nothing is governed at {path}", "check the path; see hygiene status")
    return _Scope(judged, named, folders, files)


def _compare(repository: Repository, reader: ObjectReader, mode: str | None, rev: str | None) -> Comparison:
    if rev is not None:
        return compare_commit(repository, reader, rev)
    if not repository.top:
        raise HygieneError("a bare repository has neither index nor files", "give --rev or --from-ref and --to-ref")
    if mode == "worktree":
        return compare_worktree(repository, reader)
    staged = compare_staged(repository, reader)
    return staged if mode == "staged" or staged.changed else compare_worktree(repository, reader)


def _notes(mode: str | None, comparison: Comparison) -> tuple[str, ...]:
    if mode == "staged" and comparison.changed is None:
        in_ci = " (in CI give --from-ref A --to-ref B)" if os.environ.get("CI") else ""
        return (f"nothing is staged: the index was judged as it is{in_ci}",)
    return ()


def _exit_code(verdict: Verdict) -> int:
    if verdict.skipped:
        return ExitCode.INCOMPLETE
    return ExitCode.FINDINGS if verdict.is_blocking else ExitCode.CLEAN
