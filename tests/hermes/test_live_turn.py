"""H26 end to end: the block of docs/hermes.md in a home's config.yaml, and real turns of the real agent with it."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import MemoryRepo

from .stub_model import MODEL, StubModel

pytestmark = pytest.mark.hermes
PAGE = (Path(__file__).parent.parent.parent / "docs" / "hermes.md").read_text("utf-8")
STAY = "Deploys run on Fridays."
NEW = "The kiosk runs on SQLite."
BOUND = 240  # seconds: a turn takes ten, most of it start-up


def _pasted(home: Path) -> str:
    """The block as the page has it, with the two paths that a reader fills in."""
    (block,) = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    program = str(Path(sys.executable).parent / "hygiene")
    assert Path(program).exists()
    return str(block).replace("/usr/local/bin/hygiene", program).replace("/home/me/.hermes", str(home))


@pytest.fixture
def home(tmp_path: Path) -> MemoryRepo:
    """A home whose memory directory is under guard."""
    repo = MemoryRepo(tmp_path / "home" / "memories")
    repo.write("MEMORY.md", f"{STAY}\n§\nThe build server is 10.0.0.7.").chmod(0o600)
    assert repo.hygiene("init", "--profile", "hermes").returncode == 0
    return repo


def _hermes(python: str, repo: MemoryRepo, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The real program, kept to loopback."""
    nowhere = "http://127.0.0.1:9"
    clean = {
        "PATH": repo.environment["PATH"],
        "HOME": str(repo.path.parent.parent),
        "HERMES_HOME": str(repo.path.parent),
        "HTTP_PROXY": nowhere,
        "HTTPS_PROXY": nowhere,
        "NO_PROXY": "127.0.0.1,localhost",
        "NO_COLOR": "1",
    }
    command = [str(Path(python).parent / "hermes"), *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, env=clean, cwd=repo.path.parent, check=False, timeout=BOUND
    )


def _turn(python: str, repo: MemoryRepo, tool: str, **arguments: object) -> tuple[str, str]:
    """One turn in which the model makes this call; gives back what the model saw of it, and the session's id."""
    with StubModel(tool, arguments) as model:
        config = {"provider": "custom", "base_url": model.address, "api_key": "none", "default": MODEL}
        security = {"tirith_enabled": False}
        text = f"model: {json.dumps(config)}\nsecurity: {json.dumps(security)}\n" + _pasted(repo.path.parent)
        (repo.path.parent / "config.yaml").write_text(text)
        done = _hermes(python, repo, "chat", "-Q", "--accept-hooks", "-q", "Remember the kiosk.")
        assert "Done." in done.stdout, done.stdout + done.stderr
        session = re.search(r"session_id: (\S+)", done.stdout + done.stderr)
        assert session is not None
        assert len(model.results) == 1
        return model.results[0], session[1]


def test_h26_an_allowed_call_is_committed_with_its_session(hermes_python: str, home: MemoryRepo) -> None:
    head = home.git("rev-parse", "HEAD").strip()
    seen, session = _turn(hermes_python, home, "memory", action="add", target="memory", content=NEW)
    assert json.loads(seen)["success"] is True
    assert NEW in home.git("show", "HEAD:MEMORY.md")
    assert home.git("rev-parse", "HEAD^").strip() == head
    assert home.git("log", "-1", "--format=%(trailers:key=Hygiene-Session,valueonly)").strip() == session
    assert home.git("status", "--porcelain") == ""
    listed = _hermes(hermes_python, home, "hooks", "doctor")
    assert listed.returncode == 0, listed.stdout
    assert listed.stdout.count("hygiene hook hermes-") >= 2


def test_h26_a_blocked_call_writes_nothing_and_tells_the_model_why(hermes_python: str, home: MemoryRepo) -> None:
    before, head = home.read("MEMORY.md"), home.git("rev-parse", "HEAD")
    path = str(home.path / "MEMORY.md")
    seen, _ = _turn(hermes_python, home, "write_file", path=path, content=NEW)
    reason = json.loads(seen)["error"]
    assert "2 entries would be lost" in reason
    assert STAY in reason
    assert "Instead: keep these in the new text" in reason
    assert home.read("MEMORY.md") == before
    assert home.git("rev-parse", "HEAD") == head


def test_the_line_for_cron(home: MemoryRepo) -> None:
    (line,) = re.findall(r"^\*/10 \* \* \* \*  (hygiene snapshot .*)$", PAGE, re.MULTILINE)
    root = home.path.parent.rename(home.path.parent.with_name(".hermes"))
    moved = root / "memories" / "MEMORY.md"
    moved.write_text(moved.read_text() + f"\n§\n{NEW}")
    clean = {"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin", "HOME": str(root.parent)}
    done = subprocess.run(["/bin/sh", "-c", line], cwd="/", env=clean, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    shown = subprocess.run(
        ["git", "-C", str(root / "memories"), "show", "HEAD:MEMORY.md"], capture_output=True, text=True, check=True
    )
    assert NEW in shown.stdout
