"""The days that notes name, each in the forms of its language (source: the labelling guide's *deletable*)."""

import pytest

from memory_hygiene.core.kinds.calendar import days

TODAY = "2026-09-15"


def _days(text: str) -> list[str]:
    return [day.when for day in days(text, TODAY)]


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("until 2026-07-03", "2026-07-03"),
        ("back on 3 July", "2026-07-03"),
        ("closed July 6-10, 2026", "2026-07-10"),
        ("away till 30.8.", "2026-08-30"),
        ("bis 12.03.2026", "2026-03-12"),
        ("bis 12. 3. 2026", "2026-03-12"),
        ("gesperrt bis 19.6.", "2026-06-19"),
        ("Do, 18.06.: Übung", "2026-06-18"),
        ("6.–17.7.2026 zu", "2026-07-17"),
        ("ab 15. Okt. 2026", "2026-10-15"),
        ("im Jänner 2027", "2027-01-31"),
        ("fermé jusqu'au 3 mai 2026", "2026-05-03"),
        ("le 1er février 2026", "2026-02-01"),
        ("5 févr. 2026", "2026-02-05"),
        ("du 3 au 23 août", "2026-08-23"),
        ("jusqu'au 30/06/2026", "2026-06-30"),
        ("hasta el 5 de mayo de 2026", "2026-05-05"),
        ("12 ago 2026", "2026-08-12"),
        ("Vie 12/06: clase", "2026-06-12"),
        ("até 15/06", "2026-06-15"),
        ("jusqu'au 03/07", "2026-07-03"),
        ("até 1º de março de 2027", "2027-03-01"),
        ("12 de set de 2026", "2026-09-12"),
        ("до 12 марта", "2026-03-12"),
        ("в мае", "2026-05-31"),
        ("по 31.07.2026", "2026-07-31"),
        ("Сб 13.06 поход", "2026-06-13"),
        ("до апреля 2027-го", "2027-04-30"),
        ("2026年3月12日", "2026-03-12"),
        ("8月12日〜16日", "2026-08-16"),
        ("6/13（土）", "2026-06-13"),
        ("令和8年4月", "2026-04-30"),
        ("十一月十三日必着", "2026-11-13"),
        ("2026/7/31まで", "2026-07-31"),
        ("3月12号", "2026-03-12"),
        ("4月4日到6日", "2026-04-06"),
        ("民國113年8月", "2024-08-31"),
        ("合同到2027年", "2027-12-31"),
    ],
)
def test_a_day_is_read_in_the_forms_of_its_language(text: str, when: str) -> None:
    assert _days(text) == [when]


@pytest.mark.parametrize(
    "text",
    [
        "Version 2.6. is out",
        "pinned to v1.12.2026",
        "/srv/2026/07/31/a.wav",
        "it may rain",
        "10 out of 12",
        "a set of 3",
        "às dez",
        "3か月",
        "两个月",
        "So 3.5 Liter",
        "13/13/2026",
        "el 3/4 de los socios",
        "until 2026",
    ],
)
def test_what_is_no_day_is_none(text: str) -> None:
    assert _days(text) == []


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("zurück im März nächsten Jahres", "2027-03-31"),
        ("de retour en janvier prochain", "2027-01-31"),
        ("vuelve en enero del año que viene", "2027-01-31"),
        ("volta em maio do ano que vem", "2027-05-31"),
        ("до января следующего года", "2027-01-31"),
        ("来年5月に戻る", "2027-05-31"),
        ("产假到明年四月", "2027-04-30"),
        ("next October", "2026-10-31"),
    ],
)
def test_next_year_is_not_this_year(text: str, when: str) -> None:
    assert _days(text) == [when]


def test_of_two_readings_the_later_counts() -> None:
    assert _days("05/10/2026") == _days("10/05/2026") == ["2026-10-05"]


def test_hostile_runs_of_days_are_read_in_time() -> None:
    assert len(_days("1月" * 2000)) == 2000
    assert _days("1." * 2000) == []
