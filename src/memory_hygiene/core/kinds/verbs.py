"""English verbs by form: what a sentence that begins with one is (a command, a deed, a habit)."""


def words(listed: str) -> frozenset[str]:
    """The words of a text, each once."""
    return frozenset(listed.split())


BASE = words(
    """
    accept add adjust agree aim allow announce answer append apply apologise apologize archive ask assume
    attach avoid back be begin book bring build bump bundle buy call cancel carry change charge check choose
    cite clean clear click close collect commit compare compile complete compress confirm consult contact
    continue convert copy correct count cover create cross cut debug decline delete deliver deploy describe
    disable disconnect discuss do document double download draft draw drop dry duplicate edit email empty
    enable encode encrypt end enter escalate estimate exclude execute explain export fail fetch file fill
    filter finish fix flag flash flush follow force format forward freeze generate get give go greet group
    hand handle hide hold ignore import include inform insert inspect install introduce invite invoke keep
    label lead leave let limit link list listen load lock log look lower mail make mark mask measure mention
    merge migrate mind mirror mount move mute never note notify obey offer open order output pack paste
    patch pause pay phone pick pin ping place plan plug point post prefer prefix prepare present preserve
    print proceed produce protect prove publish pull push put query quote raise rate read rebase rebuild
    recheck record redact reduce refer refresh refuse regenerate register rehearse reject release reload
    remember remind remove rename render repeat replace reply report request reserve reset resolve respect
    respond restart restate restore retry return reuse reverse review rewrite ring rotate round route run
    sample sanitise sanitize save say scan schedule scrub search seal see send serve set share ship show shut
    sign skip slow snapshot sort speak specify spell split squash stage start state stay stick stop store
    strip submit summarise summarize supply switch sync tag take talk tell test thank throw time title touch
    track translate treat trim trust try turn type undo unlock unmount unplug update upgrade upload use
    validate verify version wait wake warn watch wear weigh whisper wipe withhold word work wrap write zip
    """
)
PAST = words(
    """
    ate became began bought brought built came caught chose cut did drew drove fed felt found flew forgot gave
    got had held heard kept knew laid lay led left lent let lost made met paid put ran read rebuilt redid
    reran rewired rode rose said sat saw sent set shot shut slept sold spent spoke stood stuck swept took
    taught thought threw told typed undid went woke won wore wrote
    """
)
HABITS = words(
    """
    likes prefers hates dislikes loves enjoys wants tends appreciates reads speaks lives works writes thinks
    plays cooks keeps needs expects finds uses trades teaches repairs owns runs answers types drinks eats
    sleeps gets feels cares values goes walks sings
    """
)
NOT_PAST = words(
    """
    need feed speed seed embed red bed shed used based named retired married called indeed weed reed unused
    """
)


def is_past(word: str) -> bool:
    """Whether a word, in lower case, is an English past tense by its form."""
    return word in PAST or (len(word) > 4 and word.endswith("ed") and word not in NOT_PAST)
