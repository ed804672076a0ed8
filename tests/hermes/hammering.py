"""A partner for races: the real memory tool at work, telling of each write that it reports as done.

Run with the Python of the client's venv: ``hammering.py HOME WORKER SECONDS LOG``. Notes are added, replaced and
removed, most of them are let be; some are tagged as stale, so that there is something to archive. Each line of LOG is
JSON, ``["wrote", text]`` or ``["took", text]``, written and flushed after the tool has answered.
"""

import json
import logging
import sys
import time
from pathlib import Path
from typing import TextIO

from hermes_probe import Client

logging.disable(logging.CRITICAL)
NOTE = "Worker {worker} saw boat {number} moor at berth {berth}."


class Hammer:
    """One worker with a store of the client's own."""

    def __init__(self, home: Path, worker: str, log: TextIO) -> None:
        self.client = Client(home)
        self.store = self.client.store()
        self.worker = worker
        self.log = log
        self.own: list[str] = []

    def call(self, **arguments: str) -> bool:
        """One real call; whether the tool says that it wrote."""
        answer = json.loads(self.client.mt.memory_tool(store=self.store, target="memory", **arguments))
        self.store.reset_consolidation_failures()
        return bool(answer.get("success"))

    def tell(self, what: str, text: str) -> None:
        """Note a write that is done."""
        self.log.write(json.dumps([what, text]) + "\n")
        self.log.flush()

    def step(self, number: int) -> None:
        """Add a note; replace every fifth, remove every third of those before, when the store is full remove more."""
        text = NOTE.format(worker=self.worker, number=number, berth=number * 7 % 1000)
        text = f"[stale] {text}" if number % 4 == 0 else text
        if self.call(action="add", content=text):
            self.tell("wrote", text)
            self.own.append(text)
        elif self.own:
            self.remove(self.own.pop(0))
        if number % 3 == 0 and len(self.own) > 2:
            self.remove(self.own.pop(1))
        if number % 5 == 0 and self.own:
            old, new = self.own[-1], f"{text} Again."
            if self.call(action="replace", old_text=old, content=new):
                self.tell("took", old)
                self.tell("wrote", new)
                self.own[-1] = new

    def remove(self, text: str) -> None:
        """Take a note out on purpose; one that apply has archived meanwhile is not there."""
        if self.call(action="remove", old_text=text):
            self.tell("took", text)


def main() -> None:
    """Work until the time is up."""
    home, worker, seconds, log = Path(sys.argv[1]), sys.argv[2], float(sys.argv[3]), sys.argv[4]
    with open(log, "w", encoding="utf-8") as file:
        hammer = Hammer(home, worker, file)
        deadline = time.monotonic() + seconds
        number = 0
        while time.monotonic() < deadline:
            hammer.step(number)
            number += 1
            time.sleep(0.02)


if __name__ == "__main__":
    main()
