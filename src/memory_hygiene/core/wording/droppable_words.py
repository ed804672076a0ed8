"""The closed lists behind ``droppable``: openers that say nothing, subjects, and the words that decide what goes on.

A phrase stands here when the sentence after it claims, asks or forbids the same without it. Whoever adds one to
``fillers`` adds it here as well, or the proof refuses what compression makes of it.
"""

from functools import cache


def _words(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


def _phrases(*lines: str) -> tuple[str, ...]:
    return tuple(phrase.strip() for line in lines for phrase in line.split("|"))


CLAUSES = _words(
    "the a an this these those all any each every no there it he she they we you my our your his her their its",
    "i when if in on at after before only not never",
)
"""Before these, names, numbers and code, "that" begins a clause; "note that error" asks to note an error."""
CAPITALISED = (CLAUSES - {"a", "i"}) | _words(
    "der die das ein eine es er sie wir alle kein keine le la les il elle un une el los las una os as uma lo gli",
    "het een",
)
"""Small words that may take the capital of an opener that went before them; a single letter may be a name."""
NOTE_THAT = _phrases(
    "note that | keep in mind that | bear in mind that | be aware that",
    "please note that | please keep in mind that | please bear in mind that | please be aware that",
)
_BEFORE_A_CLAUSE = _phrases(
    "it should be noted that | it must be noted that | it has to be noted that | please it should be noted that",
    "please it must be noted that | please it has to be noted that | needless to say,",
    "it is worth noting that | it is worth note that | it is worth mentioning that | it is worth mention that",
    "it is important to note that | it is important to noting that | it is important to mention that",
    "it is important to mentioning that",
    "veuillez noter que | notez que | à noter que | il est à noter que | il convient de noter que",
    "tenga en cuenta que | ten en cuenta que | por favor, tenga en cuenta que | por favor, ten en cuenta que",
    "nótese que | cabe señalar que | cabe destacar que | cabe mencionar que",
    "observe que | tenha em mente que | vale notar que | vale ressaltar que | cabe notar que | cabe ressaltar que",
    "é importante notar que | si noti che | si prega di notare che | va notato che | da notare che",
    "tieni presente che | tenga presente che | 참고로 | 참고로, | 참고로: | 참고:",
)
_BEFORE_A_PAUSE = _phrases(
    "as a side note | just so you know | for your information | for the record | by the way | as a reminder | fyi",
    "pour information | pour votre information | pour info",
    "per informazione | per tua informazione | per sua informazione",
    "para su información | para tu información | para sua informação | para tua informação",
    "para su informação | para tu informação | para sua información | para tua información",
)
_LABELS = _phrases(
    "note | please note | side note | quick note | just a note | n.b. | nb",
    "hinweis | anmerkung | bitte beachten | beachte | zur info | nur zur info | zur information",
    "remarque | à noter | nota | nota bene | nota importante | observação | observación",
    "let op | opmerking | ter info | ter informatie",
)
_SIGN_LABELS = _phrases("注意 | 注 | 備考 | 备注 | 備註 | 请注意 | 請注意")
_SIGN_PAUSES = _phrases("请注意 | 請注意 | 需要注意的是 | 值得注意的是 | 顺便说一下 | 順便說一下")
_SIGN_OPENERS = _phrases("なお、 | ちなみに、 | ご参考までに、")
SUBJECTS = _phrases(
    "The user | The agent | The assistant | The operator | User | Agent | Der Nutzer | Der Benutzer | Die Nutzerin",
    "Der nutzer | Der benutzer | Die nutzerin | Die benutzerin | Die Benutzerin | El usuario | La usuaria",
    "L'utilisateur | L’utilisateur | L'utilisatrice | L’utilisatrice | L'utente | L’utente",
    "O usuário | A usuária | O utilizador | De gebruiker",
)
FINITE = _words(
    "prefers likes dislikes loves hates wants lives speaks drinks eats reads writes avoids owns expects enjoys is has",
    "was does can cannot must should may might will would could",
    "mag bevorzugt hasst wohnt lebt spricht trinkt isst möchte ist hat kann darf muss soll liest schreibt nutzt",
    "verwendet préfère aime n'aime n’aime déteste veut habite parle boit mange est doit peut",
    "prefiere odia quiere vive habla bebe come es tiene debe puede prefere gosta odeia quer mora fala tem deve pode",
    "preferisce ama vuole parla beve mangia può heeft wil houdt woont spreekt drinkt moet kan",
)
"""Verbs of the third person that are no nouns: "the user needs" and "the user stories" are not told apart."""
BEFORE_FINITE = _words("always never also usually often sometimes no não non ne")
OTHER_CLAUSES = _words(
    "and or but nor so yet because since as than that which who whom whose what where when why how if while whereas",
    "although though unless until whether for",
    "und oder aber denn weil da dass der die das den dem wer was wo wenn als ob obwohl während bevor nachdem damit",
    "et ou mais car que qui quand si où dont parce puisque lorsque comme",
    "y e o u pero porque quien cuando aunque donde como mas quando onde ed ma perché che chi dove se mentre",
    "en of maar want omdat dat wie wanneer terwijl hoewel",
)
"""Words that bring another actor or clause into a sentence: what follows could then be said of it."""
ABBREVIATIONS = _words("etc inc ltd corp llc usw bzw ggf approx est fig dept prof resp incl excl ecc enz")
"""Words whose full stop is theirs."""


def is_label(opener: str) -> bool:
    """Whether an opener is one word and a colon, as "Nota: 9" has it, which is a grade."""
    name = opener.strip("* ").rstrip(":： *")
    return name in _LABELS or (name in _SIGN_LABELS and opener.rstrip()[-1] in ":：")


@cache
def openers() -> dict[str, tuple[str, ...]]:
    """Every opener, in lower case with the signs and spaces that go with it, by its first sign."""
    forms = ("{}: ", "{} : ", "**{}:** ", "**{} :** ", "**{}**: ")
    phrases = [
        *(f"{phrase} " for phrase in (*NOTE_THAT, *_BEFORE_A_CLAUSE)),
        *(f"{phrase[:-1]}{sign}" for phrase in _BEFORE_A_CLAUSE if phrase.endswith(" que") for sign in "'’"),
        *(f"{phrase}{sign} " for phrase in _BEFORE_A_PAUSE for sign in ",:"),
        *(form.format(label) for label in _LABELS for form in forms),
        *(f"{label}{sign}{space}" for label in _SIGN_LABELS for sign in ":：" for space in ("", " ")),
        *(f"{phrase}{sign}{space}" for phrase in _SIGN_PAUSES for sign in ",，" for space in ("", " ")),
        *_SIGN_OPENERS,
    ]
    return {first: tuple(p for p in phrases if p[0] == first) for first in {phrase[0] for phrase in phrases}}
