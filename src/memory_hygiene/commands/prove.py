"""``hygiene prove``: the conservation witness over a range of commits."""

from functools import partial

import click

from memory_hygiene.edge.console import palette_for
from memory_hygiene.errors import ExitCode
from memory_hygiene.report import proof_json, proof_text
from memory_hygiene.runs.proving import prove_range

from .options import as_profile, in_folder, in_format
from .walking import tell_aside, walked


@click.command()
@in_folder
@as_profile
@in_format("text", "json")
@click.argument("range_", metavar="[A..B]", default="HEAD")
def command(profile: str | None, format_name: str, range_: str) -> int:
    """Prove that no entry was lost, commit by commit, and say of each that left on what authority it went.

    Every commit is compared with each of its parents; a merge answers for nothing that the other side had removed,
    for that was judged there. Lost is what is in no file of the agent any more, unmarked, and named by no ledger record
    of the same commit. Works in any repository with memory files, without a set-up: profiles are told by file names.

    \b
    Ranges, as in git:
      A..B      what B has and A has not        A...B   what one of both has
      REV       all that led to REV             REV^!   one commit

    \b
    Examples:
      hygiene prove origin/main..HEAD                 before a push
      hygiene prove v1..v2 --format json              for programs
      hygiene prove                                   all of this branch
      hygiene prove HEAD --profile hermes             where there is no .hygiene.yaml

    \b
    Exit codes: 0 nothing lost · 1 something lost · 2 cannot judge: no such range, truncated history, no memory files
    """
    is_json = format_name == "json"
    parts = proof_json.parts if is_json else partial(proof_text.lines, palette=palette_for())
    proof = walked("proving", prove_range, range_, profile, parts)
    tell_aside(proof.notes if is_json else ())
    return ExitCode.FINDINGS if proof.tally.lost else ExitCode.CLEAN
