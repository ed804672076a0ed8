"""A diagnosis: what keeps a clone from being guarded as it should, each finding with what mends it."""

from dataclasses import dataclass
from enum import Enum

from .findings import Severity

NOT_DONE = "could not mend"
"""How a line of ``Diagnosis.done`` begins that tells of something that was tried in vain."""


class Cure(Enum):
    """What ``hygiene doctor --fix`` does by itself: it touches no memory, makes no commit and overwrites nothing."""

    HOOKS = "hooks"
    DRIVER = "merge driver"
    LINES = "lines of .gitattributes and .gitignore"


@dataclass(frozen=True, slots=True)
class Symptom:
    """One finding: its stable id, how bad it is, what it means and the command that mends it."""

    id: str
    severity: Severity
    message: str
    fix: str = ""
    cure: Cure | None = None


@dataclass(frozen=True, slots=True)
class Examined:
    """One check that was made, by its stable name, and what it found; of one agent when ``agent`` is not ""."""

    name: str
    symptoms: tuple[Symptom, ...] = ()
    agent: str = ""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Every check that could be made. ``is_unusable`` says that other commands refuse here; ``done`` what was fixed."""

    checks: tuple[Examined, ...]
    is_unusable: bool = False
    done: tuple[str, ...] = ()

    @property
    def symptoms(self) -> tuple[Symptom, ...]:
        """All findings, in the order of the checks."""
        return tuple(symptom for check in self.checks for symptom in check.symptoms)

    @property
    def has_findings(self) -> bool:
        """Whether anything is to be mended; what is only told does not count."""
        return any(symptom.severity is not Severity.INFO for symptom in self.symptoms)

    @property
    def cures(self) -> tuple[Cure, ...]:
        """What ``--fix`` would do."""
        wanted = {symptom.cure for symptom in self.symptoms}
        return tuple(cure for cure in Cure if cure in wanted)
