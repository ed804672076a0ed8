"""Fingerprints of signing keys as people write them: ``SHA256:…`` of ssh, 40 or 64 hex digits of gpg."""

_SSH = "SHA256:"
_SSH_LENGTH = 43  # base64 of 32 bytes, without padding, as ssh-keygen -l shows it
_GPG_LENGTHS = (40, 64)  # version 4, versions 5 and 6
_SHORTEST_ID = 8
_BASE64 = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
_HEX = frozenset("0123456789ABCDEF")


def is_like_key(text: str) -> bool:
    """Whether ``text`` is meant as a key: a fingerprint, or a key id, which is too short to be one."""
    bare = _bare(text)
    return text[:7].upper() == _SSH or (len(bare) >= _SHORTEST_ID and _HEX.issuperset(bare))


def read_key(text: str) -> str:
    """The whole fingerprint that ``text`` is, as git tells it; "" when it is none.

    A key id is none, however long: two keys can be made to share it.
    """
    if text[:7].upper() == _SSH:
        digest = text[7:].rstrip("=")
        return _SSH + digest if len(digest) == _SSH_LENGTH and _BASE64.issuperset(digest) else ""
    bare = _bare(text)
    return bare if len(bare) in _GPG_LENGTHS and _HEX.issuperset(bare) else ""


def _bare(text: str) -> str:
    """Hex digits without the blanks and the ``0x`` that gpg shows."""
    bare = "".join(text.split()).upper()
    return bare.removeprefix("0X")
