"""How an entry is built, in any of the languages: the form of its leading verbs, its main clause, its skeleton.

A skeleton keeps the small words and the forms of the others: "The gate is being mended" becomes ``the ~ is ~going
~done``. So a construction tells, whatever it is about (source: the guide's questions of tense, mood and force).
"""

from collections.abc import Iterator
from itertools import pairwise

from .forms import BASE, COMMAND, DEED, DONE, GOING, HABIT, form
from .reading import Reading
from .tongues import small_words
from .verbs import words as listed_words

_LONGEST = 80
"""Words whose build is looked at."""
_SHAPES = {COMMAND: "~do", BASE: "~do", DEED: "~did", DONE: "~done", GOING: "~going", HABIT: "~does", "": "~"}
_AUX = listed_words(
    """
    is are was were has have had will shall should can could may might must cannot can't does do did don't doesn't
    didn't needs isn't aren't won't ist sind war waren wird werden wurde hat haben hatte muss müssen soll sollen
    darf dürfen kann können will est sont était étaient a ont avait doit doivent peut peuvent faut va es son era
    eran fue ha han había debe deben puede pueden hay está están é são foi tem têm deve devem pode podem tinha был
    была были будет должен должна должны нужно надо нельзя можно есть нет
    """
)
_NOUN_AHEAD = listed_words(
    """
    the a an this that these those my our your his her its their every each no any some of in on at by for with from
    le la les l un une des du ce cette el los las un una o os as um uma der die das den dem ein eine einen einem
    """
)
_SUBJECTS: dict[str, frozenset[str]] = {
    "definite": listed_words(
        """
        the this these that our my their its his her der die das unser dieser diese le la les ce cette notre nos
        el los las este esta nuestro nuestra o os as nosso nossa esse essa наш наша этот эта эти
        """
    ),
    "generic": listed_words(
        """
        a an every each all any most many some no both few several ein eine jeder jede jedes alle kein keine un
        une chaque tout toute tous aucun aucune una cada todo todos toda todas ningún ninguna um uma nenhum
        nenhuma каждый каждая все любой
        """
    ),
    "third": listed_words(
        """
        he she they er sie il elle ils elles él ella ellos ele ela eles он она они
        """
    ),
    "we": listed_words(
        """
        we wir nous on nosotros nós мы
        """
    ),
    "i": listed_words(
        """
        i ich je j yo eu я
        """
    ),
    "you": listed_words(
        """
        you du tu vous tú usted você ты вы
        """
    ),
    "it": listed_words(
        """
        it there es il ça c ello isso isto это
        """
    ),
    "when": listed_words(
        """
        when if whenever once as wenn falls sobald si quand lorsque cuando se quando если когда при
        """
    ),
    "before": listed_words(
        """
        before after until till since while during from vor bevor nach bis seit während ab avant après jusqu
        depuis pendant dès antes después hasta desde durante depois até до после перед пока с
        """
    ),
    "place": listed_words(
        """
        in on at by for with to under over between without im am auf bei zum zur für mit ohne dans sur à chez
        pour avec en con para por sin em no na com sem в на у для без по к
        """
    ),
    "never": listed_words(
        """
        never no not don't do only always nie niemals nur immer bitte ne jamais toujours nunca jamás siempre
        solo sólo sempre só não никогда не только всегда
        """
    ),
}


def clauses(reading: Reading, tongue: str) -> Iterator[str]:
    """The features of the build of a reading."""
    if tongue in ("ja", "zh"):
        yield from _of_endings(reading, tongue)
        return
    words = _words(reading, tongue)
    starts = sorted(start for start in reading.starts if start < len(words))
    for one, start in enumerate(starts):
        end = starts[one + 1] if one + 1 < len(starts) else len(words)
        yield from _of_sentence(words[start:end], "first" if one == 0 else "later", tongue)


def _words(reading: Reading, tongue: str) -> list[tuple[str, str]]:
    """Each word with what stands for it in the skeleton."""
    from .wording import made_equal

    small = small_words().get(tongue, frozenset())
    words: list[tuple[str, str]] = []
    for place, folded in enumerate(reading.folded[:_LONGEST]):
        equal = made_equal(reading, place)
        bare = folded.rpartition("'")[2] if tongue == "fr" else folded
        if folded in small or bare in small:
            words.append((bare, bare))
        elif equal[0] == "<" and equal != "<name>":
            words.append((folded, equal))
        else:
            written = reading.tokens[place] if tongue == "de" and place not in reading.starts else bare
            shape = _shape(form(written, tongue), bare, words[-1][0] if words else "", tongue)
            words.append((bare, "<name>" if equal == "<name>" and tongue != "de" else shape))
    return words


def _shape(found: str, word: str, before: str, tongue: str) -> str:
    """A noun after an article is no command, whatever verb it looks like; an ending in *s* is kept apart in English."""
    if found in (COMMAND, BASE, HABIT) and before in _NOUN_AHEAD:
        return "~"
    if not found and tongue == "en" and len(word) > 3 and word[-1] == "s" and word[-2] not in "sui":
        return "~s"
    return _SHAPES[found]


def _of_sentence(words: list[tuple[str, str]], at: str, tongue: str) -> Iterator[str]:
    shapes = _chunked([shape for _, shape in words])
    if not shapes:
        return
    if tongue != "en":
        yield from _of_forms(shapes, at)
    yield f"frame={_subject(words[0], shapes)}:{_auxiliary(words)}"
    if at == "first":
        yield from (f"k1={' '.join(shapes[:size])}" for size in (1, 2, 3, 4) if size <= len(shapes))
    yield from (f"k={one} {two}" for one, two in pairwise(shapes))
    yield from (f"k={one} {two} {three}" for one, two, three in zip(shapes, shapes[1:], shapes[2:]))
    yield f"kz={' '.join(shapes[-2:])}"


def _of_forms(shapes: list[str], at: str) -> Iterator[str]:
    """In other languages what the first and the last word of a sentence do, under the names that English has."""
    name = {"~do": "command", "~did": "deed", "~done": "done"}.get(shapes[0])
    if name:
        yield f"{name}@{at}"
    last = {"~do": "command", "~done": "done"}.get(shapes[-1])
    if last and len(shapes) > 1:
        yield f"{last}@end"


def _chunked(shapes: list[str]) -> list[str]:
    """The skeleton with runs of plain words made one."""
    return [shape for place, shape in enumerate(shapes) if shape != "~" or place == 0 or shapes[place - 1] != "~"]


def _subject(first: tuple[str, str], shapes: list[str]) -> str:
    word, shape = first
    for kind, listed in _SUBJECTS.items():
        if word in listed:
            return kind
    return shape if shape[0] in "~<" else "other"


def _auxiliary(words: list[tuple[str, str]]) -> str:
    """The first auxiliary of a sentence; else the first verb form; else none."""
    for word, _ in words[:12]:
        if word in _AUX:
            return word
    return next((shape for _, shape in words[1:6] if shape in ("~did", "~does", "~done", "~going")), "-")


_ENDINGS = {
    "ja": {
        "deed": ("ました", "した", "った", "いた", "んだ", "れた", "きた", "ちた", "えた", "めた", "けた"),
        "command": ("こと", "ください", "下さい", "せよ", "なさい", "厳禁", "禁止", "べし", "べからず", "必須", "べき"),
        "present": ("です", "だ", "である", "ます", "する", "なる", "ある", "いる"),
        "going": ("ている", "ています", "中", "てある", "待ち", "予定", "まま"),
        "denied": ("ない", "ません", "しない", "いない", "ず"),
        "wish": ("たい", "ほしい", "欲しい", "好き", "好む", "嫌い", "派", "いい", "よい"),
    },
    "zh": {
        "deed": ("了", "过", "完", "好了", "完成"),
        "present": ("是", "的", "用", "有"),
        "going": ("中", "着", "呢"),
        "denied": ("没有", "没"),
    },
}
_OPENINGS = {
    "zh": {
        "command": (
            "请",
            "不要",
            "不得",
            "别",
            "先",
            "必须",
            "务必",
            "禁止",
            "严禁",
            "切勿",
            "凡",
            "一律",
            "每次",
            "只能",
        ),
        "deed": ("把", "今天", "昨天", "上午", "下午", "跟", "和", "给", "刚"),
        "going": ("正在", "目前", "暂时", "还没", "尚未", "等"),
        "user": ("他", "她", "用户", "喜欢", "不喜欢", "偏好"),
    },
    "ja": {
        "going": ("現在", "今", "まだ"),
        "deed": ("今日", "昨日", "午前", "午後", "朝", "夕方"),
        "user": ("彼", "彼女", "ユーザー"),
    },
}


def _of_endings(reading: Reading, tongue: str) -> Iterator[str]:
    """How the sentences of a language without spaces begin and end."""
    for place, sentence in enumerate(_sentences(reading)):
        at = "first" if place == 0 else "later"
        for name, endings in _ENDINGS[tongue].items():
            if sentence.endswith(endings):
                yield f"{name}@{at}" if name in (DEED, COMMAND) else f"ends={name}"
        for name, openings in _OPENINGS[tongue].items():
            if sentence.startswith(openings):
                yield f"opens={name}"
        yield from (f"z={sentence[-size:]}" for size in (1, 2, 3) if size <= len(sentence))
        if tongue == "zh" and "了" in sentence:
            yield "ends=le"


def _sentences(reading: Reading) -> list[str]:
    plain = reading.plain.replace("\n", "。")
    for sign in "．！？；":
        plain = plain.replace(sign, "。")
    return [part.strip(" -*。、,.") for part in plain.split("。") if part.strip(" -*。、,.")][:8]
