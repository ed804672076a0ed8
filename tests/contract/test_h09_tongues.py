"""H9 and H10 in seven languages beside English: plain notes of one small theatre that no weights have seen.

The notes say the same in each language, so that the languages can be compared.
"""

from pathlib import Path
from typing import NamedTuple

import pytest

from memory_hygiene.core.kinds.categorizing import categorize
from memory_hygiene.core.kinds.category import Judgement

DAY = "2026-09-15"
TONGUES = ("de", "fr", "es", "pt", "ru", "ja", "zh")


class Note(NamedTuple):
    """A note with its labels."""

    text: str
    category: str
    deletable: bool
    file: str


def _notes(tongue: str) -> list[Note]:
    found: list[Note] = []
    head = ["", "", "", ""]
    for line in (Path(__file__).parent / "unseen_tongues.txt").read_text("utf-8").splitlines():
        if line.startswith("## "):
            head = line[3:].split(" | ")
        elif head[0] == tongue:
            found.append(Note(line, head[1], head[2] == "deletable", head[3]))
    return found


def _judge(notes: list[Note]) -> list[Judgement]:
    return [categorize(note.text, note.file, DAY) for note in notes]


@pytest.mark.parametrize("tongue", TONGUES)
def test_h09_plain_notes_of_a_language_get_their_kind(tongue: str) -> None:
    notes = _notes(tongue)
    right = sum(judged.category.value == note.category for note, judged in zip(notes, _judge(notes)))
    assert len(notes) == 13
    assert right >= 11


@pytest.mark.parametrize("tongue", TONGUES)
def test_h10_nothing_of_a_language_goes_that_should_stay(tongue: str) -> None:
    notes = _notes(tongue)
    judged = _judge(notes)
    assert [note.text for note, one in zip(notes, judged) if one.deletable and not note.deletable] == []
    assert sum(one.deletable for one in judged) >= 2


def test_h09_no_note_is_one_of_the_training_entries() -> None:
    folder = Path(__file__).parent.parent.parent / "src" / "training" / "entries"
    trained = {line for path in folder.glob("*.txt") for line in path.read_text("utf-8").splitlines()}
    assert not trained & {note.text for tongue in TONGUES for note in _notes(tongue)}


@pytest.mark.parametrize(
    "text",
    [
        "Heute die Kaution für die Perücken hinterlegt.",
        "Gestern den Gastspielvertrag unterzeichnet.",
        "Mit Juri in der Notaufnahme gewesen, Bänderriss.",
        "Der Intendantin zugesagt, dass sie die Noten bekommt.",
        "Einbruch in die Garderobe am 4. Mai 2026, zwei Laptops weg.",
        "Die Bühnenbildnerin ist bis Februar nächsten Jahres in Elternzeit.",
        "Ce matin, encaissé le chèque de la ville.",
        "Hier, signé l'avenant chez le notaire.",
        "Accompagné Odile aux urgences, entorse.",
        "Juré au maire que la salle serait rendue propre.",
        "Incendie de la loge le 4 mai 2026, aucun blessé.",
        "La scénographe est absente jusqu'en février prochain.",
        "Hoy cobramos la subvención del ayuntamiento.",
        "Ayer firmamos la escritura ante notario.",
        "Acompañé a Odilia a urgencias, esguince.",
        "Le prometí al alcalde dejar la sala limpia.",
        "Robo en el camerino el 4 de mayo de 2026, dos portátiles.",
        "La escenógrafa no vuelve hasta febrero del año que viene.",
        "Hoje recebemos a verba da prefeitura por transferência.",
        "Ontem assinei a procuração no cartório.",
        "Levei a Odila ao pronto-socorro, entorse no pé.",
        "Jurei ao prefeito que a sala fica limpa.",
        "Furto no camarim em 4 de maio de 2026, dois notebooks.",
        "A cenógrafa está de licença até fevereiro do ano que vem.",
        "Сегодня получили субсидию от города.",
        "Вчера подписали доверенность у нотариуса.",
        "Отвёз Одиллию в травмпункт, растяжение.",
        "Поклялся мэру, что зал сдадим чистым.",
        "Кража в гримёрке 4 мая 2026, пропали два ноутбука.",
        "Художница в отпуске до февраля следующего года.",
        "今日、市からの補助金が口座に入金された。",
        "昨日、公証役場で委任状に署名した。",
        "小田さんを救急に連れて行った。捻挫。",
        "市長に会場をきれいにして返すと約束した。",
        "2026年5月4日、楽屋で盗難、ノートパソコン二台。",
        "美術担当は来年2月まで育休。",
        "今天收到市里的补贴，已入账。",
        "昨天在公证处签了委托书。",
        "陪欧姐去急诊，脚扭伤了。",
        "跟市长保证过，场地打扫干净再还。",
        "2026年5月4日化妆间失窃，丢了两台笔记本。",
        "舞美休产假到明年2月。",
    ],
)
def test_h10_what_somebody_may_still_need_never_goes_in_any_language(text: str) -> None:
    assert not categorize(text, "MEMORY.md", DAY, age_days=900).deletable


@pytest.mark.parametrize(
    "text",
    [
        "Kim is on holiday.",
        "Juri ist krankgeschrieben.",
        "Odile est en arrêt maladie.",
        "Odilia está de baja.",
        "A Odila está de licença.",
        "Одиллия на больничном.",
        "小田さんは療養中。",
        "欧姐在住院。",
    ],
)
def test_h10_an_absence_without_an_end_may_last(text: str) -> None:
    assert not categorize(text, "MEMORY.md", DAY, age_days=900).deletable


@pytest.mark.parametrize(
    "text",
    [
        "[veraltet] Im Mai gab es 90 Plätze.",
        "[obsolète] En mai il y avait 90 places.",
        "[caducado] En mayo había 90 butacas.",
        "[desatualizado] Em maio havia 90 lugares.",
        "[устарело] В мае было 90 мест.",
        "【廃止】5月の座席数は90だった。",
        "[作废] 5月有90个座位。",
        "[stale?] Seats in May: 90.",
    ],
)
def test_h10_a_mark_in_another_language_hints_and_permits_nothing(text: str) -> None:
    judged = categorize(text, "MEMORY.md", DAY, age_days=900)
    assert not judged.deletable
