"""A bare repository to push to, with or without a gate of its own."""

from pathlib import Path

from memory_hygiene.edge.git.hooks import SERVER_HOOK, shim, this_program
from tests.conftest import MemoryRepo

from .runners import Scene


def serve(scene: Scene, has_gate: bool = False, is_empty: bool = False) -> MemoryRepo:
    """A bare repository called ``origin`` of the scene, with main pushed unless ``is_empty``."""
    path = scene.path.parent / "server.git"
    kind = scene.git("rev-parse", "--show-object-format").strip()
    scene.git("init", "-q", "--bare", "-b", "main", f"--object-format={kind}", str(path))
    server = MemoryRepo.__new__(MemoryRepo)
    server.path, server.environment = path, dict(scene.environment)
    scene.git("remote", "add", "origin", path.as_uri())
    if not is_empty:
        scene.quiet("push", "-q", "-u", "origin", "main")
    if has_gate:
        guard(path)
    return server


def guard(path: Path) -> None:
    """Put our pre-receive hook into a bare repository."""
    hook = path / "hooks" / SERVER_HOOK
    hook.parent.mkdir(exist_ok=True)
    hook.write_bytes(shim(SERVER_HOOK, this_program()))
    hook.chmod(0o755)
