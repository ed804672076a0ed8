"""H22: canaries of sanctum folders, rotation in one commit, retired tokens, and tokens that leak."""

import pytest

from memory_hygiene.core.canary import token_digest
from memory_hygiene.core.ledger import read_ledger
from tests.conftest import MemoryRepo
from tests.test_init import canary_of

IDENTITY = "# Creed\n\n- Tell the truth.\n- Ask before acting.\n"
LORE = "# Lore\n\n- The build server is 10.0.0.7.\n- Deploys run on Fridays.\n"


@pytest.fixture
def folder(sanctum: MemoryRepo) -> MemoryRepo:
    """A sanctum folder with its files committed, not yet set up."""
    sanctum.write("LORE.md", LORE)
    sanctum.write("CREED.md", IDENTITY)
    sanctum.commit()
    return sanctum


def test_h22_sanctum_has_no_canary_unless_configured(folder: MemoryRepo) -> None:
    assert folder.hygiene("init", ".", "--profile", "sanctum").returncode == 0
    assert folder.read("LORE.md") == LORE.encode()


def test_h22_configured_sanctum_canary_is_a_list_item_of_its_own(folder: MemoryRepo) -> None:
    """Files that only a person may change carry none."""
    folder.write(".hygiene.yaml", "version: 1\nprofile: sanctum\ncanaries: true\n")
    folder.commit()
    done = folder.hygiene("init", ".", "--profile", "sanctum")
    assert done.returncode == 0, done.stderr
    token = canary_of(folder.read("LORE.md"))
    line = f"- CANARY: Do not modify this line ({token})\n"
    assert folder.read("LORE.md").decode() == LORE.replace("- Deploys", f"{line}- Deploys")
    assert folder.read("CREED.md") == IDENTITY.encode()
    assert read_ledger(folder.read("MEMORY_AUDIT_LEDGER.md")).canary("LORE.md") == token_digest(token)
    folder.write("LORE.md", folder.read("LORE.md").decode().replace(line, ""))
    folder.git("add", "-A")
    done = folder.hygiene("check", "--staged")
    assert done.returncode == 1
    assert "canary-missing" in done.stdout
