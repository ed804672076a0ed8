"""The ways in which notes write a day, in eight languages, as patterns.

Groups: ``y`` year, ``era`` and ``e`` a year of an era, ``m`` month, ``n`` its name, ``k`` it in Chinese signs, ``d``
day, ``kd`` it in Chinese signs, ``l`` the last day of a range, ``at`` the day itself where words before it made sure.
"""

import re
from functools import cache

from .month_names import cased_names, short_names, sure_names

_Y = r"(?P<y>(?:19|20)\d\d)"
_TO = r"(?:\s?[-–—/]\s?|\s(?:to|and|bis|und|au|et|al|y|a|e|до|по|и)\s)"
_ORDINAL = r"(?:st|nd|rd|th|\.|er|º|ª|°|-го|-е)?"
_WEEKDAY = "Mo|Di|Mi|Do|Fr|Sa|So|Пн|Вт|Ср|Чт|Пт|Сб|Вс"
_JOUR = "lun|mar|mer|jeu|ven|sam|dim|mié|jue|vie|sáb|dom|seg|ter|qua|qui|sex"
_AVANT = "hasta el|hasta|el|al|día|até|dia|em|ao|le|au|du|jusqu['’]au"
_BEFORE = "until|till|bis|am|vom|ab|zum|seit|den|до|с|со|от|по|на|к"
_SIGNS = "一二三四五六七八九十"

NEXT_YEAR = (
    r"(?i)\s?(?:(?:des )?(?:nächsten|kommenden) jahres|de l['’]an(?:née)? prochaine?|do (?:ano que vem|próximo ano)|"
    r"del (?:año que viene|próximo año|año próximo)|(?:следующего|будущего) года|(?:of )?next year)"
)
"""What after a month says that it is the next year's."""
NEXT_TIME = r"(?i)\s?(?:prochaine?|próximo|que vem|que viene)\b"
"""What after a month says that it is the next one to come."""
NEXT_YEAR_BEFORE = r"[来來明翌]年の?\Z"
NEXT_TIME_BEFORE = r"(?i)\b(?:next|nächste[nrm]?|kommende[nrm]?|próximo|следующ\w{2,3}|будущ\w{2,3})\s\Z"


@cache
def forms() -> tuple[re.Pattern[str], ...]:
    """The patterns, the more telling first."""
    return tuple(re.compile(form) for form in (*_in_numbers(), *_in_names(), *_in_signs(), *_in_short()))


def _in_numbers() -> tuple[str, ...]:
    return (
        rf"(?<![\d.]){_Y}-(?P<m>\d\d)(?:-(?P<d>\d\d))?(?!\d)",
        rf"(?<![A-Za-z\d/.]){_Y}/(?P<m>\d\d?)/(?P<d>\d\d?)(?![A-Za-z\d/])",
        rf"(?<![A-Za-z\d.])(?P<d>\d\d?)\.(?:\s?[-–]\s?(?P<l>\d\d?)\.)?\s?(?P<m>\d\d?)\.\s?{_Y}(?!\d)",
        r"(?<![A-Za-z\d/.])(?P<d>\d\d?)/(?P<m>\d\d?)/(?P<y>(?:19|20)?\d\d)(?![A-Za-z\d/])",
        rf"\b(?:{_BEFORE})\s(?P<at>(?P<d>\d\d?)\.\s?(?P<m>\d\d?)\.(?:(?P<y>\d\d)\b)?)(?!\d)",
        rf"\b(?:{_WEEKDAY})\.?,?\s(?P<at>(?P<d>\d\d?)\.(?P<m>\d\d|\d(?=\.))\b(?:\.(?P<y>\d\d)\b)?)(?![.\d]\d)",
        rf"(?i)\b(?:{_JOUR}|{_AVANT})\.?,?\s(?P<at>(?P<d>\d\d?)/(?P<m>\d\d)(?:/(?P<y>\d\d))?)(?![A-Za-z\d/])",
    )


def _in_names() -> tuple[str, ...]:
    name = rf"(?P<n>(?i:{'|'.join(map(re.escape, sure_names()))})|{'|'.join(cased_names())})\b\.?"
    short = rf"(?P<n>(?i:{'|'.join(short_names())}))\b\.?,?\s(?:de\s)?{_Y}\b"
    year = rf"(?:,?\s(?:(?:de|del|do)\s)?{_Y}\b)?"
    day = rf"(?P<d>[0-3]?\d){_ORDINAL}(?:{_TO}(?P<l>[0-3]?\d){_ORDINAL})?\s?(?:(?:de|of)\s)?"
    return (
        rf"(?<![\w.]){day}{name}{year}",
        rf"(?<![\w.]){day}{short}",
        rf"\b{name}\s(?P<d>[0-3]?\d)(?:st|nd|rd|th)?(?:\s?[-–]\s?(?P<l>[0-3]?\d))?\b(?!:){year}",
        rf"\b{name}(?:\s(?:(?:de|of|del|do)\s)?{_Y}\b)?",
    )


def _in_signs() -> tuple[str, ...]:
    return (
        rf"(?:(?:(?P<era>令和|平成|昭和|民[國国])\s?(?P<e>元|\d{{1,3}})|{_Y})年\s?)?(?<!\d)(?P<m>\d\d?)月(?:"
        r"(?P<d>\d\d?)[日号號](?:\s?[-–—〜～~到至]{1,2}(?P<l>\d\d?)[日号號])?)?",
        rf"(?:{_Y}年)?(?<![{_SIGNS}])(?P<k>十?[{_SIGNS}])月(?:(?P<kd>[二三]?十?[{_SIGNS}])[日号號])?",
        rf"(?<![A-Za-z\d/.])(?P<m>\d\d?)/(?P<d>\d\d?)(?=\s?[（(][月火水木金土日{_SIGNS}]|まで|\s?[締〆])",
        r"(?<![A-Za-z\d/.])(?P<m>\d\d?)/\d\d?\s?[-–〜～]\s?(?:\d\d?/)(?P<d>\d\d?)(?=[\s）)、，。])",
    )


def _in_short() -> tuple[str, ...]:
    return (
        rf"(?<![A-Za-z\d/.])(?P<m>0?[1-9]|1[0-2])/{_Y}(?![A-Za-z\d/])",
        r"(?<![A-Za-z\d_.-])(?P<y>20[2-9]\d)(?:年|(?:-(?:го|м|й|х))?(?![\w.-]|\s*[€$%]))",
    )
