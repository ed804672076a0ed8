"""In which of eight languages an entry is, by script and small words, and the small words themselves."""

import re
from functools import cache

from .reading import Reading

SMALL: dict[str, str] = {
    "en": """
        the a an of to is are was were be been being am and or but nor for with without in on at by from into onto
        over under about after before between during until till since through it its this that these those there
        here he she they them his her their him we our us i my me you your who whom whose which what when where why
        how if unless while because so as than then not no never none nothing nobody only also too still yet already
        just even again once now always usually every each all both some any many most more less few several other
        another one two three has have had do does did done will would shall should can could may might must cannot
        can't don't doesn't didn't isn't aren't won't needs need let out up off down back away left same such own
        per via than nor neither either whether instead except
        """,
    "de": """
        der die das den dem des ein eine einen einem einer eines und oder aber ist sind war waren nicht kein keine
        keinen keinem mit ohne für von vom im in am an zum zur zu auf aus bei beim nach vor über unter bis ab seit
        durch um gegen wird werden wurde wurden hat haben hatte hatten muss müssen soll sollen darf dürfen kann
        können will wollen mag möchte er sie es wir ihr ihre ihren sein seine ich mein du dein uns unser man sich
        nur auch noch schon immer nie jetzt dann wenn falls weil damit dass als wie wer was wo jede jeder jedes
        jeden alle allen heute gestern morgen erst sonst nichts niemand etwa gerade derzeit bitte daher deshalb
        statt
        """,
    "fr": """
        le la les un une des du de au aux et ou mais est sont était étaient pas ne plus jamais rien aucun aucune
        avec sans pour par dans sur sous en à chez vers entre depuis avant après pendant jusqu ce cet cette ces il
        elle ils elles on nous vous je tu son sa ses leur leurs notre nos mon ma mes que qui quoi dont où si quand
        lorsque car donc parce comme toujours encore déjà seulement tout toute tous toutes chaque a ont avait avons
        ai été être avoir doit doivent peut peuvent faut veut se y c l d j n s qu m t aujourd hier demain
        """,
    "es": """
        el la los las un una unos unas de del al y e o u pero es son era eran fue fueron no ni nunca jamás nada
        nadie sin con para por en sobre entre desde hasta antes después durante que quien cual donde cuando si
        porque como se su sus lo le les nos me mi yo tú él ella ellos ellas nosotros este esta estos estas ese esa
        eso esto está están hay ha han había hemos he ser estar tiene tienen debe deben puede pueden hay más menos
        muy ya aún todavía solo sólo siempre cada todo toda todos todas hoy ayer mañana también
        """,
    "pt": """
        o a os as um uma uns umas de do da dos das no na nos nas ao à aos às pelo pela e ou mas é são era eram foi
        foram não nem nunca jamais nada ninguém sem com para pra por em sobre entre desde até antes depois durante
        que quem qual onde quando se porque como seu sua seus suas lhe me meu minha eu ele ela eles elas nós você
        vocês este esta esse essa isto isso está estão há tem têm tinha havia ser estar deve devem pode podem mais
        menos muito já ainda só apenas sempre cada tudo todo toda todos todas hoje ontem amanhã também tá
        """,
    "ru": """
        и а но или не ни нет да в во на с со к ко по за из от до для у о об при без через под над между перед после
        это этот эта эти тот та те он она они оно его её ее их мы наш наша наши нам нас я мой мне вы ты что кто где
        когда если чтобы как так потому который которая которые был была было были будет есть уже ещё еще только
        лишь всегда никогда каждый каждую все всё весь вся можно нельзя надо нужно сейчас теперь пока
        """,
}


@cache
def small_words() -> dict[str, frozenset[str]]:
    """The small words of each language; made once on first use."""
    return {tongue: frozenset(listed.split()) for tongue, listed in SMALL.items()}


def tongue_of(reading: Reading) -> str:
    """The language of a reading: ``ja`` and ``zh`` and ``ru`` by their signs, the others by most small words."""
    joined = "".join(reading.folded)
    if not joined.isascii():
        if re.search("[\u3040-\u30ff]", joined):
            return "ja"
        if re.search("[\u3400-\u9fff]", joined):
            return "zh"
        if len(re.findall("[\u0400-\u04ff]", joined)) * 3 > len(joined):
            return "ru"
    words = [part for token in reading.folded for part in token.split("'")]
    scores = [
        (sum(word in small for word in words) + 0.4 * _marked(tongue, words), tongue == "en", tongue)
        for tongue, small in small_words().items()
    ]
    return max(scores)[2]


_MARKS = {"de": "äöüß", "fr": "èêçœûîùë", "es": "ñ¿¡íóú", "pt": "ãõçâê"}


def _marked(tongue: str, words: list[str]) -> int:
    marks = _MARKS.get(tongue, "")
    return sum(not word.isascii() and any(sign in marks for sign in word) for word in words) if marks else 0
