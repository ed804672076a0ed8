"""H12, endpoints: an entry of Technical Config with a URL is checked; any HTTP answer is VERIFIED, none UNREACHABLE."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import jsonschema
import pytest

from tests.conftest import MemoryRepo
from tests.servers import Server, answer, by_path, reset, serving, stalling

DOCS = Path(__file__).parent.parent.parent / "docs" / "verify.md"
CANARY = "CANARY: Do not modify this line (0123456789abcdef)"


@pytest.fixture(autouse=True)
def _no_proxy(hermes: MemoryRepo) -> None:
    for name in list(hermes.environment):
        if name.lower().endswith("_proxy"):
            del hermes.environment[name]


@pytest.fixture
def server() -> Iterator[Server]:
    """A server whose paths answer, or reset the connection."""
    with serving(by_path(up=answer(200), lost=answer(404), broken=answer(500), down=reset)) as server:
        yield server


def _store(repo: MemoryRepo, *entries: str) -> None:
    repo.write("MEMORY.md", "\n§\n".join([CANARY, *entries]))


def _document(repo: MemoryRepo, *options: str) -> tuple[int, list[dict[str, object]]]:
    done = repo.hygiene("verify", "--format", "json", *options)
    document = json.loads(done.stdout)
    jsonschema.validate(document, json.loads(_schema()))
    entries: list[dict[str, object]] = document["entries"]
    return done.returncode, entries


def _schema() -> str:
    match = re.search(r"```json\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    assert match
    return match[1]


def test_h12_any_answer_verifies_and_none_is_unreachable(hermes: MemoryRepo, server: Server) -> None:
    _store(hermes, *(f"The model endpoint is {server.url}/{path}." for path in ("up", "lost", "broken", "down")))
    code, entries = _document(hermes)
    assert code == 1
    assert [entry["reach"] for entry in entries] == ["verified", "verified", "verified", "unreachable"]
    assert [entry["next"] for entry in entries] == ["", "", "", "mark-unverified"]
    assert [entry["number"] for entry in entries] == [2, 3, 4, 5]


def test_h12_a_marked_entry_that_answers_again_is_cleared_next(hermes: MemoryRepo, server: Server) -> None:
    _store(
        hermes,
        f"The model endpoint is {server.url}/up. [UNVERIFIED]",
        f"The backup endpoint is {server.url}/down. [UNVERIFIED]",
    )
    _, entries = _document(hermes)
    assert [(entry["marked"], entry["next"]) for entry in entries] == [(True, "clear-mark"), (True, "")]
    shown = hermes.hygiene("verify").stdout
    assert "next: the next audit takes [UNVERIFIED] off" in shown
    assert "next: it stays [UNVERIFIED], nothing is deleted for it" in shown


def test_h12_nothing_is_written_into_the_memory(hermes: MemoryRepo, server: Server) -> None:
    _store(hermes, f"The model endpoint is {server.url}/down.")
    hermes.commit()
    before = {path: path.read_bytes() for path in hermes.path.glob("*") if path.is_file()}
    assert "next: the next audit appends [UNVERIFIED]" in hermes.hygiene("verify").stdout
    assert {path: path.read_bytes() for path in hermes.path.glob("*") if path.is_file()} == before
    assert hermes.git("status", "--porcelain") == ""


def test_h12_only_technical_config_is_asked_unless_named(hermes: MemoryRepo, server: Server) -> None:
    _store(hermes, f"Never restart {server.url}/up without asking Mira first.", f"API endpoint: {server.url}/lost")
    _, entries = _document(hermes)
    assert [entry["category"] for entry in entries] == ["Technical Config"]
    assert [request.target for request in server.requests] == ["/lost"]
    assert "1 entry with URLs of another category: not asked" in hermes.hygiene("verify").stdout
    _, entries = _document(hermes, "2")
    assert [(entry["category"], entry["reach"], entry["next"]) for entry in entries] == [
        ("Operating Rule", "verified", "")
    ]
    _, again = _document(hermes, str(entries[0]["fingerprint"])[:6])
    assert again == entries


@pytest.mark.parametrize("name", ["77", "0", "zzzzzz", "ffffffffffffffff", "ab", "٣", "-"])
def test_what_names_no_entry(hermes: MemoryRepo, name: str) -> None:
    _store(hermes, "API endpoint: http://127.0.0.1:1/")
    done = hermes.hygiene("verify", "--", name)
    assert (done.returncode, done.stdout) == (2, "")
    assert "mend:" in done.stderr


def test_an_entry_without_a_url_is_shown_as_such(hermes: MemoryRepo) -> None:
    _store(hermes, "Berth 4 has its own meter.")
    done = hermes.hygiene("verify", "2")
    assert "it names no http or https URL" in done.stdout
    assert done.returncode == 0
    assert hermes.hygiene("verify").returncode == 0


def test_a_sanctum_has_no_store_to_verify(sanctum: MemoryRepo) -> None:
    sanctum.write("LORE.md", "- API endpoint: http://127.0.0.1:1/\n")
    done = sanctum.hygiene("verify")
    assert (done.returncode, done.stdout) == (2, "")
    assert "no Hermes store here" in done.stderr


def test_credentials_are_neither_sent_nor_shown(hermes: MemoryRepo, server: Server) -> None:
    place = server.url.removeprefix("http://")
    _store(hermes, f"API endpoint: http://mira:hunter2@{place}/up?api_key=s3cret#t0ken")
    for form in ("text", "json"):
        done = hermes.hygiene("verify", "--fresh", "--format", form)
        assert done.returncode == 0
        assert not re.search("mira|hunter2|s3cret|t0ken", done.stdout + done.stderr)
    sent = "".join(request.head for request in server.requests)
    assert not re.search("mira|hunter2|s3cret|t0ken|uthorization", sent)
    kept = (hermes.path / ".git" / "hygiene" / "endpoints.json").read_text()
    assert not re.search("mira|hunter2|s3cret|t0ken", kept)


def test_answers_are_kept_for_a_day(hermes: MemoryRepo, server: Server) -> None:
    _store(hermes, f"API endpoint: {server.url}/up", f"Backup API endpoint: {server.url}/down")
    first = _document(hermes)
    asked = server.hits
    assert _document(hermes) == first
    assert server.hits == asked
    assert hermes.hygiene("verify", "--fresh").returncode == 1
    assert server.hits == 2 * asked
    cache = hermes.path / ".git" / "hygiene" / "endpoints.json"
    assert cache.stat().st_mode & 0o777 == 0o600
    for age in ("2020-01-01", "2999-01-01"):
        cache.write_text(re.sub(r"\d{4}-\d\d-\d\dT", f"{age}T", cache.read_text()))
        asked = server.hits
        hermes.hygiene("verify")
        assert server.hits > asked


@pytest.mark.parametrize(
    "damage",
    [b"", b"{", b"\xff", b"[]", b"null", b'{"version": 1, "listed": "", "answers": [{}]}', b"[" * 100_000,
     b'{"version": 1, "listed": "", "answers": [{"url": "URL/up", "reach": "unreachable", "detail": 1, "time": "9"}]}',
     b'{"version": 1, "listed": "", "answers": [{"url": [], "reach": "verified", "detail": "", "time": ""}]}'],
)  # fmt: skip
def test_a_damaged_cache_is_none(hermes: MemoryRepo, server: Server, damage: bytes) -> None:
    _store(hermes, f"API endpoint: {server.url}/up")
    hermes.write(".git/hygiene/endpoints.json", damage.replace(b"URL", server.url.encode()))
    assert hermes.hygiene("verify").returncode == 0
    assert server.hits == 1
    assert hermes.hygiene("verify").returncode == 0
    assert server.hits == 1


def test_a_cache_that_cannot_be_written_is_no_failure(hermes: MemoryRepo, server: Server) -> None:
    _store(hermes, f"API endpoint: {server.url}/up")
    hermes.write(".git/hygiene/endpoints.json/x", "a folder stands in its place")
    assert hermes.hygiene("verify").returncode == 0


def test_other_hosts_in_the_configuration_ask_again(hermes: MemoryRepo, server: Server) -> None:
    _store(hermes, f"API endpoint: {server.url}/up")
    hermes.hygiene("verify")
    hermes.write(".hygiene.yaml", "version: 1\nprofile: hermes\nverify_hosts: gpu-box\n")
    hermes.hygiene("verify")
    assert server.hits == 2


def test_thousands_of_urls_are_bounded_and_the_next_run_goes_on(hermes: MemoryRepo, server: Server) -> None:
    server.behaviour = answer(200)
    hermes.write(".hygiene.yaml", "version: 1\nprofile: hermes\n")
    _store(hermes, *(f"API endpoint {n}: {server.url}/{n}" for n in range(5_000)))
    done = hermes.hygiene("verify")
    assert done.returncode == 4
    assert "deferred    " in done.stdout
    assert "200 VERIFIED" in done.stdout
    assert "4,800 entries with URLs left for the next run" in done.stdout
    assert server.hits == 200
    assert "400 VERIFIED" in hermes.hygiene("verify").stdout
    assert server.hits == 400


def test_hostile_urls_stay_text(hermes: MemoryRepo, server: Server) -> None:
    place = server.url
    hostile = (
        f"API endpoint: {place}/up\r\nX-Injected: 1",
        f"API endpoint: {place}/up%0d%0aX-Injected:1",
        f"API endpoint: {place}\x1b[31m/up",
        f"API endpoint: {place}/" + "x" * 50_000,
        f"API endpoint: {place}/up##[error]forged",
        f"::error::API endpoint: {place}/up",
        "API endpoint: http://[::1%25lo]/ http://127.0.0.1:99999/ http://a..b/",
        "API endpoint: http://169.254.169.254/latest/meta-data http://metadata.google.internal/",
    )
    server.behaviour = answer(200)
    _store(hermes, *hostile)
    for form in ("text", "json"):
        done = hermes.hygiene("verify", "--fresh", "--format", form)
        assert done.returncode == 0, done.stderr
        assert "\x1b" not in done.stdout
        assert "##[" not in done.stdout
        assert not re.search(r"(?m)^::", done.stdout)
        assert len(done.stdout) < 80_000
    for request in server.requests:
        assert "x-injected" not in request.headers
        assert request.target in ("/up", "/up%0d%0aX-Injected:1", "/up##[error]forged".partition("#")[0])


def test_private_hosts_only_when_listed(hermes: MemoryRepo) -> None:
    _store(hermes, "API endpoint: http://10.1.2.3:8000/v1 and http://0x7f.1:9/")
    code, entries = _document(hermes)
    assert (code, entries[0]["reach"]) == (0, "not-asked")
    shown = hermes.hygiene("verify").stdout
    assert "10.1.2.3 is a private address, which verify_hosts does not list" in shown
    assert "0x7f.1 leads to 127.0.0.1, a loopback address, which verify_hosts does not list" in shown


def test_a_listed_host_is_asked(hermes: MemoryRepo, server: Server) -> None:
    _store(hermes, f"API endpoint: http://0x7f.1:{server.port}/up")
    hermes.write(".hygiene.yaml", "version: 1\nprofile: hermes\nverify_hosts: 10.0.0.0/8 127.0.0.0/8\n")
    code, entries = _document(hermes, "2")
    assert (code, entries[0]["reach"], server.hits) == (0, "verified", 1)


def test_a_proxy_that_cannot_be_used_stops_it(hermes: MemoryRepo) -> None:
    _store(hermes, "API endpoint: http://203.0.113.1/")
    done = hermes.hygiene("verify", http_proxy="socks5://me:hunter2@127.0.0.1:1")
    assert (done.returncode, done.stdout) == (2, "")
    assert "no http proxy" in done.stderr
    assert "hunter2" not in done.stderr


@pytest.mark.parametrize("word", ["http://gpu-box", "gpu-box:8000", "10.0.0.1/8", "10.0.0", "-"])
def test_a_host_that_is_none_is_refused_with_its_place(hermes: MemoryRepo, word: str) -> None:
    hermes.write(".hygiene.yaml", f'version: 1\nprofile: hermes\nverify_hosts: "{word}"\n')
    _store(hermes, "API endpoint: http://127.0.0.1:1/")
    done = hermes.hygiene("verify")
    assert (done.returncode, done.stdout) == (2, "")
    assert ".hygiene.yaml:3:15: verify_hosts" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is another thing there")
def test_an_interrupt_leaves_nothing(hermes: MemoryRepo) -> None:
    stopped = threading.Event()
    with serving(stalling(stopped)) as server:
        _store(hermes, f"API endpoint: {server.url}/up")
        command = [sys.executable, "-m", "memory_hygiene", "verify"]
        with subprocess.Popen(
            command, cwd=hermes.path, env=hermes.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as running:
            while not server.requests:
                assert running.poll() is None
                stopped.wait(0.01)
            running.send_signal(signal.SIGINT)
            out, errors = running.communicate(timeout=60)
        stopped.set()
    assert (running.returncode, out, errors.strip()) == (130, "", "")
    assert not (hermes.path / ".git" / "hygiene" / "endpoints.json").exists()


@pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals there")
def test_progress_on_a_terminal_only(hermes: MemoryRepo) -> None:
    import pty

    stopped = threading.Event()
    with serving(stalling(stopped)) as server:
        _store(hermes, f"API endpoint: {server.url}/up")
        ours, theirs = pty.openpty()
        command = [sys.executable, "-m", "memory_hygiene", "verify"]
        with subprocess.Popen(
            command, cwd=hermes.path, env=hermes.environment, stdout=subprocess.DEVNULL, stderr=theirs
        ) as running:
            shown = b""
            while b"of 1 URLs" not in shown:
                shown += os.read(ours, 1024)
            running.send_signal(signal.SIGINT)
        stopped.set()
        os.close(theirs)
        os.close(ours)
    assert b"0 of 1 URLs" in shown
    assert running.returncode == 130
