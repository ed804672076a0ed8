"""The form of a word in its language: a deed, a command, what goes on (source: the guide's tense and force).

Forms are guessed from endings and short lists; a guess is a feature to be weighed, never a verdict.
"""

import re
from functools import cache, lru_cache

from . import verbs

DEED, COMMAND, HABIT, DONE, GOING, BASE = "deed", "command", "habit", "done", "going", "base"

_LONGEST = 40
"""Characters of a word that may show a form."""
_DEEDS: dict[str, str] = {
    "de": r"(?:war|waren|hatten?|ging|gingen|kam|kamen|fand|fanden|rief|riefen|lief|liefen|sprach|schrieb|"
    r"gab|nahm|ließ|"
    r"las|lasen|sah|sahen|traf|trafen|blieb|stand|brachte|dachte|\w{3,}ierten?|\w{2,}[^aeiou]ten)",
    "fr": r"(?:fut|furent|fit|firent|\w{3,}èrent|\w{2,}ées?|\w{2,}és?|fait|faits|pris|mis|remis|vu|revu|lu|"
    r"relu|écrit|"
    r"reçu|fini|rendu|vendu|ouvert|bu|dit|appris|repris|repeint|refait|rempli|choisi|cuit|couru|perdu|battu|mangé)",
    "es": r"(?:fue|fueron|hice|hizo|hicimos|puse|puso|pusimos|tuve|tuvo|tuvimos|vine|vino|vinimos|di|dio|"
    r"dimos|fui|fuimos|"
    r"traje|trajo|pude|pudo|dije|dijo|quise|vi|vimos|anduve|\w{2,}(?:é|í|ó)|\w{2,}(?:amos|imos|aron|"
    r"ieron|aste|iste))",
    "pt": r"(?:foi|foram|fiz|fez|fizemos|pus|pôs|pusemos|tive|teve|tivemos|vim|veio|viemos|dei|deu|demos|"
    r"fui|fomos|trouxe|"
    r"disse|quis|vi|viu|vimos|\w{2,}(?:ei|ou|eu|iu)|\w{2,}(?:ámos|amos|emos|imos|aram|eram|iram))",
    "ru": r"\w{2,}(?:ал|ял|ил|ел|ёл|ул|ыл|шёл|ала|яла|ила|ела|ула|ыла|шла|али|яли|или|ели|ули|ыли|шли|ался|ался|ился|"
    r"алась|илась|ались|ились|алось|илось|ено|ёно|ано|то)",
}
_BASES: dict[str, str] = {
    "de": r"[^\W\dA-ZÄÖÜ]\w{2,}(?:en|ern|eln)|tun",
    "fr": r"\w{2,}(?:er|ir|oir)|mettre|remettre|prendre|rendre|lire|relire|écrire|faire|dire|attendre|répondre|"
    r"éteindre|vendre|suivre|joindre|traduire|vivre|perdre|descendre|entendre|inscrire",
    "es": r"\w{2,}(?:ar|er|ir|arlo|arla|arlos|arlas|erlo|erla|irlo|arse|erse|irse|ír)",
    "pt": r"\w{2,}(?:ar|er|ir|or|á-lo|á-la|ê-lo|ar-se)",
    "ru": r"\w{2,}(?:ть|ться|ти|тись|чь)",
}
_COMMANDS: dict[str, str] = {
    "fr": r"\w{2,}ez",
    "ru": r"\w{2,}(?:йте|ите|ьте|йтесь|итесь)",
    "de": r"\w{2,}(?:iere|ieren)",
}
_DONE: dict[str, str] = {
    "de": r"[^\W\dA-ZÄÖÜ]*ge\w{2,}(?:t|en)|[^\W\dA-ZÄÖÜ]\w{2,}iert|(?:be|ver|er|ent|zer)\w{2,}[^e]t",
    "fr": r"\w{2,}(?:é|ée|és|ées)|fait|faite|pris|prise|mis|mise",
    "es": r"\w{2,}(?:ado|ada|ados|adas|ido|ida|idos|idas)|hecho|hecha|puesto|visto|roto|abierto",
    "pt": r"\w{2,}(?:ado|ada|ados|adas|ido|ida|idos|idas)|feito|feita|posto|visto|aberto",
    "ru": r"\w{2,}(?:ан|ана|ано|аны|ен|ена|ено|ены|ён|ыт|ыта|ыто|ыты|ята|яты)",
    "en": r"\w{2,}ed|been|done|gone|made|sent|put|set|kept|held|lost|sold|built|bought|brought|left|paid|told|"
    r"\w{2,}(?:own|oken|itten|iven|aken|osen|ozen|olen)",
}
_GOING: dict[str, str] = {
    "en": r"being|\w{3,}ing",
    "es": r"\w{2,}(?:ando|iendo|yendo)",
    "pt": r"\w{2,}(?:ando|endo|indo)",
}
_NO_DEED = verbs.words(
    """
    café qué té sé así aquí ahí allí allá mí sí también según además jamás atrás través después está será más ou eu
    meu seu teu sou vou dou amei lei rei ilhéu europeu museu céu chapéu grupo tamos ramos primeira это что-то где-то
    кто-то место лето фото авто пальто просто часто если или ели мало тело дело село années journée soirée matinée
    arrivée entrée clé café thé degré côté été durée idée musée société qualité santé sécurité karten garten kosten
    arten seiten zeiten posten westen osten kisten listen leuten minuten extremos vamos ánimo enamorado ambos temas
    """
)


@cache
def _pattern(kind: str, tongue: str) -> re.Pattern[str] | None:
    tables = {DEED: _DEEDS, BASE: _BASES, COMMAND: _COMMANDS, DONE: _DONE, GOING: _GOING}
    found = tables[kind].get(tongue)
    return re.compile(found) if found else None


@lru_cache(maxsize=16384)
def form(word: str, tongue: str) -> str:
    """The form of a word (German as written, others in lower case), or "" when it shows none."""
    if len(word) > _LONGEST:
        return ""
    if tongue == "en":
        return _english(word)
    lower = word.casefold()
    if lower in _NO_DEED:
        return ""
    for kind in (COMMAND, DEED, DONE, GOING, BASE):
        found = _pattern(kind, tongue)
        if found is not None and found.fullmatch(word if tongue == "de" else lower):
            return kind
    return ""


def _english(word: str) -> str:
    if word in verbs.BASE:
        return COMMAND
    if verbs.is_past(word):
        return DEED
    if word in verbs.HABITS:
        return HABIT
    for kind in (DONE, GOING):
        found = _pattern(kind, "en")
        if found is not None and found.fullmatch(word):
            return kind
    return ""
