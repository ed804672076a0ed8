"""A folder that a live agent writes in while we list it: what goes in between was never there."""

import threading
from pathlib import Path

from memory_hygiene.edge.git.snapshots import WorktreeSnapshot


def test_a_file_that_goes_between_listing_and_looking_is_none(tmp_path: Path) -> None:
    (tmp_path / "MEMORY.md").write_text("an entry\n")
    is_over = threading.Event()

    def replace_again_and_again() -> None:
        while not is_over.is_set():
            for number in range(20):
                (tmp_path / f".mem_{number}.tmp").write_bytes(b"another\n")
            for number in range(20):
                (tmp_path / f".mem_{number}.tmp").unlink()

    writer = threading.Thread(target=replace_again_and_again)
    writer.start()
    try:
        for _ in range(300):
            assert "MEMORY.md" in WorktreeSnapshot(str(tmp_path)).list_folder("")
    finally:
        is_over.set()
        writer.join()
