"""A JSON document of any length, written part by part: the bytes of ``safe_json``, and never all of it in memory."""

from collections.abc import Callable, Iterable, Iterator, Mapping


def json_parts(
    head: Mapping[str, object], name: str, items: Iterable[object], tail: Callable[[], Mapping[str, object]]
) -> Iterator[str]:
    """The document with the fields of ``head``, the list ``items`` called ``name``, and the fields of ``tail``.

    ``tail`` is asked for after the last item.
    """
    yield "{\n" + "".join(_field(key, value) + ",\n" for key, value in head.items())
    yield f'  "{name}": ['
    between = "\n    "
    for item in items:
        yield between + _safe(_indented(item, "\n    "))
        between = ",\n    "
    yield ("]" if between == "\n    " else "\n  ]") + "".join(f",\n{_field(k, v)}" for k, v in tail().items()) + "\n}\n"


def _field(key: str, value: object) -> str:
    return f'  "{key}": {_safe(_indented(value, chr(10) + "  "))}'


def _safe(text: str) -> str:
    """As ``safe_json`` has it: no CI runner reads a command out of it."""
    return text.replace("##[", "#\\u0023[")


def _indented(value: object, line: str) -> str:
    """As ``json.dumps`` with an indent of two, which takes six times as long; ``line`` begins a line at this depth."""
    from json.encoder import encode_basestring_ascii as quoted

    if isinstance(value, str):
        return quoted(value)
    deeper = line + "  "
    if isinstance(value, dict) and value:
        fields = (f"{quoted(key)}: {_indented(item, deeper)}" for key, item in value.items())
        return "{" + deeper + ("," + deeper).join(fields) + line + "}"
    if isinstance(value, list) and value:
        return "[" + deeper + ("," + deeper).join(_indented(item, deeper) for item in value) + line + "]"
    return _scalar(value)


def _scalar(value: object) -> str:
    import json

    return json.dumps(value)
