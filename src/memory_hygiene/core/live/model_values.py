"""Entries that state the model the agent runs on, compared with the live configuration (contract H13).

The rule, by which an entry is corrected. All of it must hold; in doubt the entry stays as it is:

1. One sentence states it: "Current model: X", "Default model is X via openrouter", "Running on X", "Model: X",
   "Hermes uses X", "Switched from W to X" (X is the statement), or the like in German, French, Spanish, Portuguese,
   Russian, Chinese and Japanese. Nothing stands before these words but a list glyph, an article, or a word for the
   agent: "preferred", "previous", "never", a client's or a project's name make it another statement.
2. X is one token that looks like a model id. Where the words say less ("Model:", "Running on") it must be one by its
   own name: "Model: XPS-13" is a laptop. So it must when nothing else in the entry speaks of language models, unless
   the live model has no such name either.
3. After X the sentence ends or goes on about where the model is reached; a purpose, a condition, a date, a negation, or
   a time that has passed ends the matter. So does another model id anywhere in the entry, and what is said of X itself:
   its price, its score, "it hallucinates dates".
4. It is the first sentence of the entry, or what stands before is about the agent itself and nobody else.
5. X is neither the live model, perhaps less exact, nor another one that the configuration names.

Then X, and nothing else, becomes the live id: bare where X was bare, with its provider where X had one.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from .live_config import LiveConfig
from .model_ids import bare, is_like_id, is_model_id, is_same, is_writable, names_family, names_two

LONGEST = 4000  # code points; a store holds 2,200
_ID = r"[A-Za-z0-9](?:[A-Za-z0-9_./:@+-]{0,126}[A-Za-z0-9])?"
_OPEN, _CLOSE = r"[*_`\"'“„«]{0,3}", r"[*_`\"'”“»]{0,3}"
_VALUE = rf"{_OPEN}(?P<value>{_ID}){_CLOSE}(?=$|[\s.,;:)\]。，；、|])"
_FROM = rf"(?:(?:from|von|de|del|du)\s+{_OPEN}(?P<old>{_ID}){_CLOSE}\s+)"

_SELF = r"(?:hermes|(?:the\s+|this\s+|der\s+|l'|l’|el\s+|o\s+)?agente?|assistant)"
_TOPIC = r"(?:hermes|agent|assistant|config(?:uration)?|setup|settings|env(?:ironment)?|llm|ai)"
_BEFORE = (
    rf"\s*(?:[-*+•]\s+)?[*_`\"“„]{{0,3}}(?:{_TOPIC}(?:\s+{_TOPIC})?\s*[:>|–—-]\s+)?"
    r"(?:(?:provider|endpoint|base[_ ]url|api_mode)\s*[:=]\s*\S{1,200}?[,;]\s+){0,3}"
    rf"(?:(?:the|my|das|mein|le|el|o|hermes['’]?s?|{_SELF}['’]s)\s+){{0,2}}"
)
_ADJECTIVE = r"(?:current(?:ly)?|default|main|primary|active|live|configured|used)"
_NOW = (
    r"(?:\s+(?:now|currently|still|jetzt|derzeit|aktuell|maintenant|actuellement|ahora|actualmente|agora|atualmente))?"
)
_STRONG = (
    rf"(?:{_ADJECTIVE}\s+){{1,2}}(?:(?:chat|ai|llm|language)\s+)?(?:model|llm)(?:\s+(?:id|name))?(?:\s+in\s+use)?|"
    r"model\.default|(?:aktuelle|derzeitige|eingestellte|aktive)s\s+modell|(?:standard|haupt)-?modell|"
    r"modèle\s+(?:actuel|courant|par\s+défaut|principal|actif)|modelo\s+(?:actual|por\s+defecto|predeterminado|principal|activo)|"
    r"modelo\s+(?:atual|padrão|ativo)|текущая\s+модель|модель\s+по\s+умолчанию|"
    r"(?:当前|目前|默认|現在の|デフォルトの?|既定の)(?:的)?(?:使用)?(?:模型|モデル)"
)  # fmt: skip
_WEAK = r"(?:ai\s+|llm\s+)?(?:model|modell|modèle|modelo|llm)(?:\s+(?:id|name))?|модель|模型|モデル"
_SIGN = r"[*_`\"]{0,3}\s*[:=：][*_]{0,3}\s*"
_VERB = rf"(?:\s+(?:is|ist|lautet|est|es|é|—|–){_NOW}(?:\s+set\s+to)?\s+|\s*(?:是|为|は)\s*)"
_RUNS = (
    rf"(?:(?:i\s+am|i['’]m|{_SELF}\s+is)\s+)?(?:currently\s+)?running\s+(?:on|with)\s+(?:the\s+)?(?:model\s+)?|"
    rf"{_SELF}\s+(?:currently\s+|now\s+)?(?:runs\s+on|runs\s+with|uses|is\s+powered\s+by)\s+(?:the\s+)?(?:model\s+)?|"
    r"i\s+(?:currently\s+)?run\s+on\s+(?:the\s+)?(?:model\s+)?|"
    rf"(?:ich\s+laufe|{_SELF}\s+läuft|läuft\s+(?=aktuell|derzeit|jetzt)){_NOW}\s*(?:auf|mit)\s+|"
    rf"{_SELF}\s+(?:tourne\s+sur|utilise|usa|corre\s+(?:en|sobre|con)|se\s+ejecuta\s+(?:en|con)|roda\s+(?:em|com)){_NOW}\s+"
)  # fmt: skip
_SWITCHED = (
    rf"(?:{_SELF}\s+)?(?:switched|changed)\s+(?:(?:the|my)\s+)?(?:(?:{_ADJECTIVE}\s+)?(?P<what>model)\s+)?{_FROM}?to\s+|"
    rf"(?:{_ADJECTIVE}\s+)?(?P<which>model)\s+(?:was\s+|has\s+been\s+)?(?:switched|changed)\s+"
    rf"{_FROM.replace('old', 'older')}?to\s+"
)  # fmt: skip
_FORMS = tuple(
    (re.compile(rf"{_BEFORE}(?:{words}){_VALUE}", re.IGNORECASE), is_enough)
    for words, is_enough in (
        (rf"(?:{_STRONG})(?:{_SIGN}|{_VERB})", is_like_id),
        (rf"(?:{_WEAK})(?:{_SIGN}|{_VERB})", is_model_id),
        (_RUNS, is_model_id),
        (_SWITCHED, is_model_id),
    )
)

_GOES_ON = re.compile(
    r"\s*(?:$|[.,;)\]。，；、*_`\"|]|\(|\[|[–—-]\s|"
    r"(?:via|through|on|from|at\s+https?|by|using|with|now|currently|jetzt|derzeit|served|hosted|über|durch|bei|von|mit|par|chez|sur|avec|por|con|em|com|"
    r"as\s+(?:its|my|the)\s+(?:default\s+|main\s+)?model|через|通过|経由)\b)",
    re.IGNORECASE,
)
_DOUBT = re.compile(
    r"[?？→]|->|\b(?:for|until|till|was|were|formerly|previous(?:ly)?|instead|not|never|no\s+longer|n't|than|fallback|"
    r"fall\s+back|backup|old(?:er)?|before|after|prefer\w*|test\w*|trial|unless|when(?:ever)?|if|except|only|but|while|"
    r"during|temporar\w*|today|yesterday|tomorrow|week\w*|since|as\s+of|should|must|may|might|or|vs|versus|"
    r"jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|january|february|march|april|june|july|august|september|october|"
    r"november|december|für|wenn|nur|bis|seit|statt|nicht|außer|oder|falls|soll|pour|si|sauf|jusqu\w*|depuis|pas|ou|"
    r"to|which|that|because|it|zum|zur|(?:on|by|with|from)\s+(?:the|my|his|her|their|our)|para|hasta|desde|no|solo|o|se|até|não|для|если|до|не|или)\b|"
    r"\bin\b(?!\s+(?:the\s+)?[`~]?(?:[\w./~-]*config|settings|\.env))|\b(?:19|20)\d\d\b|(?<![\d.])\d\d?[./]\d\d?[./](?:\d\d){0,2}(?![\d.])|"
    r"如果|不|或|用于|だけ|ではない|または",
    re.IGNORECASE,
)
_ELSEWISE = re.compile(
    r"```|~~|\b(?:e\.g\.|price[ds]?|pricing|costs?|benchmarks?|scores?|released?|example|for\s+instance|z\.\s?B\.|beispiel|template|placeholder)|[$€£]",
    re.IGNORECASE,
)
_FOREIGN = re.compile(
    r"\b(?:clients?|customers?|kunden?|kundin|client\w*|apps?|application|projects?|projekts?|projet|proyecto|bots?|chatbot|"
    r"portal|websites?|shop|products?|staging|production|sub-?agents?|their|his|her|users?['’]s?|company|startup)\b",
    re.IGNORECASE,
)  # fmt: skip
_REFERS = re.compile(r"\b(?:it|this\s+model|that\s+model|the\s+model|es|dieses\s+modell|das\s+modell)\b", re.IGNORECASE)
_OWN = re.compile(
    r"\b(?:hermes|agents?|assistant|i|my|myself|gateway|openrouter|config\.yaml|provider|ich|mein)\b|\.hermes",
    re.IGNORECASE,
)
_LANGUAGE_MODEL = re.compile(
    r"\b(?:hermes|agent|llm|openrouter|provider|ollama|vllm|config\.yaml|base_url|context|temperature)\b|https?://",
    re.IGNORECASE,
)
_TOKEN = re.compile(_ID)
_SENTENCE_END = re.compile(r"\n|(?<=[.;!?])\s+|(?<=[。；！？])")
_REACHED_BY = re.compile(
    r"(?:via|through|on|from|by|at|provider:?|über|durch|bei|par|chez|por|con)\s+[*_`\"]{0,3}\Z", re.IGNORECASE
)


class _Statement(NamedTuple):
    """Where the value and its sentence stand in the entry, and the value it was switched from (0, 0 without one)."""

    start: int
    end: int
    sentence: int
    old: tuple[int, int]


def corrected(text: str, live: LiveConfig) -> str | None:
    """``text`` of an entry with the model it states as the agent's own set right; None when it stays as it is."""
    if not is_writable(live.model) or len(text) > LONGEST or _ELSEWISE.search(text):
        return None
    found = [statement for sentence in _sentences(text) if (statement := _statement(text, *sentence))]
    if len(found) != 1 or not _is_own(text, found[0]) or _names_another(text, found[0]):
        return None
    start, end, _, old = found[0]
    value = text[start:end]
    if names_two(value):
        return None
    if not is_model_id(value) and is_model_id(live.model) and not _LANGUAGE_MODEL.search(text):
        return None
    if any(is_same(value, known) for known in (live.model, *live.other_models)):
        return None
    if old != (0, 0) and is_same(text[slice(*old)], live.model):
        return None  # it was switched back, and what the entry tells is past
    return text[:start] + (live.model if "/" in value else bare(live.model)) + text[end:]


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    """The start and end of each sentence or line."""
    start = 0
    for match in _SENTENCE_END.finditer(text):
        yield start, match.start()
        start = match.end()
    yield start, len(text)


def _statement(text: str, start: int, end: int) -> _Statement | None:
    sentence = text[start:end]
    for form, is_enough in _FORMS:
        match = form.match(sentence)
        if match is None or not is_enough(match["value"]):
            continue
        rest = sentence[match.end() :]
        if not _GOES_ON.match(rest) or _DOUBT.search(rest):
            return None
        old = _old_value(match)
        if old is None:
            continue
        return _Statement(start + match.start("value"), start + match.end("value"), start, _shifted(old, start))
    return None


def _old_value(match: re.Match[str]) -> tuple[int, int] | None:
    """The span of the model that was switched from, (0, 0) without one; None when no model is spoken of."""
    groups = match.re.groupindex
    if "old" not in groups:
        return 0, 0
    span = next((match.span(name) for name in ("old", "older") if match[name]), (0, 0))
    is_about_models = match["what"] or match["which"] or (span != (0, 0) and is_model_id(match.string[slice(*span)]))
    return span if is_about_models else None


def _shifted(span: tuple[int, int], by: int) -> tuple[int, int]:
    return span if span == (0, 0) else (span[0] + by, span[1] + by)


def _is_own(text: str, statement: _Statement) -> bool:
    """Whether the entry is about the agent itself: its first sentence is the statement, or leads to it."""
    if _FOREIGN.search(text[: statement.start]) or _FOREIGN.search(text, statement.end):
        return False
    if _REFERS.search(text, statement.end):
        return False  # what it says of that model would be said of another one
    lead = text[: statement.sentence]
    return not lead.strip() or _OWN.search(lead) is not None


def _names_another(text: str, statement: _Statement) -> bool:
    """Whether another model is named anywhere: which one is meant is then not ours to say."""
    spans = {(statement.start, statement.end), statement.old}
    for token in _TOKEN.finditer(text):
        if token.span() in spans:
            continue
        if is_model_id(token[0]) and not _is_address(text, token):
            return True
        if names_family(token[0]) and not _is_address(text, token) and not _REACHED_BY.search(text[: token.start()]):
            return True
    return False


def _is_address(text: str, token: re.Match[str]) -> bool:
    return "://" in token[0] or "://" in text[max(0, token.start() - 8) : token.start()]
