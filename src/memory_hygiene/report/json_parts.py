"""A JSON document of any length, written part by part: the bytes of ``safe_json``, and never all of it in memory."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from .safe import safe_json


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
        yield between + _indented(item, "\n    ")
        between = ",\n    "
    yield ("]" if between == "\n    " else "\n  ]") + "".join(f",\n{_field(k, v)}" for k, v in tail().items()) + "\n}\n"


def _field(key: str, value: object) -> str:
    return f'  "{key}": ' + _indented(value, "\n  ")


def _indented(value: object, line: str) -> str:
    """As it stands in a document in which ``line`` begins a line at this depth; strings hold no line ending."""
    return safe_json(value)[:-1].replace("\n", line)
