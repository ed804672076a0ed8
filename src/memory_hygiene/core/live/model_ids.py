"""Model ids: what looks like one, and when two of them name the same model."""

import re

# The names under which language models go about; words that name anything else as well are left out.
_FAMILIES = (
    "gpt|chatgpt|claude|sonnet|opus|haiku|gemini|gemma|(?:meta-)?llama|qwen|qwq|mistral|mixtral|ministral|codestral|"
    "devstral|magistral|deepseek|grok|glm|kimi|minimax|phi|nemotron|ernie|hunyuan|doubao|olmo|smollm|starcoder|vicuna|"
    "internlm|baichuan|exaone|mimo|longcat|jamba"
)
_VENDORS = (
    "openai|anthropic|google|gemini|meta-llama|mistralai|mistral|deepseek|deepseek-ai|qwen|x-ai|xai|nousresearch|moonshotai|"
    "z-ai|zai-org|thudm|minimax|cohere|amazon|microsoft|nvidia|perplexity|openrouter|ollama|bedrock|azure|vertex|groq|"
    "together|fireworks|github|copilot|huggingface|hf|nous|custom"
)  # fmt: skip
_FAMILY = re.compile(rf"(?:{_FAMILIES})(?=[-_.:\d])|o[134](?:$|-)", re.IGNORECASE)
_FAMILY_WORD = re.compile(rf"\b(?:{_FAMILIES})\b", re.IGNORECASE)
_VENDOR = re.compile(rf"(?:{_VENDORS})/", re.IGNORECASE)
_WEIGHTS = re.compile(r"[-_:]\d{1,4}(?:[.x]\d{1,3})?b(?=[-_.:]|$)", re.IGNORECASE)  # -7b, :70b, -8x22b
_PLAIN = re.compile(r"[a-z][a-z0-9]*(?:[-_.:/][a-z0-9]+)+\Z")
_WRITABLE = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_./:@+-]{0,126}[A-Za-z0-9])?\Z")
_REGION = re.compile(r"(?:(?:us|eu|apac|global)-)?(?:anthropic|openai|meta|mistral|deepseek|qwen|google|amazon)-")
_RELEASE = re.compile(r"(?:-(?:20\d{6}|20\d\d-\d\d-\d\d))?(?:-v\d+(?::\d+)?)?(?:[:-]latest)?\Z")


def is_model_id(token: str) -> bool:
    """Whether a token can hardly be anything but the id of a language model."""
    return bool(_FAMILY.match(bare(token)) or _VENDOR.match(token) or _WEIGHTS.search(token))


def is_like_id(token: str) -> bool:
    """Whether a token may be a model id where the words before it say that one follows."""
    return is_model_id(token) or (_PLAIN.match(token) is not None and any(letter.isdigit() for letter in token))


def names_family(text: str) -> bool:
    """Whether ``text`` has a word that is the name of models, such as Claude."""
    return _FAMILY_WORD.search(text) is not None


def names_two(token: str) -> bool:
    """Whether ``token`` is two ids with a stroke between them, not one with its provider."""
    before = token.rpartition("/")[0]
    return is_model_id(before) and not _VENDOR.match(before + "/")


def is_writable(token: str) -> bool:
    """Whether a configured id may be written into an entry: one word of at most 128 plain characters."""
    return _WRITABLE.match(token) is not None


def bare(token: str) -> str:
    """An id without provider or folder before it."""
    return token.rpartition("/")[2]


def is_same(stated: str, live: str) -> bool:
    """Whether ``stated`` names the model ``live``, perhaps less exactly.

    Providers, case, dots for hyphens, a release date and ``:latest`` make no difference; ``claude-sonnet`` is right
    about ``claude-sonnet-4.6``, and ``llama3`` about ``llama3:70b``. ``gpt-4o`` is not ``gpt-4o-mini``.
    """
    one, other = _folded(stated), _folded(live)
    if one == other or one == other.partition(":")[0]:
        return True
    return not any(letter.isdigit() for letter in one) and other.startswith((one + "-", one + ":"))


def _folded(token: str) -> str:
    plain = re.sub(r"[._ ]", "-", bare(token.strip()).casefold())
    return _RELEASE.sub("", _REGION.sub("", plain, count=1) if _REGION.match(plain) else plain, count=1)
