"""The house as CONTRIBUTING.md draws it, read from the source: who imports whom, and what pure rooms never touch."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "src" / "memory_hygiene"
ROOMS = ("core", "formats", "rules", "report", "edge", "runs", "commands")
ALLOWED = {
    "core": {"core", "errors"},
    "formats": {"core", "formats"},
    "rules": {"core", "rules"},
    "report": {"core", "report", "errors"},
    "edge": {"core", "formats", "edge", "errors", "report"},
    "runs": {"core", "formats", "rules", "report", "edge", "errors", "runs"},
    "commands": {"core", "formats", "rules", "report", "edge", "errors", "runs", "commands"},
    "cli": {"commands", "errors"},
}
IMPURE = {
    "os",
    "io",
    "subprocess",
    "socket",
    "time",
    "random",
    "secrets",
    "pathlib",
    "logging",
    "shutil",
    "tempfile",
    "sys",
}
READS_DOCSTRINGS = "report/rules_page.py"
FILES = sorted(PACKAGE.rglob("*.py"))


def _imports(path: Path) -> list[str]:
    tree = ast.parse(path.read_text("utf-8"))
    found: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found.append(node.module or "")
            found += [f"{node.module}.{alias.name}" for alias in node.names if node.module == "memory_hygiene"]
        elif isinstance(node, ast.ImportFrom):
            parts = list(path.relative_to(PACKAGE.parent).with_suffix("").parts)[: -node.level]
            found.append(".".join([*parts, node.module or ""]))
    return found


def _room(name: str) -> str:
    return name.removeprefix("memory_hygiene").strip(".").split(".")[0]


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(PACKAGE)) for path in FILES])
def test_imports_point_down_the_picture_only(path: Path) -> None:
    relative = path.relative_to(PACKAGE)
    room = relative.parts[0] if len(relative.parts) > 1 else _room(relative.stem)
    names = [name for name in _imports(path) if name.startswith("memory_hygiene")]
    used = {_room(name) for name in names} - {"", "__version__"}
    if room in ALLOWED:
        assert used <= ALLOWED[room], f"{relative} imports {sorted(used - ALLOWED[room])}"
    if room in ("core", "formats", "rules", "report") and str(relative) != READS_DOCSTRINGS:
        outside = {name.split(".")[0] for name in _imports(path)}
        assert not outside & IMPURE


def test_every_file_is_in_a_room() -> None:
    assert {path.name for path in PACKAGE.glob("*.py")} == {"__init__.py", "__main__.py", "cli.py", "errors.py"}
    assert {path.relative_to(PACKAGE).parts[0] for path in FILES if len(path.relative_to(PACKAGE).parts) > 1} <= {
        *ROOMS, "data"
    }  # fmt: skip


def test_only_one_door_reaches_git() -> None:
    for path in FILES:
        source = path.read_text("utf-8")
        if "edge/git" not in path.as_posix() and path.name not in ("shell.py", "children.py"):
            assert "posix_spawn" not in source
            assert "import subprocess" not in source


def test_no_two_files_need_each_other() -> None:
    """No circle of imports, those inside of functions included."""
    modules = {".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts): path for path in FILES}
    needs = {
        name: {found for found in _modules_named(path) if found in modules and found != name}
        for name, path in modules.items()
    }
    assert list(TopologicalSorter(needs).static_order())


def _modules_named(path: Path) -> set[str]:
    """What a file imports, read as modules: ``from room import name`` may name a file of the room."""
    names = set(_imports(path))
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            parts = list(path.relative_to(PACKAGE.parent).with_suffix("").parts)[: -node.level] if node.level else []
            names |= {".".join(filter(None, [*parts, node.module or "", alias.name])) for alias in node.names}
    return names
