"""Real keys made for a test: ssh by ssh-keygen, gpg in a home of its own. Nobody's own keys or agents are touched."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from .conftest import clean_environment

HAS_GPG = shutil.which("gpg") is not None


class SigningKey(NamedTuple):
    """A key as git signs with it: its fingerprint, the public key file ("" for gpg), and the options of ``git``."""

    fingerprint: str
    public: str
    options: tuple[str, ...]


def ssh_key(folder: Path, name: str) -> SigningKey:
    """A new ed25519 key without a passphrase."""
    folder.mkdir(exist_ok=True)
    file = folder / name
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(file)], check=True)
    shown = subprocess.run(["ssh-keygen", "-l", "-f", f"{file}.pub"], check=True, capture_output=True, text=True)
    options = ("-c", "gpg.format=ssh", "-c", f"user.signingkey={file}.pub")
    return SigningKey(shown.stdout.split()[1], f"{file}.pub", options)


class Keyring:
    """A gpg home with keys in it."""

    def __init__(self, home: str) -> None:
        self.home = home

    def gpg(self, *arguments: str) -> str:
        """The output of gpg in this home."""
        environment = {**clean_environment(), "GNUPGHOME": self.home}
        command = ["gpg", "--batch", "--quiet", "--passphrase", "", "--pinentry-mode", "loopback", *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout

    def make(self, user: str, *, at: str = "") -> SigningKey:
        """A new key for signing; one made ``at`` a time (as gpg writes it) expired a year later."""
        time = ("--faked-system-time", at) if at else ()
        self.gpg(*time, "--quick-generate-key", user, "ed25519", "sign", "1y" if at else "never")
        return self.key(user)

    def revoke(self, key: SigningKey) -> None:
        """Make use of the revocation that gpg kept ready for the key."""
        kept = Path(self.home, "openpgp-revocs.d", f"{key.fingerprint}.rev").read_text("utf-8")
        ready = Path(self.home, "revocation")
        ready.write_text(kept.replace(":-----BEGIN", "-----BEGIN"), "utf-8")
        self.gpg("--import", str(ready))

    def key(self, user: str) -> SigningKey:
        """The key of a user."""
        listed = self.gpg("--with-colons", "--list-keys", user)
        fingerprint = next(line.split(":")[9] for line in listed.splitlines() if line.startswith("fpr:"))
        return SigningKey(fingerprint, "", ("-c", "gpg.format=openpgp", "-c", f"user.signingkey={fingerprint}"))


@contextmanager
def keyring() -> Iterator[Keyring]:
    """An empty gpg home in a folder with a short name: its agent's socket must fit into 108 characters."""
    home = tempfile.mkdtemp(prefix="g", dir="/tmp")
    try:
        yield Keyring(home)
    finally:
        subprocess.run(["gpgconf", "--kill", "all"], env={**os.environ, "GNUPGHOME": home}, check=False)
        shutil.rmtree(home, ignore_errors=True)
