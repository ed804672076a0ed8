"""``hygiene restore --last-apply`` after an audit: moves, skill file and marks taken back; the ledger only grows."""

from tests.contract.homes import DURABLE, RULES, TASTES, TODAY, Home

MARKED = "Staging is at http://staging.example.org:8080/api, port 8080, user deploy."


def test_an_audit_is_taken_back_whole(home: Home) -> None:
    home.add("MEMORY.md", f"{MARKED} [UNVERIFIED]", TODAY)
    before = {name: home.store(name) for name in home.stores}
    ledger = home.repo.read("MEMORY_AUDIT_LEDGER.md")
    report = home.report()
    assert report["status"] == "COMPLETE"
    after = {name: home.store(name) for name in home.stores}
    assert after != before
    assert TASTES[0] in after["USER.md"]
    assert RULES[0] in home.repo.read("skills/operating-rules/SKILL.md").decode()
    grown = home.repo.read("MEMORY_AUDIT_LEDGER.md")
    done = home.repo.hygiene("restore", "--last-apply")
    assert done.returncode == 0, done.stdout + done.stderr
    assert {name: home.store(name) for name in home.stores} == before
    assert home.repo.read("MEMORY_AUDIT_LEDGER.md").startswith(grown)
    assert grown.startswith(ledger)
    assert home.repo.git("status", "--porcelain") == ""
    assert home.repo.hygiene("ledger", "verify").returncode == 0
    assert home.repo.hygiene("check", "--rev", "HEAD").returncode == 0
    assert all(home.holds(text) for text in DURABLE)


def test_a_rule_that_was_moved_is_not_left_in_the_skill_as_well(home: Home) -> None:
    skill = home.repo.path / "skills/operating-rules/SKILL.md"
    home.report()
    assert RULES[0] in skill.read_text()
    assert home.repo.hygiene("restore", "--last-apply").returncode == 0
    assert not skill.exists() or RULES[0] not in skill.read_text()
