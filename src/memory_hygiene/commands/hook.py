"""``hygiene hook NAME``: the one entry for git hooks and hook frameworks, started before click is imported."""

import os
import sys
from collections.abc import Callable

from memory_hygiene.core.findings import Verdict
from memory_hygiene.edge.console import palette_for, prepare_streams, write_error, write_out
from memory_hygiene.edge.git.comparisons import compare_staged
from memory_hygiene.edge.git.process import ObjectReader
from memory_hygiene.edge.git.repository import Repository, hook_repository, resolve
from memory_hygiene.errors import ExitCode, HygieneError
from memory_hygiene.report import check_text
from memory_hygiene.report.safe import safe
from memory_hygiene.runs.gate import Judge, Options

# Frameworks run us where somebody asked for it: there, having nothing to judge is a fault and not a pass.
_MANIFEST_OPTIONS = Options(may_be_ungoverned="PRE_COMMIT" not in os.environ)


def run(arguments: list[str]) -> int:
    """Run one hook with the arguments git gave it; the exit code is the answer."""
    name = arguments[0] if arguments else ""
    hook = HOOKS.get(name)
    if hook is None:
        known = ", ".join(sorted(HOOKS))
        raise HygieneError(f"no hook called {name!r}", f"hygiene hook NAME, where NAME is one of: {known}")
    return hook(arguments[1:])


def _gate(repository: Repository, reader: ObjectReader) -> Verdict:
    first, last = os.environ.get("PRE_COMMIT_FROM_REF", ""), os.environ.get("PRE_COMMIT_TO_REF", "")
    comparison = compare_staged(repository, reader)
    if comparison.changed is None and first and last:
        from memory_hygiene.runs.ranges import judge_range

        return judge_range(repository, reader, first, last, _MANIFEST_OPTIONS)
    verdict = Judge(repository, _MANIFEST_OPTIONS).verdict(comparison)
    if comparison.changed is None and "GIT_INDEX_FILE" not in os.environ:  # git sets it; so this is no commit
        note = "nothing is staged: the index was judged as it is; for a range: hygiene check --from-ref A --to-ref B"
        verdict = verdict._replace(notes=(*verdict.notes, note))
    return verdict


def _answer(verdict: Verdict) -> int:
    """Print what there is to say (nothing when clean) and give the exit code."""
    if verdict.findings or verdict.notes or verdict.skipped:
        write_out(check_text.render(verdict, palette_for()))
    if verdict.skipped:
        return ExitCode.INCOMPLETE
    return ExitCode.FINDINGS if verdict.is_blocking else ExitCode.CLEAN


def _pre_commit(arguments: list[str]) -> int:
    repository = hook_repository()
    with ObjectReader() as reader:
        return _answer(_gate(repository, reader))


def _commit_msg(arguments: list[str]) -> int:
    """Merges are judged again: only now does MERGE_HEAD name every parent."""
    repository = hook_repository()
    if not os.path.isfile(os.path.join(repository.git_dir, "MERGE_HEAD")):
        return ExitCode.CLEAN
    with ObjectReader() as reader:
        return _answer(_gate(repository, reader))


def _pre_push(arguments: list[str]) -> int:
    from memory_hygiene.runs.ranges import Update, judge_history, judge_updates

    repository = hook_repository()
    known = (f"--remotes={arguments[0]}",) if arguments else ("--remotes",)
    first, last = os.environ.get("PRE_COMMIT_FROM_REF", ""), os.environ.get("PRE_COMMIT_TO_REF", "")
    ref = os.environ.get("PRE_COMMIT_REMOTE_BRANCH") or "HEAD"
    # a local name may hold spaces: git passes on whatever the user typed, such as main@{1 day ago}
    updates = [Update(ref, old, new) for _, new, ref, old in _lines("pre-push", 4)]
    if not updates and first and last:
        updates = [Update(ref, resolve(repository, first), resolve(repository, last))]
    with ObjectReader() as reader:
        if updates:
            return _answer(judge_updates(repository, reader, updates, known, _MANIFEST_OPTIONS))
        if "PRE_COMMIT" in os.environ or not arguments:
            end = os.environ.get("PRE_COMMIT_LOCAL_BRANCH") or "HEAD"
            return _answer(judge_history(repository, reader, end, _MANIFEST_OPTIONS))
    return ExitCode.CLEAN  # git calls it without lines when there is nothing to push


def _pre_receive(arguments: list[str]) -> int:
    from memory_hygiene.runs.ranges import Update, judge_updates

    prepare_streams("ascii")  # git hands it on to whoever pushes, whatever their locale
    repository = hook_repository()
    updates = [Update(ref, old, new) for old, new, ref in _lines("pre-receive", 3)]
    with ObjectReader() as reader:
        return _answer(judge_updates(repository, reader, updates, ("--all",), _MANIFEST_OPTIONS))


def _lines(hook: str, count: int) -> list[list[str]]:
    """The lines git writes to a hook, each of ``count`` fields; none from a terminal. Raises HygieneError."""
    if sys.stdin is None or sys.stdin.isatty():
        return []
    found = os.fsdecode(sys.stdin.buffer.read()).split("\n")
    lines = [line.rsplit(" ", count - 1) for line in found if line]
    if any(len(line) != count or sum(map(_is_id, line)) < 2 for line in lines):
        raise HygieneError(f"{hook}: standard input is not what git writes", "let git call this hook")
    return lines


def _is_id(word: str) -> bool:
    return len(word) in (40, 64) and word.isalnum()


def _report(arguments: list[str]) -> int:
    """After a merge or a rewrite: say what was lost by it. Never fails, for it can stop nothing."""
    try:
        repository = hook_repository()
        old = _rewritten(repository, arguments)
        new = resolve(repository, "HEAD")
        if old and old != new:
            from memory_hygiene.runs.ranges import Update, judge_updates

            with ObjectReader() as reader:
                _answer(judge_updates(repository, reader, [Update("HEAD", old, new)], (), _MANIFEST_OPTIONS))
    except HygieneError as error:
        write_error(f"hygiene: {safe(error.message)}")
    except Exception as error:
        write_error(f"hygiene: nothing could be reported: {type(error).__name__}: {safe(str(error))}")
    return ExitCode.CLEAN


def _rewritten(repository: Repository, arguments: list[str]) -> str:
    """The commit HEAD was at before a merge, an amend or a rebase; "" when nothing tells.

    Of a rewrite git writes every old id, the last one last; frameworks keep that to themselves, so that the reflog is
    asked. ORIG_HEAD may be stale after a rewrite, but every merge sets it.
    """
    rewrite = os.environ.get("PRE_COMMIT_REWRITE_COMMAND") or "".join(arguments[:1])
    if rewrite in ("amend", "rebase"):
        lines = [] if sys.stdin is None or sys.stdin.isatty() else os.fsdecode(sys.stdin.buffer.read()).split("\n")
        olds = [line.split(" ")[0] for line in lines if line]
        return olds[-1] if olds else _commit_or_nothing(repository, "@{1}")
    return _commit_or_nothing(repository, "ORIG_HEAD")


def _commit_or_nothing(repository: Repository, revision: str) -> str:
    result = repository.run("rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}")
    return result.text if result.code == 0 else ""


def _plan(arguments: list[str]) -> int:
    """The planner on demand, for frameworks (stage ``manual``)."""
    import click

    from .plan import command

    try:
        answer = command.main(arguments, prog_name="hygiene hook plan", standalone_mode=False)
    except click.ClickException as error:
        raise HygieneError(error.format_message(), "hygiene plan --help") from None
    return answer if isinstance(answer, int) else ExitCode.CLEAN


def _hermes_pre_tool_call(arguments: list[str]) -> int:
    from .hermes_hooks import pre_tool_call

    return pre_tool_call(arguments)


def _hermes_post_tool_call(arguments: list[str]) -> int:
    from .hermes_hooks import post_tool_call

    return post_tool_call(arguments)


def _hermes_config(arguments: list[str]) -> int:
    from .hermes_hooks import config_block

    return config_block(arguments)


HOOKS: dict[str, Callable[[list[str]], int]] = {
    "pre-commit": _pre_commit,
    "pre-merge-commit": _pre_commit,
    "commit-msg": _commit_msg,
    "pre-push": _pre_push,
    "pre-receive": _pre_receive,
    "post-merge": _report,
    "post-rewrite": _report,
    "plan": _plan,
    "hermes-pre-tool-call": _hermes_pre_tool_call,
    "hermes-post-tool-call": _hermes_post_tool_call,
    "hermes-config": _hermes_config,
}
