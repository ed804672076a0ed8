"""The lexicon of cues: every phrase can be found, and general words of seven languages show what they say."""

import pytest

from memory_hygiene.core.kinds import matching
from memory_hygiene.core.kinds.lexicon import WORDS
from memory_hygiene.core.kinds.lexicons import de, es, fr, ja, pt, ru, zh
from memory_hygiene.core.kinds.reading import read

LEXICONS = {"en": WORDS} | {
    name: module.WORDS
    for name, module in {"de": de, "fr": fr, "es": es, "pt": pt, "ru": ru, "ja": ja, "zh": zh}.items()
}


def _cues(text: str) -> set[str]:
    return {found.cue for found in matching.find(read(text))}


def _phrases(language: str) -> list[tuple[str, str]]:
    return [(cue, " ".join(part.split())) for cue, listed in LEXICONS[language].items() for part in listed.split("|")]


@pytest.mark.parametrize("language", LEXICONS)
def test_every_phrase_is_found_where_it_stands(language: str) -> None:
    """A phrase too long, or with a sign that no word has, would never be found."""
    dead = [(cue, phrase) for cue, phrase in _phrases(language) if cue not in _cues(_written(phrase))]
    assert dead == []


def _written(phrase: str) -> str:
    """The phrase as it would be written, with something for what ``*`` stands for."""
    if phrase[-1] >= "\u3040" or phrase[0] >= "\u3040":
        return phrase.replace("*", "")
    if phrase.startswith("*"):
        return "arbeits" + phrase[1:]
    return phrase.removesuffix("*") + ("en" if phrase.endswith("*") else "")


@pytest.mark.parametrize("language", [name for name in LEXICONS if name != "en"])
def test_the_cues_of_a_language_are_those_of_the_guide(language: str) -> None:
    assert LEXICONS[language].keys() <= WORDS.keys()


@pytest.mark.parametrize(
    ("text", "cue"),
    [
        ("Die Stromrechnung ist bezahlt.", "money"),
        ("Der Kaufvertrag liegt beim Notar.", "law"),
        ("Beim Kinderarzt gewesen.", "health"),
        ("Wasserrohrbruch im Keller.", "incident"),
        ("Ich habe es ihm zugesichert.", "promise"),
        ("Bis auf Weiteres geschlossen.", "for-now"),
        ("Der Bescheid steht noch aus.", "waiting"),
        ("Auf gar keinen Fall öffnen.", "never"),
        ("Dossier envoyé à l'assureur.", "law"),
        ("Elle a été opérée à l'hôpital.", "health"),
        ("Reçu le remboursement.", "money"),
        ("J'ai donné ma parole.", "promise"),
        ("Inondation de la réserve.", "incident"),
        ("Toujours aucune réponse du garage.", "waiting"),
        ("Interdiction de fumer.", "must"),
        ("Le depositamos la mitad.", "money"),
        ("La sentencia fue favorable.", "law"),
        ("El niño tiene fiebre.", "health"),
        ("Se comprometió a volver.", "promise"),
        ("Hubo un apagón.", "incident"),
        ("El inspector sigue sin venir.", "waiting"),
        ("No le gustan las sorpresas.", "dislikes"),
        ("Quitei o boleto.", "money"),
        ("A escritura está no cartório.", "law"),
        ("Tomou a vacina.", "health"),
        ("Prometeu voltar.", "promise"),
        ("Vazamento de dados na loja.", "incident"),
        ("Ficaram de ligar.", "waiting"),
        ("É vedado fumar.", "must"),
        ("Внёс предоплату.", "money"),
        ("Подал иск.", "law"),
        ("У деда давление.", "health"),
        ("Дал слово помочь.", "promise"),
        ("Утечка данных из чата.", "incident"),
        ("До сих пор не решили.", "waiting"),
        ("Запрещается курить.", "must"),
        ("家賃を振り込んだ。", "money"),
        ("覚書を交わした。", "law"),
        ("父は入院した。", "health"),
        ("返却すると伝えた。", "promise"),
        ("個人情報が漏えいした。", "incident"),
        ("先方の返事待ち。", "waiting"),
        ("絶対に開けるな。", "not"),
        ("给房东转账了。", "money"),
        ("签署了协议。", "law"),
        ("妈做了体检。", "health"),
        ("答应了还给他。", "promise"),
        ("数据库泄露。", "incident"),
        ("還沒收到回覆。", "waiting"),
        ("未经同意不得外传。", "must"),
    ],
)
def test_a_general_word_shows_its_cue(text: str, cue: str) -> None:
    assert cue in _cues(text)


@pytest.mark.parametrize("text", ["It is a separate brand.", "The robot became faster.", "Ravi wrote the quotation."])
def test_a_word_of_another_language_shows_none(text: str) -> None:
    assert not _cues(text) & {"money", "law", "health", "promise", "incident", "likes"}
