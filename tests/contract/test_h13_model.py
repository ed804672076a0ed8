"""H13, model: every shape of the live configuration decides what an entry about the agent's own model should say."""

from pathlib import Path

import pytest

from memory_hygiene.core.contracts import Profile
from memory_hygiene.core.live.model_values import corrected
from memory_hygiene.core.settings import Agent
from memory_hygiene.edge.live_config import read_live_config

SHAPES = {
    "string": "model: vendor/right-7b\n",
    "mapping": "model:\n  default: vendor/right-7b\n  provider: openrouter\n  base_url: https://openrouter.ai/api/v1\n",
    "local": "model: {provider: custom, base_url: 'http://127.0.0.1:8000/v1', default: vendor/right-7b}\n",
    "model.model": "model: {provider: openrouter, model: vendor/right-7b}\nproviders: {x: {base_url: 'http://h/v1'}}\n",
    "model.name": "model: {name: vendor/right-7b, api_base: 'http://h/v1'}\n",
    "root keys": "model: vendor/right-7b\nprovider: custom\nbase_url: http://h/v1\ncontext_length: 32768\n",
    "named endpoint": "model: {default: vendor/right-7b, provider: my-proxy}\n"
    "providers: {my-proxy: {base_url: 'http://h/v1', key_env: K}}\nfallback_providers: [{model: other/spare-3b}]\n",
    "variable": "model: {default: '${HYGIENE_TEST_MODEL}', api_key: '${HYGIENE_TEST_KEY}'}\n",
}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_mismatch_is_corrected_by_every_shape(shape: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HERMES_MANAGED_DIR", str(tmp_path / "not-there"))
    monkeypatch.setenv("HYGIENE_TEST_MODEL", "vendor/right-7b")
    (tmp_path / "memories").mkdir()
    (tmp_path / "config.yaml").write_text(SHAPES[shape])
    live = read_live_config(str(tmp_path / "memories"), Agent("default", "", Profile.HERMES))
    assert live is not None
    assert corrected("Default model is `openai/gpt-4o` via openrouter", live) == (
        "Default model is `vendor/right-7b` via openrouter"
    )
    assert corrected("Default model is gpt-4o", live) == "Default model is right-7b"
    assert corrected("Default model is right-7b", live) is None
    if shape == "named endpoint":
        assert corrected("Current model: spare-3b", live) is None


@pytest.mark.parametrize("config", ["", "model:\n", "model: [a-1, b-2]\n", "- model: a-1\n", "model: ${UNSET_HERE}\n"])
def test_without_a_known_model_nothing_is_corrected(
    config: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HERMES_MANAGED_DIR", str(tmp_path / "not-there"))
    (tmp_path / "memories").mkdir()
    (tmp_path / "config.yaml").write_text(config)
    live = read_live_config(str(tmp_path / "memories"), Agent("default", "", Profile.HERMES))
    assert live is not None
    assert corrected("Default model is gpt-4o", live) is None
