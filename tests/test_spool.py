"""Output that is shown when it is whole."""

import os
from collections.abc import Iterator

import pytest

from memory_hygiene.edge.spool import Spool
from memory_hygiene.errors import HygieneError


def test_all_of_it_comes_out_and_in_order(capfd: pytest.CaptureFixture[str]) -> None:
    parts = [f"{number} ☃ \r\n" for number in range(100_000)]
    with Spool() as spool:
        spool.write(parts)
        assert capfd.readouterr().out == ""
        spool.release()
    assert capfd.readouterr().out == "".join(parts)


def test_what_fails_half_way_shows_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    def parts() -> Iterator[str]:
        yield "one"
        raise HygieneError("no", "hint")

    with pytest.raises(HygieneError), Spool() as spool:
        spool.write(parts())
    assert capfd.readouterr().out == ""


def test_without_a_folder_to_write_to_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", os.path.join(os.devnull, "nowhere"))
    with pytest.raises(HygieneError, match="until it is whole"):
        Spool()
