"""Public keys of ssh in files: their fingerprint, as ssh-keygen shows it."""

import base64
import binascii
import hashlib
from itertools import pairwise

from memory_hygiene.errors import HygieneError

from .files import read_bytes

_KINDS = (b"ssh-", b"ecdsa-", b"sk-ssh-", b"sk-ecdsa-")
_MOST = 64 * 1024
_HINT = "give the .pub file that ssh-keygen wrote, or the fingerprint: --key SHA256:…"


def fingerprint_in(path: str) -> str:
    """``SHA256:…`` of the one public ssh key in a file. Raises HygieneError when there is not exactly one."""
    data = read_bytes(path)
    if data is None:
        raise HygieneError(f"no file called {path}", _HINT)
    if b"PRIVATE KEY" in data:
        raise HygieneError(f"{path} is a private key: keep it to yourself", _HINT)
    if b"PGP PUBLIC KEY" in data:
        raise HygieneError(f"{path} is a gpg key", "gpg --show-keys FILE shows the fingerprint; give it as --key")
    lines = [line for line in data[:_MOST].splitlines() if line.strip() and not line.startswith(b"#")]
    found = [key for line in lines if (key := _key_in(line))]
    if len(found) != 1 or len(lines) != 1:
        raise HygieneError(f"{path} does not hold one public ssh key", _HINT)
    return "SHA256:" + base64.b64encode(hashlib.sha256(found[0]).digest()).decode("ascii").rstrip("=")


def _key_in(line: bytes) -> bytes:
    """The key of a line ``[options] KIND BASE64 [comment]``; b"" when it has none. The key begins with its kind."""
    words = line.split()
    for kind, text in pairwise(words):
        if kind.startswith(_KINDS):
            try:
                key = base64.b64decode(text, validate=True)
            except binascii.Error:
                return b""
            return key if key[4 : 4 + len(kind)] == kind and int.from_bytes(key[:4], "big") == len(kind) else b""
    return b""
