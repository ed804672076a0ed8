"""Entries that state the agent's own model: what is set right, and above all what is left alone (H13)."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_hygiene.core.live.live_config import live_config
from memory_hygiene.core.live.model_ids import is_same
from memory_hygiene.core.live.model_values import LONGEST, corrected

FILES = Path(__file__).parent / "files"
LIVE = live_config(
    {
        "model": {"default": "anthropic/claude-sonnet-4.6", "provider": "openrouter"},
        "fallback_providers": [{"provider": "openrouter", "model": "google/gemini-3-flash"}],
    }
)
PREFIXED, BARE = "anthropic/claude-sonnet-4.6", "claude-sonnet-4.6"

STATED = [
    "Current model: {}",
    "Current model: {}.",
    "- Current model: {}",
    "**Current model:** `{}`",
    "**Current model**: {}",
    "Default model is {} via openrouter",
    "Default model is `{}` via OpenRouter (base_url https://openrouter.ai/api/v1).",
    "Default model is now {}.",
    "Default model: {}; provider openrouter",
    'The default model is "{}" with a 200k context',
    "The agent's default model is {}.",
    "Main LLM: {}, temperature 0.2",
    "model.default: {}",
    "model: {}",
    "Model = `{}`",
    "LLM: {}",
    "Running on {}.",
    "Running on {} now",
    "I'm running on {} via OpenRouter",
    "I am currently running on {}",
    "Hermes runs on {}",
    "Hermes Agent: running on {}",
    "This agent is powered by {}",
    "Hermes uses {} as its default model.",
    "Agent is running on {} (set in config.yaml)",
    "Current model: {} [UNVERIFIED]",
    "Current model: {} at http://192.168.10.20:8000/v1",
    "Provider: openrouter, model: {}",
    "Hermes setup: default model: {}, provider openrouter",
    "Hermes setup:\n- Home: ~/.hermes\n- Model: {}\n- Provider: openrouter",
    "Agent home is ~/.hermes. Default model is {}. Timezone is CET.",
    "Current model: {}. Time zone is Europe/Oslo.",
    "Switched from gpt-4 to {}",
    "Switched model to {}",
    "Switched the default model from gpt-4 to `{}`.",
    "Default model was switched to {}",
    "Modell ist {}",
    "Aktuelles Modell: {}",
    "Standardmodell ist `{}` über OpenRouter",
    "Das Standardmodell ist {}.",
    "Hermes läuft derzeit auf {}",
    "Modèle actuel : {}",
    "Le modèle par défaut est {} via OpenRouter",
    "Modelo actual: {}",
    "El modelo por defecto es {}",
    "Modelo padrão é {} via OpenRouter",
    "Текущая модель: {}",
    "当前模型：{}",
    "默认模型是 {}",
    "現在のモデルは {}",
]


@pytest.mark.parametrize("entry", STATED)
def test_a_mismatch_is_corrected_in_place_only_the_value(entry: str) -> None:
    """H13: with a provider where one stood, bare where none did; nothing else moves, a second look finds nothing."""
    for stale, right in (("openai/gpt-4o", PREFIXED), ("gpt-4o", BARE), ("GPT-4o", BARE), ("local-7b-q6", BARE)):
        found = corrected(entry.format(stale), LIVE)
        if stale == "local-7b-q6" and found is None:
            continue  # a name of no known family needs more words around it
        assert found == entry.format(right)
        assert corrected(entry.format(right), LIVE) is None


@pytest.mark.parametrize("entry", STATED)
@pytest.mark.parametrize("value", [PREFIXED, BARE, "Claude-Sonnet-4-6", "claude-sonnet", "google/gemini-3-flash"])
def test_a_match_is_left_alone(entry: str, value: str) -> None:
    """H13: also a less exact name, and a model that the configuration names elsewhere."""
    assert corrected(entry.format(value), LIVE) is None


LEFT_ALONE = [
    # another's model
    "The client's default model is gpt-4o",
    "User's default model is gpt-4o",
    "Robin's current model: gpt-4o",
    "Acme app: default model is gpt-4o",
    "Acme app > Model: gpt-4o",
    "Acme portal lives on host Y. Default model is gpt-4o.",
    "Client Bob wants a bot. Current model: gpt-4o",
    "Current model: gpt-4o. That is what Bob's app uses.",
    "The default model of the billing app is gpt-4o",
    "Our default model is gpt-4o",
    "We switched from gpt-4 to gpt-4o",
    "The support bot runs on gpt-4o",
    "Runs on gpt-4o",
    "Sub-agent model: gpt-4o",
    # another purpose
    "Vision model: gpt-4o",
    "Embedding model: text-embedding-3-large",
    "Fallback model: gpt-4o",
    "Default model for vision is gpt-4o",
    "Default model is gpt-4o for coding",
    "Current model: gpt-4o in staging",
    "Current model: gpt-4o when the budget is tight",
    "Transcription runs on `whisperlet-medium-q5` at 4 threads",
    "Local model server on http://127.0.0.1:11434, model `harbour-7b-q6`, context 16 384",
    "Agents use: planner = `north-large`, coder = `north-code-2`, critic = `small-fast-2`.",
    # the past, and what has a date
    "Previous model: gpt-4o",
    "Old default model: gpt-4o",
    "Was running on gpt-4o",
    "Current model: gpt-4o since 2026-05-01",
    "Current model: gpt-4o (as of May)",
    "2026-05-01: current model: gpt-4o",
    "Switched from gpt-4 to gpt-4o on 3 May",
    "Switched to gpt-4o on 3.5.2026",
    "Switched from claude-sonnet-4.6 to gpt-4o",
    "[superseded] Current model: gpt-4o",
    "~~Current model: gpt-4o~~",
    "Current model: gpt-4o until Friday",
    # wishes, orders, comparisons, questions
    "Never use gpt-4o",
    "Default model is not gpt-4o",
    "Default model should be gpt-4o",
    "User prefers gpt-4o",
    "Preferred model: gpt-4o",
    "gpt-4o is faster than claude-sonnet-4",
    "Is the current model gpt-4o?",
    "Current model: gpt-4o?",
    'Say "Current model: gpt-4o" when asked',
    "If asked, current model: gpt-4o",
    # several candidates
    "Current model: gpt-4o (fallback: gpt-4o-mini)",
    "Current model: gpt-4o or gpt-5",
    "Current model: gpt-4o, gpt-5",
    "Default model: gpt-4o → claude-opus-4",
    "Current model: gpt-4o. Model: gpt-5",
    "Current model: gpt-4o. gpt-4o is good at tables.",
    "Current model: gpt-4o (replaced Claude)",
    # something about that very model
    "Model: gpt-4o; price 2.5 per million",
    "Current model: gpt-4o ($3/M)",
    "Current model: gpt-4o, which hallucinates dates",
    "Current model: gpt-4o. It struggles with dates.",
    "Model: gpt-4o, score 71.2",
    "Running on gpt-4o costs three euros a day",
    "Default model is gpt-4o on the work laptop",
    "Default model is gpt-4o at Acme",
    "Hermes uses gpt-4o via openrouter to summarise mail",
    "I use gpt-4o",
    "I switched from gpt-4 to gpt-4o",
    "Current model: gpt-4o and it stays",
    "Current model: gpt-4o per Robin's request",
    "Robin: current model: gpt-4o",
    "Robin asked: current model is gpt-4o",
    "Today's default model is gpt-4o",
    "New default model: gpt-4o",
    "Team default model: gpt-4o",
    "Model: gpt-4o/claude-opus-4",
    # no model id
    "Current model: Claude Sonnet 4",
    "Current model: Claude-3.5 Sonnet",
    "Current model: the cheap one",
    "Model: XPS-13",
    "Current model: thinkpad-x1",
    "Running on node-20",
    "Running on ubuntu-22.04 with python-3.11",
    "Switched from fish-3 to zsh-5",
    "Switched to fish-3.7",
    "Mental model: gpt-like thinking",
    "Data model: v2.3-final",
    "Current model",
    "Current model:",
    "",
    # examples and code
    "Write it like this, e.g.: Current model: gpt-4o",
    "Hermes config:\n```\nmodel: gpt-4o\n```",
]


@pytest.mark.parametrize("entry", LEFT_ALONE)
def test_in_doubt_an_entry_stays_as_it_is(entry: str) -> None:
    """H13, promise 6: precision before recall."""
    assert corrected(entry, LIVE) is None


def test_no_entry_of_the_real_shaped_files_is_touched() -> None:
    texts = [piece for path in sorted(FILES.glob("*/*.md")) for piece in re.split("\n|§", path.read_text("utf-8"))]
    assert len(texts) > 1000
    assert [text for text in texts if corrected(text, LIVE)] == []


def test_an_unknown_live_model_corrects_nothing() -> None:
    assert corrected("Current model: gpt-4o", live_config({})) is None
    assert corrected("Current model: gpt-4o", live_config({"model": "${MODEL}"})) is None


@pytest.mark.parametrize("model", ["a\nb-1", "a b-1", "`x-1`", "x-1§", "é-1", "x" * 129, "[x](y-1)", "x-1\x1b[31m"])
def test_a_configured_id_that_is_no_plain_word_is_never_written(model: str) -> None:
    assert corrected("Current model: gpt-4o", live_config({"model": model})) is None


@pytest.mark.parametrize(
    ("stated", "live", "same"),
    [
        ("gpt-4o", "openai/gpt-4o", True),
        ("azure/gpt-4o", "openai/gpt-4o", True),
        ("gpt-4o", "gpt-4o-mini", False),
        ("gpt-4o-mini", "gpt-4o", False),
        ("claude-sonnet-4", "claude-sonnet-4.6", False),
        ("claude-sonnet-4-6", "claude-sonnet-4.6", True),
        ("claude-sonnet-4-20250514", "claude-sonnet-4", True),
        ("claude-sonnet-4", "us.anthropic.claude-sonnet-4-20250514-v1:0", True),
        ("claude-sonnet", "claude-sonnet-4.6", True),
        ("llama3", "llama3:70b", True),
        ("llama3:8b", "llama3:70b", False),
        ("qwen3:latest", "qwen3", True),
        ("deepseek-chat", "deepseek/deepseek-chat:free", True),
    ],
)
def test_when_two_ids_are_the_same(stated: str, live: str, same: bool) -> None:
    assert is_same(stated, live) is same


@given(st.text(max_size=200) | st.sampled_from(STATED).map(lambda entry: entry.format("gpt-4o")), st.text(max_size=30))
def test_any_text_only_ever_changes_by_the_value(text: str, tail: str) -> None:
    entry = text + tail
    found = corrected(entry, LIVE)
    if found is not None:
        start = next(place for place, (a, b) in enumerate(zip(entry, found)) if a != b)
        assert found[:start] == entry[:start]
        right = PREFIXED if PREFIXED in found else BARE
        assert found.count(right) == 1
        head, _, rest = found.partition(right)
        assert entry.startswith(head)
        assert entry.endswith(rest)


@pytest.mark.parametrize(
    "piece", ["Current model: ", "gpt-4o ", "a-", "/", "*", "the ", "provider: x, ", "switched from ", "\n"]
)
def test_long_text_costs_little(piece: str) -> None:
    """Promise 8: no pattern meets more than a store can hold, and none of them backtracks."""
    assert corrected(piece * (LONGEST // len(piece)), LIVE) is None
    assert corrected(piece * LONGEST, LIVE) is None
