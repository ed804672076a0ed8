"""H21: the writer registry decides who may change memory: at a commit by its author, on a server by all who made it.

The registry that counts is the one before the change, so that nobody can admit themselves. Signatures are real.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memory_hygiene.core.audit.ledger import Judged, append_record, write_record
from memory_hygiene.core.fingerprint import fingerprint
from memory_hygiene.edge.git.hooks import SERVER_HOOK, shim, this_program
from tests.git.runners import FACTS, GONE, LEFT, NEW, Scene, make_scene
from tests.git.scenarios import Done
from tests.git.servers import serve
from tests.signing import HAS_GPG, Keyring, SigningKey, keyring, ssh_key

REGISTRY = "MEMORY_WRITERS.md"
LEDGER = "MEMORY_AUDIT_LEDGER.md"
HEAD = "| writer | identity | stores | operations |\n|---|---|---|---|\n"
ADA, BOB, MALLORY = "Ada <ada@example.org>", "Bob <bob@example.org>", "Mallory <mallory@evil.example>"
ROWS = (
    "| ada | ada@example.org | * | add, edit, remove, maintain, admin |",
    "| bob | *bob@example.org | MEMORY.md | add, edit |",
)
LONG_AGO = "20200101T000000"
needs_gpg = pytest.mark.skipif(not HAS_GPG, reason="gpg is not installed")


def registry(*rows: str) -> str:
    return HEAD + "".join(f"{row}\n" for row in rows)


def becomes(scene: Scene, who: str) -> None:
    """Whoever commits next, as git knows them."""
    name, _, email = who.partition(" <")
    scene.git("config", "user.name", name)
    scene.git("config", "user.email", email.rstrip(">"))


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    """A memory repo with native hooks, and a registry committed as the first one: nobody restricts that."""
    scene = make_scene(tmp_path / "memories", "native", tmp_path)
    becomes(scene, ADA)
    write_registry(scene, *ROWS)
    done = scene.commit_staged()
    assert done.returncode == 0, done.stdout
    return scene


def write_registry(scene: Scene, *rows: str) -> None:
    scene.write(REGISTRY, registry(*rows))
    scene.git("add", REGISTRY)


def add_record(scene: Scene, text: str = GONE) -> None:
    record = write_record("2026-09-15T10:00:00Z", (), (Judged(fingerprint(text), "drop", "not needed"),))
    before = scene.read(LEDGER) if (scene.path / LEDGER).exists() else None
    scene.write(LEDGER, append_record(before, record))
    scene.git("add", LEDGER)


def is_refused(done: Done, *words: str) -> bool:
    told = done.stdout + done.stderr
    assert "Traceback" not in told
    assert "internal error" not in told
    for word in words:
        assert word in told, told
    assert (done.returncode != 0) == ("writer-not-allowed" in told), told
    return done.returncode != 0


# --- at commit time: git's author -----------------------------------------------------------------------------------


def test_author_may_do_what_the_registry_gives_and_no_more(scene: Scene) -> None:
    """H21: operations and stores are given row by row."""
    becomes(scene, BOB)
    scene.hold(*FACTS, NEW)
    assert not is_refused(scene.commit_staged())
    scene.hold("Likes tea.", path="USER.md")
    assert is_refused(scene.commit_staged(), "author Bob <bob@example.org> (writer bob) may not add here", "USER.md")
    becomes(scene, MALLORY)
    assert is_refused(scene.commit_staged(), "author Mallory <mallory@evil.example> is none of the 2 writers")
    becomes(scene, ADA)
    assert not is_refused(scene.commit_staged())


def test_loss_with_a_record_counts_only_by_a_writer_who_may_remove(scene: Scene) -> None:
    """H21 and promise 3: a ledger record is worth what its writer may do."""
    scene.hold(*LEFT)
    add_record(scene)
    becomes(scene, BOB)
    assert is_refused(scene.commit_staged(), "may not remove or maintain here")
    becomes(scene, ADA)
    assert not is_refused(scene.commit_staged())


def test_author_given_on_the_command_line_is_the_one_judged(scene: Scene) -> None:
    scene.hold(*FACTS, NEW)
    assert is_refused(scene.commit_staged("--author", MALLORY), "author Mallory")
    done = scene.commit_staged(GIT_AUTHOR_NAME="Mallory", GIT_AUTHOR_EMAIL="mallory@evil.example")
    assert is_refused(done, "author Mallory")
    becomes(scene, MALLORY)
    done = scene.commit_staged("--author", BOB)  # nothing but a signature can tell: that is what servers ask for
    assert not is_refused(done)


def test_amended_commit_keeps_its_author(scene: Scene) -> None:
    becomes(scene, BOB)
    scene.hold(*FACTS, NEW)
    assert not is_refused(scene.commit_staged())
    becomes(scene, MALLORY)
    scene.hold(*FACTS, NEW, "One more.")
    done = scene.commit_staged("--amend")  # the author is Bob still
    assert done.returncode == 0
    assert "committer Mallory <mallory@evil.example> is none" in done.stdout + done.stderr  # told, and refused at push
    scene.hold(*FACTS, NEW, "One more.", "And another.")
    assert is_refused(scene.commit_staged("--amend", "--reset-author"), "author Mallory")


@pytest.mark.parametrize("command", ["-a", "path"])
def test_every_way_to_commit_is_judged(command: str, scene: Scene) -> None:
    becomes(scene, MALLORY)
    scene.write("MEMORY.md", scene.memory(*FACTS, NEW))
    done = scene.commit_staged("-a") if command == "-a" else scene.commit_staged("--", "MEMORY.md")
    assert is_refused(done, "author Mallory")


def test_nobody_admits_themselves(scene: Scene) -> None:
    """H21: the registry from before the change decides about the change."""
    becomes(scene, MALLORY)
    write_registry(scene, *ROWS, "| mallory | mallory@evil.example | * | add, admin |")
    assert is_refused(scene.commit_staged(), "author Mallory")
    write_registry(scene)
    assert is_refused(scene.commit_staged())
    scene.git("rm", "-q", "-f", REGISTRY)
    assert is_refused(scene.commit_staged())
    scene.git("checkout", "-q", "HEAD", "--", REGISTRY)
    becomes(scene, BOB)
    scene.write(".hygiene.yaml", "version: 1\nprofile: hermes\nrequire_signatures: false\n")
    scene.git("add", "-A")
    assert is_refused(scene.commit_staged(), "may not admin here")
    becomes(scene, ADA)
    assert not is_refused(scene.commit_staged())


def test_no_record_waives_the_registry(scene: Scene) -> None:
    becomes(scene, MALLORY)
    scene.hold(*FACTS, NEW)
    critical = (("writer-not-allowed", "MEMORY.md"), ("MH420", REGISTRY), ("MH420", LEDGER))
    record = write_record("2026-09-15T10:00:00Z", (("status", "CRITICAL"),), critical=critical)
    scene.write(LEDGER, append_record(None, record))
    scene.git("add", LEDGER)
    assert is_refused(scene.commit_staged(), "author Mallory")


def test_files_that_are_nobodys_memory_are_free(scene: Scene) -> None:
    becomes(scene, MALLORY)
    scene.write("notes.txt", "mine\n")
    assert not is_refused(scene.commit_staged("-a"))


def test_git_without_an_identity_is_nobody(scene: Scene) -> None:
    scene.hold(*FACTS, NEW)
    scene.git("config", "--unset", "user.email")
    scene.git("config", "user.useConfigOnly", "true")
    done = scene.hygiene("check", "--staged")
    assert done.returncode == 1
    assert "somebody without a name is none of the 2 writers" in done.stdout


# --- merges ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def branched(scene: Scene) -> Scene:
    """A side branch with a fact of Bob's, and main with one of Ada's in another place."""
    becomes(scene, BOB)
    scene.quiet("checkout", "-q", "-b", "side")
    scene.hold(*FACTS, NEW)
    scene.record("side")
    becomes(scene, ADA)
    scene.quiet("checkout", "-q", "main")
    scene.hold("A fact of main.", *FACTS)
    scene.record("main")
    return scene


def test_merge_that_only_joins_needs_no_permission(branched: Scene) -> None:
    becomes(branched, MALLORY)
    assert not is_refused(branched.attempt("merge", "--no-edit", "side"))


def test_merge_that_adds_or_undoes_needs_permission(branched: Scene) -> None:
    becomes(branched, MALLORY)
    assert branched.attempt("merge", "--no-commit", "side").returncode == 0
    branched.hold("A fact of main.", *FACTS, NEW, "Smuggled in.")
    assert is_refused(branched.attempt("commit", "--no-edit"), "author Mallory")
    branched.quiet("merge", "--abort")
    becomes(branched, ADA)
    write_registry(branched, *ROWS, "| cy | cy@example.org | * | add |")
    branched.record("admit")
    becomes(branched, BOB)
    branched.quiet("checkout", "-q", "side")
    assert branched.attempt("merge", "--no-commit", "main").returncode == 0
    write_registry(branched, *ROWS)  # the side had the old one
    assert is_refused(branched.attempt("commit", "--no-edit"), "may not admin here")


# --- on a server: author and committer of every new commit ----------------------------------------------------------


def push(scene: Scene, *refs: str) -> Done:
    return scene.attempt("push", "-q", "--no-verify", "origin", *(refs or ("main",)))


@pytest.fixture
def served(scene: Scene) -> Scene:
    """The same with a server whose pre-receive hook is ours."""
    serve(scene, has_gate=True)
    return scene


def test_server_judges_author_and_committer_of_every_commit(served: Scene) -> None:
    """H21: on a server it is author and committer, commit by commit."""
    becomes(served, MALLORY)
    served.hold(*FACTS, NEW)
    served.quiet("commit", "-q", "-m", "spoofed", "--author", ADA)
    becomes(served, ADA)
    served.hold(*FACTS, NEW, "A fact of Ada's.")
    served.record()
    assert is_refused(push(served), "committer Mallory <mallory@evil.example> is none")
    assert "author Ada" not in push(served).stderr
    assert is_refused(served.attempt("push", "-q", "origin", "main"), "committer Mallory")  # pre-push says so first
    served.quiet("rebase", "-q", "origin/main", "--exec", "git commit -q --amend --no-edit --reset-author")
    assert not is_refused(push(served))


def test_one_who_is_admitted_may_commit_in_the_same_push(served: Scene) -> None:
    write_registry(served, *ROWS, "| cy | cy@example.org | * | add |")
    assert served.commit_staged().returncode == 0
    becomes(served, "Cy <cy@example.org>")
    served.hold(*FACTS, NEW)
    assert served.commit_staged().returncode == 0
    assert not is_refused(push(served))


def test_one_who_was_struck_off_cannot_go_back_to_before(served: Scene) -> None:
    """H21: the registry of the branch that receives counts, also for commits that do not descend from it."""
    served.quiet("branch", "old")
    write_registry(served, ROWS[0])
    assert served.commit_staged().returncode == 0
    assert not is_refused(push(served))
    becomes(served, BOB)
    served.quiet("checkout", "-q", "old")
    served.hold(*FACTS, NEW)
    assert not is_refused(served.commit_staged())  # where he stands he is a writer
    assert not is_refused(served.attempt("merge", "--no-edit", "main"))
    assert is_refused(push(served, "old:main"), "author Bob <bob@example.org> is none of the 1 writers")
    base = served.git("rev-parse", "origin/main").strip()
    done = served.hygiene("check", "--from-ref", base, "--to-ref", "old")
    assert done.returncode == 1
    assert "author Bob" in done.stdout


def test_forced_push_does_not_take_a_registry_back(served: Scene) -> None:
    before = served.head()
    write_registry(served, ROWS[0])
    assert served.commit_staged().returncode == 0
    assert not is_refused(push(served))
    becomes(served, BOB)
    assert is_refused(push(served, f"+{before}:refs/heads/main"), "taken away together with the commits")


def test_history_of_no_descent_does_not_bring_its_own_registry(served: Scene) -> None:
    becomes(served, MALLORY)
    served.quiet("checkout", "-q", "--orphan", "fresh")
    write_registry(served, "| mallory | mallory@evil.example | * | add, edit, remove, maintain, admin |")
    served.record()
    assert is_refused(push(served, "+fresh:main"), "author Mallory")
    served.quiet("checkout", "-q", "main")
    served.attempt("merge", "--no-commit", "--allow-unrelated-histories", "-X", "theirs", "fresh")
    served.quiet("checkout", "-q", "fresh", "--", REGISTRY)
    served.record()
    assert is_refused(push(served), "author Mallory")


# --- signatures -----------------------------------------------------------------------------------------------------


@pytest.fixture
def keys(tmp_path: Path) -> dict[str, SigningKey]:
    return {name: ssh_key(tmp_path / "keys", name) for name in ("ada", "bob", "mallory")}


def require_signatures(scene: Scene, *rows: str) -> None:
    """From the next commit on, signatures are asked for."""
    scene.write(".hygiene.yaml", "version: 1\nprofile: hermes\nrequire_signatures: true\n")
    write_registry(scene, *rows)
    scene.git("add", "-A")
    scene.record("from now on")
    scene.quiet("push", "-q", "--no-verify", "origin", "main")


@pytest.fixture
def signing(served: Scene, keys: dict[str, SigningKey]) -> Scene:
    """A server that takes signed commits only; Ada and Bob have ssh keys in the registry."""
    hook = served.path.parent / "server.git/hooks" / SERVER_HOOK
    hook.unlink()
    ada = f"| ada | ada@example.org, {keys['ada'].fingerprint} | * | add, edit, remove, maintain, admin |"
    bob = f"| bob | bob@example.org, {keys['bob'].fingerprint} | MEMORY.md | add, edit |"
    require_signatures(served, ada, bob)
    hook.write_bytes(shim(SERVER_HOOK, this_program()))
    hook.chmod(0o755)
    return served


def sign(
    scene: Scene,
    key: SigningKey | None,
    *facts: str,
    who: str = ADA,
    server_home: str = "",
    before_push: Callable[[], object] = lambda: None,
) -> Done:
    """Commit a store of these facts on top of what the server has, signed with ``key``, and push it."""
    becomes(scene, who)
    scene.quiet("reset", "-q", "--hard", "origin/main")
    scene.hold(*FACTS, *facts)
    options = ("-S",) if key else ("--no-gpg-sign",)
    scene.quiet(*(key.options if key else ()), "commit", "-q", "-m", "change", *options)
    before_push()
    extra = {"GNUPGHOME": server_home} if server_home else {}
    return scene.attempt("push", "-q", "--no-verify", "origin", "main", **extra)


def test_signatures_by_ssh(signing: Scene, keys: dict[str, SigningKey]) -> None:
    """H21: with require_signatures it is the verified signer; the server needs no file of signers for that."""
    assert is_refused(sign(signing, None, NEW), "not signed, and require_signatures asks for")
    unknown = f"signed with key {keys['mallory'].fingerprint}, which the registry"
    assert is_refused(sign(signing, keys["mallory"], NEW), unknown)
    assert is_refused(sign(signing, keys["bob"], NEW), "committed as writer ada, but signed with a key of writer bob")
    assert not is_refused(sign(signing, keys["ada"], NEW))
    signing.git("fetch", "-q")
    assert not is_refused(sign(signing, keys["bob"], NEW, "By Bob.", who=BOB))
    signing.git("fetch", "-q")
    assert is_refused(sign(signing, keys["bob"], "Nothing new.", who=BOB), "(writer bob) may not remove")
    assert signing.hygiene("check", "--rev", "origin/main").returncode == 0


def test_signature_over_other_content_is_none(signing: Scene, keys: dict[str, SigningKey]) -> None:
    sign(signing, keys["bob"], NEW, who=BOB)
    signing.quiet("reset", "-q", "--hard", "origin/main~1")
    signed = signing.git("cat-file", "commit", "origin/main")
    assert "gpgsig" in signed
    (signing.path / ".git/forged").write_text(signed.replace("\n\nchange", "\n\nforged"))
    oid = signing.git("hash-object", "-t", "commit", "-w", ".git/forged").strip()
    assert is_refused(push(signing, f"+{oid}:refs/heads/main"), "badly signed")


def test_key_speaks_for_whoever_commits_under_another_address(signing: Scene, keys: dict[str, SigningKey]) -> None:
    assert not is_refused(sign(signing, keys["ada"], NEW, who="Ada <ada@home.example>"))


def test_server_with_a_file_of_signers_asks_it_too(signing: Scene, keys: dict[str, SigningKey], tmp_path: Path) -> None:
    """A key that the operator's file does not list, lists for another time, or has revoked, signs nothing."""
    server, file = tmp_path / "server.git", tmp_path / "signers"
    public = Path(keys["ada"].public).read_text()
    signing.git("-C", str(server), "config", "gpg.ssh.allowedSignersFile", str(file))
    file.write_text("")
    assert is_refused(sign(signing, keys["ada"], NEW), "does not list for the time of the commit")
    file.write_text(f'ada@example.org valid-before="20260101" {public}')
    assert is_refused(sign(signing, keys["ada"], NEW), "does not list for the time of the commit")
    file.write_text(f"ada@example.org {public}")
    revoked = tmp_path / "revoked"
    signing.run("ssh-keygen", "-q", "-k", "-f", str(revoked), keys["ada"].public)
    signing.git("-C", str(server), "config", "gpg.ssh.revocationFile", str(revoked))
    assert is_refused(sign(signing, keys["ada"], NEW), "the key is revoked")
    signing.git("-C", str(server), "config", "--unset", "gpg.ssh.revocationFile")
    assert not is_refused(sign(signing, keys["ada"], NEW))


@pytest.fixture
def ring(scene: Scene) -> Iterator[Keyring]:
    """A gpg home that the scene signs with and its server verifies with."""
    with keyring() as ring:
        scene.environment["GNUPGHOME"] = ring.home
        yield ring


@pytest.fixture
def gpg_signing(served: Scene, ring: Keyring) -> Scene:
    """A server that takes signed commits only; Ada is known by her gpg key alone, and a key of hers has expired."""
    hook = served.path.parent / "server.git/hooks" / SERVER_HOOK
    hook.chmod(0o644)
    ada, old = ring.make("Ada <ada@example.org>"), ring.make("Old <old@example.org>", at=LONG_AGO)
    rows = (
        f"| ada | {ada.fingerprint} | * | add, edit, remove, maintain, admin |",
        f"| old | {old.fingerprint} | * | add |",
    )
    require_signatures(served, *rows)
    hook.chmod(0o755)
    return served


@needs_gpg
def test_signatures_by_gpg(gpg_signing: Scene, ring: Keyring) -> None:
    """H21 with gpg: the whole fingerprint is what the registry names, whatever the key calls its owner."""
    assert is_refused(sign(gpg_signing, None, NEW), "not signed, and require_signatures asks for")
    mallory = ring.make("Ada Lovelace <ada@example.org>")
    assert is_refused(sign(gpg_signing, mallory, NEW), f"key {mallory.fingerprint}, which the registry")
    assert not is_refused(sign(gpg_signing, ring.key("ada@example.org"), NEW))


@needs_gpg
def test_gpg_key_that_the_server_does_not_have(gpg_signing: Scene, ring: Keyring) -> None:
    with keyring() as empty:
        done = sign(gpg_signing, ring.key("Ada <ada@example.org>"), NEW, server_home=empty.home)
    assert is_refused(done, "signed with a key that gpg does not have here")


@needs_gpg
def test_expired_and_revoked_gpg_keys_sign_nothing(gpg_signing: Scene, ring: Keyring, tmp_path: Path) -> None:
    program = tmp_path / "gpg-long-ago"
    program.write_text(f'#!/bin/sh\nexec gpg --faked-system-time {LONG_AGO} "$@"\n')
    program.chmod(0o755)
    old = ring.key("old@example.org")
    old = old._replace(options=(*old.options, "-c", f"gpg.program={program}"))
    assert is_refused(sign(gpg_signing, old, NEW, who="Old <old@example.org>"), "signed with an expired key")
    ada = ring.key("ada@example.org")
    done = sign(gpg_signing, ada, NEW, before_push=lambda: ring.revoke(ada))
    assert is_refused(done, "signed with a revoked key")


@needs_gpg
def test_ssh_and_gpg_in_one_range(gpg_signing: Scene, ring: Keyring, keys: dict[str, SigningKey]) -> None:
    """One push with both; it is judged as a range in a clone without the hook as well."""
    ada = ring.key("ada@example.org")
    becomes(gpg_signing, ADA)
    write_registry(
        gpg_signing,
        f"| ada | {ada.fingerprint}, {keys['ada'].fingerprint} | * | add, edit, remove, maintain, admin |",
    )
    gpg_signing.quiet(*ada.options, "commit", "-q", "-S", "-m", "one key more")
    gpg_signing.hold(*FACTS, NEW)
    gpg_signing.quiet(*keys["ada"].options, "commit", "-q", "-S", "-m", "change")
    done = gpg_signing.hygiene("check", "--from-ref", "origin/main", "--to-ref", "HEAD")
    assert done.returncode == 0, done.stdout
    assert not is_refused(push(gpg_signing))
