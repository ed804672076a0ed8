"""The names of months and weekdays as notes write them: cases and short forms, in the languages that have them."""

from functools import cache

_MONTHS = (
    "january jan januar jänner janvier janv enero janeiro января январь январе янв",
    "february feb februar feber février fevrier févr febrero fevereiro febr февраля февраль феврале фев февр",
    "march märz maerz mrz mars marzo março марта март марте",
    "april apr avril avr abril апреля апрель апреле апр",
    "mayo maio мая май мае",
    "june jun juni juin junio junho июня июнь июне",
    "july jul juli juillet juil julio julho июля июль июле",
    "august aug août aout agosto августа август августе авг",
    "september sep sept septembre septiembre setiembre setembro сентября сентябрь сентябре сент сен",
    "october oct oktober okt octobre octubre outubro октября октябрь октябре окт",
    "november nov novembre noviembre novembro ноября ноябрь ноябре нояб",
    "december dec dezember décembre déc diciembre dezembro декабря декабрь декабре дек",
)
_ALSO_WORDS = {
    "ene": 1, "fev": 2, "mar": 3, "abr": 4, "may": 5, "ago": 8, "set": 9, "out": 10, "dez": 12, "dic": 12,
}  # fmt: skip
"""Short names that are words of other meanings too: months only beside a year."""
_CASED = {"Mar": 3, "MAR": 3, "May": 5, "MAY": 5, "Mai": 5, "mai": 5, "MAI": 5}
"""Names that are months as they are written here, and other words else."""
_WEEKDAYS = """
    monday tuesday wednesday thursday friday saturday sunday
    montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag
    lundi mardi mercredi jeudi vendredi samedi dimanche
    lunes martes miércoles jueves viernes sábado domingo
    segunda-feira terça-feira quarta-feira quinta-feira sexta-feira
    понедельник вторник среда четверг пятница суббота воскресенье среду пятницу субботу
    понедельникам вторникам средам четвергам пятницам субботам воскресеньям
"""


@cache
def number_of() -> dict[str, int]:
    """The number of a month by its name in lower case."""
    numbers = {name: number for number, names in enumerate(_MONTHS, 1) for name in names.split()}
    return numbers | _ALSO_WORDS | {name.casefold(): number for name, number in _CASED.items()}


@cache
def sure_names() -> tuple[str, ...]:
    """The names that are a month whatever their case, longest first."""
    return tuple(sorted((name for names in _MONTHS for name in names.split()), key=len, reverse=True))


def cased_names() -> tuple[str, ...]:
    """The names that are a month only as they are written here."""
    return tuple(_CASED)


def short_names() -> tuple[str, ...]:
    """The names that are a month only beside a year."""
    return tuple(_ALSO_WORDS)


@cache
def long_names() -> frozenset[str]:
    """The names in lower case that are a month wherever they stand."""
    return frozenset(name for name in sure_names() if len(name) > 3)


@cache
def weekdays() -> frozenset[str]:
    """The names of weekdays in lower case, with what is added for *every Monday*."""
    names = frozenset(_WEEKDAYS.split())
    return names | {f"{name}s" for name in names if name.isascii() and name[-1] not in "s"} | {"sábados", "domingos"}
