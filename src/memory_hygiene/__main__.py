"""Start-up: what git calls goes straight to its code, everything else through the command line."""

import gc
import os
import sys
from types import TracebackType

from memory_hygiene.errors import ExitCode, HygieneError


def main() -> None:
    """Run ``hygiene`` and exit with its code.

    A hook lives for some milliseconds: collecting garbage and tearing the interpreter down are a tenth of them.
    """
    is_hook = sys.argv[1:2] == ["hook"]
    if is_hook:
        gc.disable()
    code = run(sys.argv[1:])
    if is_hook:
        flush_streams()
        os._exit(code)
    sys.exit(code)


def run(arguments: list[str]) -> int:
    """The exit code of ``hygiene`` with these arguments; the one error boundary of the product."""
    from memory_hygiene.edge.console import lost_output, prepare_streams, write_error

    prepare_streams()
    try:
        if arguments[:1] == ["hook"] and arguments[1:2] not in ([], ["--help"], ["-h"]):
            from memory_hygiene.commands.hook import run as run_hook

            return run_hook(arguments[1:])
        if arguments[:1] == ["merge-driver"] and len(arguments) == 6:  # as git calls it
            from memory_hygiene.commands.merge_driver import run as run_merge_driver

            return run_merge_driver(arguments[1:])
        from memory_hygiene.cli import run_commands

        return run_commands(arguments)
    except HygieneError as error:
        write_error(error_text(error))
        return error.code
    except KeyboardInterrupt:
        write_error("hygiene: interrupted")
        return ExitCode.INTERRUPTED
    except Exception as error:  # a bug of ours must stop a commit, not pass it
        if isinstance(error, OSError) and _is_raised_by_click(error):  # a help that standard output does not take
            lost = lost_output(error)
            write_error(error_text(lost))
            return lost.code
        write_error(bug_text(error))
        return ExitCode.INCOMPLETE


def flush_streams() -> None:
    """Bring out what was written; a reader that went away is no error of ours."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            continue


def error_text(error: HygieneError) -> str:
    """What a user sees of an error: what and where, and how to mend it."""
    from memory_hygiene.report.safe import safe

    lines = [f"hygiene: {safe(error.message)}", *(f"    | {safe(line)}" for line in error.said)]
    if error.hint:
        lines.append(f"    mend:  {safe(error.hint)}")
    return "\n".join(lines)


def bug_text(error: Exception) -> str:
    """One line about a bug, with the place a report needs; never a traceback over memory content."""
    from memory_hygiene.report.safe import safe

    place = _place(error)
    where = f"{place.tb_frame.f_code.co_name}:{place.tb_lineno}" if place else "unknown place"
    return f"hygiene: internal error in {where}: {type(error).__name__}: {safe(str(error))}; the check is incomplete"


def _place(error: Exception) -> TracebackType | None:
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    return place


def _is_raised_by_click(error: OSError) -> bool:
    place = _place(error)
    return place is not None and str(place.tb_frame.f_globals.get("__name__", "")).startswith("click.")


if __name__ == "__main__":
    main()
