"""What compression may take, as patterns: openers that say nothing, and subjects that are said again.

German and Dutch openers with "dass" and "dat" are not among them: their clause has its verb at the end.
"""

import re
from typing import NamedTuple

_MODIFIED = "the an this these those all any each every no there it he she they we you my our your his her their its"
_CAPITALS = (
    f"{_MODIFIED} when if in on at after before only not never der die das ein eine es er sie wir alle kein keine le "
    "la les il elle un une el los las una os as uma lo gli het een"
)
# "Note that error" may ask to note an error; before these words "that" can only begin a clause.
_CLAUSE_BEGINS = (
    rf"(?=(?:{'|'.join(_MODIFIED.split())}|a|i|when|if|in|on|at|after|before|only|not|never)\b|(?-i:[A-Z0-9\ue000]))"
)
_ENGLISH = (
    rf"(?:please )?(?:note|keep in mind|bear in mind|be aware) that {_CLAUSE_BEGINS}",
    r"(?:please )?it (?:should|must|has to) be noted that ",
    r"it is (?:worth|important to) (?:note|noting|mention|mentioning) that ",
    r"(?:as a side note|just so you know|for your information|for the record|by the way|as a reminder|fyi)[,:] ",
    r"needless to say, ",
)
_ROMANCE = (
    r"(?:veuillez noter|notez|à noter|il est à noter|il convient de noter) qu(?:e |['’])",
    r"(?:pour (?:votre )?information|pour info)[,:] ",
    r"(?:por favor, )?(?:tenga|ten) en cuenta que ",
    r"(?:nótese|cabe (?:señalar|destacar|mencionar)) que ",
    r"para (?:su|tu|sua|tua) (?:información|informação)[,:] ",
    r"(?:observe|tenha em mente|(?:vale|cabe) (?:notar|ressaltar)|é importante notar) que ",
    r"(?:si noti|si prega di notare|va notato|da notare|tieni presente|tenga presente) che ",
    r"per (?:tua |sua )?informazione[,:] ",
)
_LABELS = (
    "(?:please )?note|side note|quick note|just a note|hinweis|anmerkung|bitte beachten|beachte|zur info|nur zur info|"
    "zur information|remarque|à noter|nota|nota bene|nota importante|observação|observación|let op|opmerking|ter info|"
    "ter informatie|n\\.b\\.|nb"
)
# "Nota: 9" is a grade, and so is "Note: 1,3" in German: a label says nothing only before a sentence.
_SENTENCE = r"(?=[^\d\s]\S{0,120} \S{1,120} \S)"
_SIGNS = (
    r"(?:なお|ちなみに|ご参考までに)、",
    r"(?:注意|注|備考|备注|備註|请注意|請注意)[：:] ?(?!\d)",
    r"(?:请注意|請注意|需要注意的是|值得注意的是|顺便说一下|順便說一下)[，,] ?",
    r"(?:참고로[,:]?|참고:) ",
)
_BEFORE_SENTENCE = (
    rf"(?:{_LABELS}) ?: {_SENTENCE}",
    rf"\*\*(?:{_LABELS})(?: ?:\*\*|\*\*:) {_SENTENCE}",
)
OPENERS = "(?i:" + "|".join((*_ENGLISH, *_ROMANCE, *_BEFORE_SENTENCE, *_SIGNS)) + ")"
_ADVERBS = "always|never|also|usually|often|sometimes|no|não|non|ne"
_VERBS = (
    "prefers|likes|dislikes|loves|hates|wants|lives|speaks|drinks|eats|reads|writes|avoids|owns|expects|enjoys|is|has|was|"
    "does|can|cannot|must|should|may|might|will|would|could|mag|bevorzugt|hasst|wohnt|lebt|spricht|trinkt|isst|möchte|ist|"
    "hat|kann|darf|muss|soll|liest|schreibt|nutzt|verwendet|préfère|aime|n['’]aime|déteste|veut|habite|parle|boit|mange|"
    "est|doit|peut|prefiere|odia|quiere|vive|habla|bebe|come|tiene|debe|puede|prefere|gosta|odeia|quer|mora|fala|tem|"
    "deve|pode|preferisce|ama|vuole|parla|beve|mangia|può|heeft|wil|houdt|woont|spreekt|drinkt|moet|kan"
)
_PREDICATE = rf"(?:(?:{_ADVERBS}) )?(?:{_VERBS})\b(?!['’])"
_PLAIN = r"[^.;:,!?()\n。！？]*"
_CONNECTIVES = (
    "and or but nor so yet because since as than that which who whom whose what where when why how if while whereas "
    "although though unless until whether for "
    "und oder aber denn weil da dass der die das den dem wer was wo wenn als ob obwohl während bevor nachdem damit "
    "et ou mais car que qui quand si où dont parce puisque lorsque comme "
    "y e o u pero porque quien cuando aunque donde como mas quando onde ed ma perché che chi dove se mentre "
    "en of maar want omdat dat die wie wanneer als terwijl hoewel"
)
_SHORTENED = "etc inc ltd corp llc usw bzw ggf approx est fig dept prof resp incl excl ecc enz"


class Subjects(NamedTuple):
    """Patterns of a sentence about a person the memory is about: who, what is said, and how the next one goes on."""

    subjects: str
    clause: str
    predicate: str


SUBJECTS = Subjects(
    "(?:The (?:user|agent|assistant|operator)|User|Agent|(?:Der (?:Be)?[Nn]utzer|Die (?:Be)?[Nn]utzerin)|"
    "L['’]utilisateur|L['’]utilisatrice|L['’]utente|El usuario|La usuaria|O usuário|A usuária|O utilizador|"
    "De gebruiker)",
    rf"{_PREDICATE}{_PLAIN}(?:; {_PREDICATE}{_PLAIN})*",
    _PREDICATE,
)


def is_simple(clause: str) -> bool:
    """Whether nobody but its subject can be meant by what follows, and its last word is no abbreviation."""
    words = clause.casefold().replace(";", " ").split()
    last = words[-1]
    is_whole = last.endswith("\ue000") or (len(last) > 2 and last.isalpha() and last not in _SHORTENED.split())
    return is_whole and set(_CONNECTIVES.split()).isdisjoint(words)


def may_begin_with_capital(text: str) -> bool:
    """Whether ``text`` begins with a small word that no name is written like; a single letter may be one."""
    return re.match(rf"(?:{'|'.join(_CAPITALS.split())}) ", text) is not None
