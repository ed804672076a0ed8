"""``config.yaml`` as the real client's loaders read it, and as we do: every shape, and every odd one (H2, H13)."""

from pathlib import Path

import pytest

from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.live.live_config import LiveConfig
from memory_hygiene.core.settings import Agent
from memory_hygiene.edge.live_config import read_live_config

from .homes import RealClient

pytestmark = pytest.mark.hermes

SHAPES = {
    "nothing": "",
    "comment": "# nothing\n",
    "false": "false\n",
    "string": "model: anthropic/claude-sonnet-4.6\n",
    "empty string": 'model: ""\n',
    "empty model": "model:\n",
    "mapping": "model:\n  default: openai/gpt-5\n  provider: openrouter\n  base_url: https://openrouter.ai/api/v1\n",
    "extra keys": "model: {default: m-1, api_key: '${NO_KEY}', context_length: 128000, api_mode: x, max_tokens: 9}\n",
    "local": "model: {provider: custom, base_url: 'http://127.0.0.1:8000/v1', default: local-7b}\n",
    "model.model": "model: {provider: openrouter, model: north/large-2}\nproviders: {a: {base_url: 'http://h/v1'}}\n",
    "model.name": "model: {provider: custom, name: small-2}\n",
    "model and name": "model: {model: first-1, name: second-2}\n",
    "default and model": "model: {default: right-1, model: stale-0, name: stale-1}\n",
    "empty default": "model: {default: '', model: right-1}\n",
    "api_base": "model: {default: m-1, api_base: 'http://h:1/v1'}\n",
    "api_base and base_url": "model: {default: m-1, api_base: 'http://no/v1', base_url: 'http://yes/v1'}\n",
    "root keys": "model: m-1\nprovider: custom\nbase_url: http://h/v1\ncontext_length: 9\n",
    "root api_base": "model: m-1\napi_base: http://h/v1\n",
    "root keys lose": "model: {default: m-1, provider: own}\nprovider: stale\n",
    "root keys alone": "provider: openrouter\n",
    "named endpoint": "model: {default: m-1, provider: my-proxy}\nproviders: {my-proxy: {base_url: 'http://h/v1'}}\n",
    "custom:name": "model: {default: m-1, provider: 'custom:name'}\nfallback_providers: [{provider: a, model: m-2}]\n",
    "variable": "model: {default: '${HYGIENE_TEST_MODEL}', provider: openrouter}\n",
    "half a variable": "model: vendor/${HYGIENE_TEST_MODEL}\n",
    "variable as string": "model: ${HYGIENE_TEST_MODEL}\n",
    "unset variable": "model: ${HYGIENE_TEST_UNSET}\n",
    "bom": "\ufeffmodel: m-1\n",
    "crlf": "model:\r\n  default: m-1\r\nmemory:\r\n  memory_char_limit: 3000\r\n",
    "list": "- model: m-1\n",
    "text": "just words\n",
    "number": "17\n",
    "tab": "model:\n\tdefault: m-1\n",
    "bracket": "model: [m-1\n",
    "two documents": "model: m-1\n---\nmodel: m-2\n",
    "marked document": "---\nmodel: m-1\n...\n",
    "twice": "model: m-1\nmodel: m-2\n",
    "model list": "model: [m-1, m-2]\n",
    "model number": "model: 4\n",
    "model date": "model: 2026-09-15\n",
    "alias": "a: &a m-1\nmodel: {default: *a}\n",
    "merge": "base: &b {default: m-1, provider: p}\nmodel: {<<: *b, provider: q}\n",
    "merge list": "a: &a {default: m-1}\nb: &b {default: m-2, provider: p}\nmodel: {<<: [*a, *b]}\n",
    "bad merge": "model: {<<: 3}\n",
    "unknown alias": "model: *a\n",
    "tag": "model: !!str m-1\n",
    "odd tag": "model: !mine m-1\n",
    "python tag": "model: !!python/name:os.system\n",
    "folded": "model:\n  default: >-\n    m-1\n",
    "colon": "model: a: b\n",
    "escape": 'model: "\\x41-1"\n',
    "bad escape": 'model: "\\UFFFFFFFF"\n',
    "directive": "%YAML 1.1\n---\nmodel: m-1\n",
    "control": "model: m\x07\n",
    "int key": "1: a\nmodel: m-1\n",
}  # fmt: skip

LIMITS = {
    "number": "3000",
    "underscore": "3_000",
    "hex": "0x800",
    "octal": "04000",
    "sixties": "30:00",
    "float": "3000.0",
    "half": "3000.5",
    "small": "0.5",
    "zero": "0",
    "negative": "-5",
    "quoted": '"3000"',
    "words": "3000 chars",
    "comma": "3,000",
    "variable": "${HYGIENE_TEST_LIMIT}",
    "exponent": "3e3",
    "exponent with a sign": "3.0e+3",
    "empty": "",
    "null": "~",
    "true": "yes",
    "false": "off",
    "list": "[3000]",
    "map": "{a: 1}",
    "infinite": ".inf",
    "no number": ".nan",
    "huge": "9" * 30,
    "tagged text": "!!str 3000",
    "tagged number": '!!int "3000"',
    "date": "2026-09-15",
}


IGNORED = ("list", "text", "number", "tab", "bracket", "two documents", "bad merge", "unknown alias", "odd tag",
           "python tag", "colon", "bad escape", "control")  # fmt: skip


def ours(home: Path) -> LiveConfig:
    found = read_live_config(str(home / "memories"), Agent("default", "", Profile.HERMES))
    assert found is not None
    return found


def home_with(tmp_path: Path, config: str, managed: str | None = None) -> tuple[Path, Path]:
    home, above = tmp_path / "home", tmp_path / "managed"
    (home / "memories").mkdir(parents=True)
    (home / "config.yaml").write_bytes(config.encode())
    (home / "memories/MEMORY.md").write_bytes("One.\n§\nTwo.".encode())
    (home / "memories/USER.md").write_bytes(b"Name is Ann.")
    if managed is not None:
        above.mkdir()
        (above / "config.yaml").write_text(managed)
    return home, above


def default_of(model: object) -> object:
    return model.get("default", "") if isinstance(model, dict) else model


def stated(model: object) -> str:
    """The id the client would send, as far as it is a plain text without an open variable."""
    found = default_of(model)
    return found.strip() if isinstance(found, str) and "${" not in found else ""


@pytest.mark.parametrize("shape", SHAPES)
def test_model_of_every_shape(shape: str, client: RealClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """H13: our model, provider and address are those of the client's own loader."""
    home, none = home_with(tmp_path, SHAPES[shape])
    monkeypatch.setenv("HERMES_MANAGED_DIR", str(none))
    monkeypatch.setenv("HYGIENE_TEST_MODEL", "given-1")
    theirs = client.configuration(home, none, HYGIENE_TEST_MODEL="given-1")
    found = ours(home)
    assert found.model == stated(theirs["model"])
    if isinstance(model := theirs["model"], dict):
        assert found.provider == (model.get("provider") or "")
        assert found.base_url == (model.get("base_url") or "")
    is_ignored = any("ignores the whole file" in problem for problem in found.problems)
    assert is_ignored == (shape in IGNORED)
    if is_ignored:
        assert theirs["model"] == ""


@pytest.mark.parametrize("shape", LIMITS)
@pytest.mark.parametrize("key", ["memory", "user"])
def test_limit_of_every_shape(shape: str, key: str, client: RealClient, tmp_path: Path) -> None:
    """H2: a limit counts as the client counts it; where it breaks its memory, that is a problem with its effect."""
    home, none = home_with(tmp_path, f"memory:\n  {key}_char_limit: {LIMITS[shape]}\n")
    theirs = client.configuration(home, none)
    found, other = ours(home), {"memory": "user", "user": "memory"}[key]
    limits = {"memory": found.memory_char_limit, "user": found.user_char_limit}
    assert limits[other] is None
    raw = theirs["limits"][key] if isinstance(theirs["limits"], dict) else None
    if isinstance(limits[key], int):
        assert isinstance(raw, int | float)
        assert int(min(raw, 10**18)) == limits[key]
        assert (theirs["fares"], found.problems) == ("written", ())
    else:
        assert len(found.problems) == 1
        breaks = "every write fails" in found.problems[0]
        assert breaks == (theirs["fares"] == "TypeError")
        if "nothing can be added" in found.problems[0] and key == "memory":
            assert theirs["fares"] == "refused"
        assert f"memory.{key}_char_limit in config.yaml" in found.problems[0]


BROKEN = ("list", "text", "number", "tab", "bracket", "two documents", "bad merge", "unknown alias", "odd tag",
          "python tag", "colon", "bad escape", "control")  # fmt: skip


@pytest.mark.parametrize(
    ("user", "managed"),
    [
        ("model: m-1\n", "model: m-2\n"),
        ("model: {default: m-1, provider: p}\n", "model: {default: m-2}\n"),
        ("model: {default: m-1, provider: p}\n", "model: m-2\n"),
        ("model: {default: m-1, provider: p}\n", "model: {provider: q}\n"),
        ("model: {default: m-1}\n", "model:\n"),
        ("model: m-1\n", "- a list\n"),
        ("model: m-1\n", "model: [\n"),
        ("model: m-1\nmemory: {memory_char_limit: 3000}\n", "memory: {memory_char_limit: 4000}\n"),
        ("memory: {memory_char_limit: 3000}\n", "memory: {user_char_limit: 900}\n"),
        ("memory: {memory_char_limit: '3000'}\n", "memory: {memory_char_limit: 4000}\n"),
        ("memory: {memory_char_limit: 3000}\n", "memory: {memory_char_limit: '4000'}\n"),
        ("memory: words\n", "memory: {memory_char_limit: 4000}\n"),
        ("memory: {memory_char_limit: 3000}\n", "memory: words\n"),
        ("- a list\n", "model: m-2\nmemory: {memory_char_limit: 4000}\n"),
    ],
)
def test_managed_settings_win_leaf_by_leaf(
    user: str, managed: str, client: RealClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """H2, H13: the administrator's file as both loaders of the client lay it over the user's."""
    home, above = home_with(tmp_path, user, managed)
    monkeypatch.setenv("HERMES_MANAGED_DIR", str(above))
    theirs, found = client.configuration(home, above), ours(home)
    assert found.model == stated(theirs["overlaid"])
    assert stated(theirs["model"]) in {found.model, *found.other_models}
    raw = theirs["limits"].get("memory") if isinstance(theirs["limits"], dict) else None
    if found.memory_char_limit is not None or (isinstance(raw, int) and raw != 2200):
        assert found.memory_char_limit == raw
    assert any("every write fails" in problem for problem in found.problems) == (
        theirs["fares"] in ("TypeError", "AttributeError")
    )


@pytest.mark.parametrize("memory", ["words", "[1]", "3", "true"])
def test_memory_that_is_no_map(memory: str, client: RealClient, tmp_path: Path) -> None:
    home, none = home_with(tmp_path, f"memory: {memory}\n")
    assert client.configuration(home, none)["fares"] == "AttributeError"
    assert len(ours(home).problems) == 1
    assert "loads no memory" in ours(home).problems[0]


def test_limits_at_the_root_are_ignored(client: RealClient, tmp_path: Path) -> None:
    home, none = home_with(tmp_path, "memory_char_limit: 3000\n")
    theirs = client.configuration(home, none)
    assert theirs["limits"] == {"memory": 2200, "user": 1375}
    assert ours(home).memory_char_limit is None
    assert ours(home).problems == (
        "memory_char_limit at the root of config.yaml is ignored: indent it under 'memory:'",
    )
