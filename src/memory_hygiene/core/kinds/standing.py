"""Verbs of six languages, without case, by which a note says what stands and not what was done."""


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


STANDING = _words(
    """
    is are has have will may can must cannot can't does doesn't don't only whenever because
    ist sind muss müssen kann können soll sollen darf dürfen gilt gelten bleibt bleiben gehört heisst
    est sont doit doivent peut peuvent faut reste restent
    es son está están tiene tienen debe deben puede pueden hay queda será
    é são estão tem têm deve devem pode podem há fica
    будет будут должен должна должны нужно надо можно нельзя
    """
)
