"""H24: compression takes white space, glyphs, filler openers and repeated subjects; the proof sees all else stays."""

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from memory_hygiene.core.model import Shape
from memory_hygiene.core.tags import leading_tag
from memory_hygiene.core.wording.compression import compress
from memory_hygiene.core.wording.droppable_words import openers
from memory_hygiene.core.wording.faithful import why_unfaithful
from memory_hygiene.formats.section_sign import parse

SHORTER = {
    "The  user   prefers tea.  ": "The user prefers tea.",
    "Ports:\n\n\n\n- web  8443": "Ports:\n\n- web 8443",
    "- Deploys run on Fridays.": "Deploys run on Fridays.",
    "• - berth 12 is free": "berth 12 is free",
    "* **Pump** house key hangs left": "**Pump** house key hangs left",
    "Please note that the pump must not run dry.": "The pump must not run dry.",
    "It should be noted that npm may fail on port 8410.": "npm may fail on port 8410.",
    "Note: Berth 12 is free.": "Berth 12 is free.",
    "**Note:** the depot is closed.": "the depot is closed.",
    "Just so you know, Anna is away. By the way, it is worth noting that Bert is not.": "Anna is away. Bert is not.",
    "[stale] Please note that the gate is broken.": "[stale] The gate is broken.",
    "- [ ] Note: order the felt": "- [ ] order the felt",
    "1. FYI: the first\n2. FYI, the second": "1. The first\n2. The second",
    "Hinweis: der Zug fährt nie sonntags.": "Der Zug fährt nie sonntags.",
    "Veuillez noter qu'il ne faut pas redémarrer.": "Il ne faut pas redémarrer.",
    "Tenga en cuenta que el servidor no debe parar.": "El servidor no debe parar.",
    "Vale ressaltar que a bomba não pode parar.": "a bomba não pode parar.",
    "Si noti che il molo 3 è chiuso.": "Il molo 3 è chiuso.",
    "Let op: het gemaal mag niet stil staan.": "Het gemaal mag niet stil staan.",
    "なお、東京の予備は再起動しない。ちなみに、京都もない。": "東京の予備は再起動しない。京都もない。",
    "请注意，不要在周三重启服务器。": "不要在周三重启服务器。",
    "참고로, 서울 서버는 꺼져 있다.": "서울 서버는 꺼져 있다.",
    "The user prefers tea. The user dislikes coffee.": "The user prefers tea; dislikes coffee.",
    "User likes tea. User never drinks coffee. User must eat.": "User likes tea; never drinks coffee; must eat.",
    "Note: the user likes tea. FYI, the user has cats.": "The user likes tea; has cats.",
    "L’utilisateur aime le thé. L’utilisateur n’aime pas le bruit.": "L’utilisateur aime le thé; n’aime pas le bruit.",
}
UNTOUCHED = (
    "Note that error.",
    "Please note that file names change.",
    "Bitte beachten Sie, dass der Server nachts nicht läuft.",
    "Note:",
    "Note: [stale] the pump",
    "Note: 1. the pump",
    "Nota: 9 de 10 puntos",
    "Note: 1,3 in Mathematik",
    "Nota: muy buena",
    "注：3 号",
    "参考：手册",
    "Note: # the pump",
    "Note: §",
    "Note: ~~gone~~",
    "- 5 degrees",
    "- [x] done",
    "- § 4 applies",
    "- a\n- b",
    "The user likes tea, and Bob likes coffee. The user hates milk.",
    "The user likes Bob who hates tea. The user lives in Rome.",
    "The user stories matter. The user stories live in docs.",
    "The user uses tools etc. The user is a cook.",
    "Anna likes tea. Anna hates coffee.",
    "The user likes tea. The agent likes coffee.",
    "`a  b` and ``c  `  d``",
    'He said "Note: the  pump. Note: it runs".',
    "«a  b» “c  d” „e  f“ 「g  h」 'i  j'",
    "```\na  b\n\n\n\nNote: c\n```",
    "~~~ sh\nx  y\n~~~",
    "text:\n\n    code  here",
    "> Note: a  quote",
    "| Note: a  | b |",
    "a  | b\n---|---",
    "[ref]:  https://a.test/x  'Note: t'",
    "C:\\Program  Files",
    "├──  tree",
    "a\tb",
    "x\n § \ny  z",
    "§\n  glued  text",
    "CANARY: Do not modify this line  (0123456789abcdef)",
    "Note: a\nCANARY: Do not modify this line (0123456789abcdef)",
    "_[archived 2026-09-15]_  berth 12… → archive/2026.md#0123abcd",
    "[BLOCKED: MEMORY.md  entry contained threat pattern(s): x]",
    "<!-- Note: a  comment -->",
    "half a `code  span",
    "   ",
    "",
)


@pytest.mark.parametrize("old", SHORTER)
def test_h24_what_says_nothing_goes(old: str) -> None:
    new = compress(old)
    assert new == SHORTER[old]
    assert why_unfaithful(old, new) is None


@pytest.mark.parametrize("text", UNTOUCHED)
def test_h24_everything_else_stays(text: str) -> None:
    assert compress(text) == text


PIECES = [
    *(
        "berth",
        "pump",
        "the",
        "Friday",
        "8410",
        "-5",
        "3.5",
        "not",
        "never",
        "must",
        "Bob",
        "user@a.test",
        "/srv/x",
        "東京",
        "é",
    ),
    *(
        "https://a.test/x?q=1",
        "`a  b`",
        '"c  d"',
        "``",
        "`",
        '"',
        "'",
        "“",
        "”",
        "[",
        "]",
        "[stale]",
        "[UNVERIFIED]",
        "[ ]",
    ),
    *(
        "Note:",
        "Please note that",
        "it should be noted that",
        "FYI,",
        "なお、",
        "请注意，",
        "**Note:**",
        "Nota:",
        "notez qu'",
    ),
    *(
        "The user likes tea.",
        "The user is tall.",
        "User has cats.",
        "User must go.",
        "the user",
        "etc.",
        "and",
        "; has",
        "。",
    ),
    *(
        "-",
        "*",
        "•",
        "1.",
        "§",
        ">",
        "|",
        "#",
        "```",
        "~~~",
        "\t",
        "\\",
        "CANARY: Do not modify this line",
        "\u2028",
        "\x85",
    ),
]
ENTRIES = st.lists(
    st.tuples(st.sampled_from(PIECES), st.sampled_from([" ", " ", " ", "  ", "", "\n", "\n\n\n", "\n  "]))
).map(lambda pairs: "".join(piece + space for piece, space in pairs))


@given(st.one_of(ENTRIES, ENTRIES, st.text(max_size=60)))
def test_h24_any_text_is_compressed_faithfully_and_once(text: str) -> None:
    new = compress(text)
    assert why_unfaithful(text.strip(), new.strip()) is None
    assert compress(new) == new
    assert len(new) <= len(text)
    assert len(new.encode("utf-8", "surrogatepass")) <= len(text.encode("utf-8", "surrogatepass"))
    assert bool(new.strip()) == bool(text.strip())


@given(ENTRIES)
def test_h24_an_entry_stays_one_entry_with_its_tag(text: str) -> None:
    entries = parse(text.encode()).entries
    assume(len(entries) == 1)
    after = parse(compress(entries[0].text).encode()).entries
    assert len(after) == 1
    assert after[0].shape is Shape.SECTION_SIGN
    before_tag, after_tag = leading_tag(entries[0]), leading_tag(after[0])
    assert (before_tag and before_tag.written) == (after_tag and after_tag.written)


MUTANTS = {
    "Port 8410 must not be open.": {
        "Port must not be open.": "number '8410' is gone",
        "Port 8411 must not be open.": "number '8410' became '8411'",
        "Port 8410 must be open.": "negation 'not' is gone",
        "Port 8410 not be open.": "modal verb 'must' is gone",
        "Port 8410 may not be open.": "modal verb 'must' became 'may'",
        "Port 8410 must not be open 24.": "number '24' is new",
        "Port 8410 must not be open. Never.": "negation 'never' is new",
        "8410 must not be open.": "name 'Port' is gone",
        "Port 8410 must not be shut.": "word 'open' became 'shut'",
        "Port 8410 must not be open": "signs",
        "": "nothing is left",
        "Port 8410 must\n§\nnot be open.": "cut the entry in two",
        " Port 8410 must not be open.": "white space",
    },
    "Anna pays Bob, see `a.b` in /srv/x or https://a.test/x or b@a.test": {
        "Bob pays Anna, see `a.b` in /srv/x or https://a.test/x or b@a.test": "another order",
        "Anna pays Bob, see a.b in /srv/x or https://a.test/x or b@a.test": "code span '`a.b`' is gone",
        "Anna pays Bob, see `a.b` in /srv/y or https://a.test/x or b@a.test": "address '/srv/x' became '/srv/y'",
        "Anna pays Bob, see `a.b` in /srv/x or https://a.test/y or b@a.test": "address",
        "Anna pays Bob, see `a.b` in /srv/x or https://a.test/x or c@a.test": "address",
        "Anna pays, see `a.b` in /srv/x or https://a.test/x or b@a.test": "name 'Bob' is gone",
    },
    "请注意，东京不用重启。": {
        "东京用重启。": "name '东京不用重启' became '东京用重启'",
        "请注意，东京不用重启": "signs",
    },
    "- a\n- b": {"- a - b": "lines", "a\nb": "signs"},
    "The user likes Bob. The user hates noise.": {
        "The user likes Bob; not hates noise.": "negation 'not' is new",
        "The user likes Bob or hates noise.": "word 'or' is new",
    },
    "The user told Bob. The user lives in Rome.": {"The user told Bob; lives in Rome.": "word 'the' is gone"},
    '"a  b" c': {'"a b" c': "signs"},
    "Note: [stale] x": {"[stale] x": "name 'Note' is gone"},
    "- 5 degrees": {"5 degrees": "signs"},
    "- [ ] call": {"[ ] call": "signs"},
}


@pytest.mark.parametrize(("old", "new"), [(old, new) for old, news in MUTANTS.items() for new in news])
def test_h24_the_proof_refuses_a_text_that_says_something_else(old: str, new: str) -> None:
    reason = why_unfaithful(old, new)
    assert reason is not None
    assert MUTANTS[old][new] in reason


def test_h24_the_proof_lets_a_delegate_join_with_and() -> None:
    old = "The user likes tea. The user hates noise."
    assert why_unfaithful(old, "The user likes tea and hates noise.") is None
    assert why_unfaithful(old, "The user likes tea or hates noise.") is not None


TELLING = st.sampled_from(
    ["8410", "-5", "not", "never", "must", "may", "Bob", "Anna", "/srv/x", "`x`", "東京", "no", "nie", "debe"]
)


@given(st.lists(TELLING, min_size=1, max_size=6), st.lists(TELLING, max_size=6), st.data())
def test_h24_no_telling_word_goes_comes_or_moves(words: list[str], more: list[str], data: st.DataObject) -> None:
    old = "Note: the pump " + " and ".join(words) + ". FYI, it runs " + ", ".join(more)
    new = compress(old)
    shuffled = data.draw(st.permutations(words))
    at = data.draw(st.integers(0, len(words) - 1))
    for mutant in (words[:at] + words[at + 1 :], [*words, data.draw(TELLING)], shuffled):
        if mutant != words:
            changed = "The pump " + " and ".join(mutant) + new[new.index(". ") :]
            assert why_unfaithful(old, changed) is not None
            assert why_unfaithful(new, changed) is not None


@given(ENTRIES, ENTRIES, ENTRIES)
def test_h24_the_proof_refuses_any_word_more_or_less(head: str, middle: str, tail: str) -> None:
    """Whatever the rest: a number in plain sight cannot be taken out or put in."""
    with_it, without = f"{head} 777123 {middle} {tail}".strip(), f"{head} {middle} {tail}".strip()
    assert why_unfaithful(with_it, without) is not None
    assert why_unfaithful(without, with_it) is not None


def test_h24_hostile_entries_take_no_time() -> None:
    for part in (
        "`",
        '"a',
        "The user is ",
        "The user likes tea. ",
        "Note: ",
        "[",
        "“",
        " ",
        "\n",
        "- ",
        "a",
        "注意：",
        "**Note: ",
    ):
        text = (part * 30_000)[:60_000] + "x"
        assert why_unfaithful(text.strip(), compress(text).strip()) is None


def test_h24_the_words_of_both_sides_agree() -> None:
    """Every opener that the proof lets go is one in words only: none holds a number, and all end in a pause."""
    phrases = [phrase for group in openers().values() for phrase in group]
    assert len(phrases) > 150
    for phrase in phrases:
        old = f"{phrase}Bob is away."
        assert re.search(r"\d", phrase) is None
        assert why_unfaithful(old, "Bob is away.") is None
        assert why_unfaithful(old, compress(old)) is None
