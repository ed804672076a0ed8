"""What stops a command and the user can change, and the exit codes scripts rely on."""

from enum import IntEnum


class ExitCode(IntEnum):
    """The exit codes of every command (never a count)."""

    CLEAN = 0
    FINDINGS = 1
    UNUSABLE = 2
    NOT_PROVED = 3
    INCOMPLETE = 4
    INTERRUPTED = 130


class HygieneError(Exception):
    """A condition that stops the command and that the user can mend.

    ``message`` says what and where, in lower case; ``hint`` is the command or step that mends it; ``said`` is what
    another program printed about it, line by line.
    """

    code = ExitCode.UNUSABLE

    def __init__(self, message: str, hint: str = "", said: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.said = said


class GitError(HygieneError):
    """Git failed, is missing, or answered something we must not guess about (fail closed)."""


class ConfigError(HygieneError):
    """``.hygiene.yaml`` cannot be used; the message carries line and column."""


class NotProvedError(HygieneError):
    """The conservation proof refused a change; nothing was written."""

    code = ExitCode.NOT_PROVED
