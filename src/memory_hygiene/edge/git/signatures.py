"""Who signed commits, as git verifies it: with ssh-keygen or gpg, whatever the commit was signed with.

Which key may sign for whom is the registry's to say, so a key need not be trusted by git as well: a good signature by a
whole fingerprint is enough. Where the machine knows more, it counts: where an allowed signers file is configured
(gpg.ssh.allowedSignersFile), an ssh key must be in it, valid at the time of the commit and not revoked; a key that gpg
knows to be expired or revoked signs nothing. Nothing of that is ever read from the content that is judged.
"""

import os
import signal
import subprocess
from collections.abc import Sequence

from memory_hygiene.core.writers.writers import Identity, Role
from memory_hygiene.errors import GitError

from .process import Result, environment, failure, git_program
from .repository import Repository

TIMEOUT = 60.0  # seconds for a batch: a signature takes hundredths of one, but gpg may wait for its agent
_FILE = "gpg.ssh.allowedSignersFile"
_FORMAT = "%H%x00%G?%x00%GF%x00%GP"
_FIELDS = 4
_FAULTS = {
    "N": "signed in a way git cannot look at here (see git verify-commit)",
    "B": "badly signed: content or signature was changed, or the key is revoked",
    "E": "signed with a key that gpg does not have here",
    "X": "signed with a signature that has expired",
    "Y": "signed with an expired key",
    "R": "signed with a revoked key",
}
_NOT_LISTED = f"signed with a key that {_FILE} does not list for the time of the commit"


def signers(repository: Repository, commits: Sequence[str]) -> dict[str, Identity]:
    """The signer of each of ``commits`` (ids). Raises GitError when git fails or takes too long."""
    has_file = repository.run("config", "--get", _FILE).code == 0
    # without a file git refuses to look at ssh signatures at all; an empty one makes it tell the key
    options = () if has_file else ("-c", f"{_FILE}={os.devnull}")
    asked = ("log", "--no-walk=unsorted", "--stdin", "--no-show-signature", "--no-patch", "--no-color", "-z")
    output = _run(repository, (*options, *asked, f"--format=tformat:{_FORMAT}"), "\n".join([*commits, ""]))
    fields = output.decode("utf-8", "surrogateescape").split("\0")
    found = [fields[start : start + _FIELDS] for start in range(0, len(fields) - 1, _FIELDS)]
    known = {oid: _signer(state, key, primary, has_file) for oid, state, key, primary in found}
    if missing := [oid for oid in commits if oid not in known]:
        raise GitError(f"git did not verify the commit {missing[0][:12]}", "see git verify-commit")
    return known


def _signer(state: str, key: str, primary: str, has_file: bool) -> Identity:
    is_ssh = key.startswith("SHA256:")
    if state == "U" and is_ssh and has_file:
        return Identity(Role.SIGNER, key=key, fault=_NOT_LISTED)
    if state in ("G", "U") and key:
        return Identity(Role.SIGNER, key=key, primary=primary)
    return Identity(Role.SIGNER, key=key, fault=_FAULTS.get(state, f"signed in a way git cannot judge ({state!r})"))


def _run(repository: Repository, arguments: Sequence[str], data: str) -> bytes:
    """The output of git, which is ended with all that it started once the time is over."""
    command = [git_program(), "-C", repository.top or repository.git_dir, *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment(), start_new_session=True
    ) as process:
        try:
            output, errors = process.communicate(data.encode("ascii"), TIMEOUT)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise GitError(f"signatures were not verified within {TIMEOUT:g} seconds", "see gpg-agent") from None
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    if process.returncode != 0:
        raise failure(arguments[-9:], Result(process.returncode, output, errors))
    return output
