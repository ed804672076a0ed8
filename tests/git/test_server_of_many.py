"""A server with many bare repositories and one hook for all of them: each is judged by itself."""

import os
from pathlib import Path

import pytest

from memory_hygiene.edge.git.hooks import SERVER_HOOK, shim, this_program
from tests.conftest import MemoryRepo
from tests.in_memory import section_sign

STAYS = "Orders are append-only."
GOES = "The build server is 10.0.0.7."
NEW = "Berth 14 lies between 3 and 4."


class Server:
    """Bare repositories, and how a client pushes to them: what the server's account configures is not the client's."""

    def __init__(self, folder: Path, setting: str) -> None:
        self.folder = folder
        self.hooks = folder / "hooks"
        self.hooks.mkdir(parents=True)
        hook = self.hooks / SERVER_HOOK
        hook.write_bytes(shim(SERVER_HOOK, this_program()))
        hook.chmod(0o755)
        self.config = folder / "gitconfig"
        self.config.write_text(setting.format(hooks=self.hooks, template=folder / "template"))

    def create(self, name: str) -> Path:
        """A new repository, made by the server's account."""
        place = self.folder / name
        scratch = MemoryRepo.__new__(MemoryRepo)
        scratch.path, scratch.environment = self.folder, {**os.environ, "GIT_CONFIG_GLOBAL": str(self.config)}
        scratch.git("init", "-q", "--bare", "-b", "main", str(place))
        return place

    def push(self, repo: MemoryRepo, name: str, *refs: str) -> tuple[int, str]:
        """The exit code and what the client was told; none of its own hooks runs."""
        receiver = f"--receive-pack=env GIT_CONFIG_GLOBAL={self.config} git-receive-pack"
        done = repo.run("git", "push", "-q", "--no-verify", receiver, str(self.folder / name), *refs)
        return done.returncode, done.stdout + done.stderr


SHARED = "[core]\n\thooksPath = {hooks}\n"
TEMPLATE = "[init]\n\ttemplateDir = {template}\n"


@pytest.fixture(params=[SHARED, TEMPLATE], ids=["hooksPath", "template"])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Server:
    made = Server(tmp_path / "srv", request.param)
    (made.folder / "template").mkdir()
    (made.folder / "template" / "hooks").symlink_to(made.hooks)
    return made


def memory(folder: Path, *entries: str) -> MemoryRepo:
    repo = MemoryRepo(folder)
    repo.write(".hygiene.yaml", "version: 1\nprofile: hermes\n")
    hold(repo, *entries)
    return repo


def hold(repo: MemoryRepo, *entries: str) -> str:
    repo.write("MEMORY.md", section_sign(*entries))
    return repo.commit()


def refs_of(place: Path) -> str:
    scratch = MemoryRepo.__new__(MemoryRepo)
    scratch.path, scratch.environment = place, dict(os.environ)
    return scratch.git("for-each-ref", "--format=%(refname) %(objectname)")


def test_each_repository_is_judged_by_itself(server: Server, tmp_path: Path) -> None:
    """One refuses what loses an entry, and takes it nowhere; the next one and one without memory take their pushes."""
    heron, kite = (memory(tmp_path / name, STAYS, GOES) for name in ("heron", "kite"))
    code = MemoryRepo(tmp_path / "code")
    code.write("MEMORY.md", section_sign(STAYS, GOES))
    code.commit()
    for name, repo in (("heron.git", heron), ("kite.git", kite), ("code.git", code)):
        server.create(name)
        assert server.push(repo, name, "main")[0] == 0
    hold(heron, STAYS)
    hold(kite, STAYS, GOES, NEW)
    hold(code, STAYS)
    before = refs_of(server.folder / "heron.git")
    failed, told = server.push(heron, "heron.git", "main")
    assert (failed, "entry-lost" in told) == (1, True)
    assert refs_of(server.folder / "heron.git") == before
    assert server.push(kite, "kite.git", "main") == (0, "")
    assert server.push(code, "code.git", "main")[0] == 0


def test_another_repositorys_configuration_weakens_nothing(server: Server, tmp_path: Path) -> None:
    """Where the hook stands there may be a configuration too; it is nobody's."""
    repo = memory(tmp_path / "heron", STAYS, GOES)
    server.create("heron.git")
    for place in (server.folder, server.hooks, server.folder / "heron.git"):
        (place / ".hygiene.yaml").write_text("version: 1\nagents: {other: {path: elsewhere, profile: hermes}}\n")
    assert server.push(repo, "heron.git", "main")[0] == 0
    hold(repo, STAYS)
    assert server.push(repo, "heron.git", "main")[0] == 1


def test_every_kind_of_update_through_the_one_hook(server: Server, tmp_path: Path) -> None:
    repo = memory(tmp_path / "heron", STAYS, GOES)
    place = server.create("heron.git")
    assert server.push(repo, "heron.git", "main", "main:refs/heads/old", "main:refs/tags/v1")[0] == 0
    assert server.push(repo, "heron.git", ":old")[0] == 0
    good = hold(repo, STAYS, GOES, NEW)
    bad = hold(repo, STAYS, NEW)
    for refs in (
        (f"{good}:refs/heads/main", f"{bad}:refs/heads/fresh"),  # the second one is bad, so neither is taken
        (f"{bad}:refs/heads/fresh",),
        (f"{bad}:refs/tags/v2",),
        ("main",),
    ):
        before = refs_of(place)
        failed, told = server.push(repo, "heron.git", *refs)
        assert (failed, "entry-lost" in told) == (1, True), (refs, told)
        assert refs_of(place) == before
    assert server.push(repo, "heron.git", f"{good}:refs/heads/main")[0] == 0
    repo.git("reset", "-q", "--hard", f"{good}~1")
    failed, told = server.push(repo, "heron.git", "+main")
    assert (failed, "taken away" in told) == (1, True), told
    repo.git("commit", "-q", "--allow-empty", "-m", "another way")
    hold(repo, STAYS, GOES, NEW)
    assert server.push(repo, "heron.git", "+main")[0] == 0
    fsck = MemoryRepo.__new__(MemoryRepo)
    fsck.path, fsck.environment = place, dict(os.environ)
    assert fsck.run("git", "fsck", "--connectivity-only").returncode == 0
    assert not list(place.glob("objects/tmp_objdir*"))  # no quarantine is left behind


def test_pushes_to_many_repositories_at_once_wait_for_nobody(tmp_path: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    server = Server(tmp_path / "srv", SHARED)
    repos = [memory(tmp_path / f"r{number}", STAYS, GOES) for number in range(6)]
    for number, repo in enumerate(repos):
        server.create(f"r{number}.git")
        assert server.push(repo, f"r{number}.git", "main")[0] == 0
        hold(repo, STAYS, *([GOES, NEW] if number % 2 else []))
    with ThreadPoolExecutor(6) as pool:
        done = list(pool.map(lambda number: server.push(repos[number], f"r{number}.git", "main")[0], range(6)))
    assert done == [1, 0, 1, 0, 1, 0]
