"""A Hermes home with sixty days of history, as an agent would have left it: one commit per note, by the agent."""

import json
import shutil
import subprocess
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from memory_hygiene.core.audit.ledger import Record, read_ledger
from tests.conftest import MemoryRepo

SIGN = "\n§\n"

START = date(2026, 7, 17)
TODAY = date(2026, 9, 15)
CONFIG = "model:\n  default: anthropic/claude-sonnet-4.6\n  provider: openrouter\n"

DURABLE = (
    "Orders are append-only: a correction is a second order that names the first, because the auditors demand it.",
    "The tide table comes from the harbour office and is in local time, which is why imports in March look shifted.",
    "Invoices above 5,000 euros need two signatures; the bank has refused single ones since the merger.",
    "The label printer drops the first job after sleep, so every shift begins with an empty label.",
    "Berth numbers are not sorted by place: 14 lies between 3 and 4 for historical reasons.",
    "The old booking system stays readable until the tax office has closed its review of 2024.",
    "Meter readings from pier C are twenty percent high because the transformer there is undersized.",
    "The insurance covers cranes only while two people are on the quay; it is written in the contract.",
    "A boat's call sign identifies it, its name does not: three boats are called Freya.",
    "Diesel prices are settled on Thursdays by the cooperative, and every customer contract refers to that price.",
    "The membership year ends in October, so the figures of autumn never match the calendar year.",
    "Winter storage was outsourced after the fire of 2019, and the contractor keeps the only keys.",
)
CONFIGURED = (
    "Backup target: rsync://nas.example.org:873/harbour, key in /etc/harbour/backup.key",
    "Database port 5433, user harbour_ro, schema version pinned to 41.",
)
FADED = (
    "Restarted the print server on Monday and cleared the queue.",
    "Looked through the supplier's brochure with Idris and sorted the samples.",
    "Cleaned up the downloads folder and renamed the scans.",
    "Tried the new scanner settings in the morning and put them back afterwards.",
    "Went through yesterday's mail with Nils and answered four of them.",
    "Rebooted the till by the gate and swapped its receipt roll.",
)
REPEATED = "Berth numbers are not sorted by place: 14 lies between 3 and 4 for historical reasons."
TASTES = ("Prefers times written as 14:30, never with am or pm.", "Likes short answers with the number first.")
RULES = ("Never send a mail to a customer without showing the draft first.",)
PEOPLE = (
    "Name: Mara Lindqvist, harbour master in Ystad; works from six to two.",
    "Speaks Swedish at home and German with the crews; reads English slowly.",
    "Prefers a table over prose whenever more than three boats are concerned.",
    "Wants to be called Mara, never Mrs Lindqvist.",
    "Likes to see the arithmetic behind every fee.",
    "Mara's deputy is Idris Okafor, who covers every second weekend.",
    "Hates abbreviations that are not written out the first time.",
    "Prefers paper for contracts and the screen for everything else.",
    "Colour-blind (red and green): use shapes or words beside colours.",
)
USER_FADED = (
    "Had coffee with the new crane driver and talked about his holiday.",
    "Asked for the weather in Bornholm in the morning.",
    "Printed the seating plan for the summer party and pinned it to the door.",
    "Walked with her to the lighthouse yesterday and took photos.",
    "Talked about the football match on Sunday over lunch.",
    "Helped her restart the tablet this morning and update its browser.",
    "Watched a video about knots together in the afternoon.",
    "Restarted her tablet in the morning and updated the browser.",
    "Cleaned up her desktop and renamed the photos of the regatta.",
)


class Home:
    """A home under guard: its repository, and every text that ever stood in a store."""

    def __init__(self, path: Path, written: tuple[str, ...] = ()) -> None:
        self.repo = MemoryRepo(path)
        self.written = [*written]
        self.stores = {name: path / "memories" / name for name in ("MEMORY.md", "USER.md")}

    def copied_to(self, path: Path) -> "Home":
        """The same home in another place, for a test to do with as it likes."""
        shutil.copytree(self.repo.path, path, symlinks=True)
        return Home(path, tuple(self.written))

    def audit(self, *arguments: str, day: date = TODAY) -> subprocess.CompletedProcess[str]:
        """An audit on some day, without network."""
        return self.repo.hygiene("audit", "--offline", "--now", day.isoformat(), *arguments)

    def report(self, *arguments: str, day: date = TODAY) -> dict[str, Any]:
        """What an audit on some day reports."""
        done = self.audit("--format", "json", *arguments, day=day)
        assert done.stdout, done.stderr
        document: dict[str, Any] = json.loads(done.stdout)
        return document

    def records(self) -> tuple[Record, ...]:
        """The records of the ledger."""
        return read_ledger(self.repo.read("MEMORY_AUDIT_LEDGER.md")).records

    def add(self, name: str, text: str, day: date) -> None:
        """What the client does when the agent notes something, and a commit of it."""
        store = self.stores[name]
        store.write_text(store.read_text() + "\n§\n" + text)
        self.written.append(text)
        command = ("-c", "core.hooksPath=/dev/null", "commit", "-q", "-am", f"note: {text[:40]}")
        self.repo.git(*command, **dated(day))

    def entries(self, name: str) -> list[str]:
        """The entries of a store, canaries aside."""
        return [text for text in self.store(name).split("\n§\n") if not text.startswith("CANARY")]

    def store(self, name: str) -> str:
        """The text of a store."""
        return self.stores[name].read_text()

    def everything(self) -> str:
        """All that is kept: stores, archives and skills."""
        files = [
            *self.stores.values(),
            *self.repo.path.glob("**/archive/*.md"),
            *self.repo.path.glob("skills/*/SKILL.md"),
        ]
        return "\n".join(" ".join(file.read_text().split()) for file in files)

    def holds(self, text: str) -> bool:
        """Whether an entry's words still stand somewhere."""
        return " ".join(text.split()) in self.everything()


def dated(day: date) -> dict[str, str]:
    """The environment in which git commits on some day."""
    return {name: f"{day.isoformat()}T09:00:00Z" for name in ("GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE")}


def home_of(path: Path, memory: tuple[str, ...], user: tuple[str, ...], day: date = START) -> Home:
    """A home whose entries were all written on one day, set up on that day."""
    home = Home(path, tuple(filter(None, (*memory, *user))))
    home.repo.write("memories/MEMORY.md", SIGN.join(memory))
    home.repo.write("memories/USER.md", SIGN.join(user))
    home.repo.write("config.yaml", CONFIG)
    home.repo.write(".env", "API_KEY=not-for-git\n")
    done = home.repo.hygiene("init", "--profile", "hermes", **dated(day))
    assert done.returncode == 0, done.stderr
    return home


def _lived_in(path: Path, memory: tuple[str, ...], user: tuple[str, ...]) -> Home:
    """One note after the other on the days from the first to the fortieth, the last ones a few days ago."""
    home = home_of(path, memory[:1], user[:1])
    notes = [*(("MEMORY.md", text) for text in memory[1:]), *(("USER.md", text) for text in user[1:])]
    for number, (name, text) in enumerate(notes):
        home.add(name, text, START + timedelta(days=1 + 40 * number // len(notes)))
    return home


def ordinary_home(path: Path) -> Home:
    """A home of which more than sixty percent is durable, both stores over 85 %."""
    memory = (*DURABLE[:6], *FADED[:3], *CONFIGURED, *DURABLE[6:], *TASTES, *RULES, REPEATED, *FADED[3:])
    return _lived_in(path, memory, (*PEOPLE, *USER_FADED))


def full_home(path: Path) -> Home:
    """A home that no rule can bring to rest: everything in it is durable."""
    more = tuple(f"{text[:-1]}, and that has been so since {1990 + number}." for number, text in enumerate(DURABLE[:6]))
    return _lived_in(path, (*DURABLE, *more), PEOPLE)
