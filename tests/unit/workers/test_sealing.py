"""Seals of persons: each opens what it sealed and nothing else, and who was erased comes back with another."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workers.storage.sealing import Seal, Unsealable, destroy_seal, destroy_seals, is_sealed_for, seal_of, seal_on

ANA, BOB = ("acme", "ana@acme.test"), ("acme", "bob@acme.test")
keys = st.text("abcXYZ019_-", min_size=32, max_size=32)


@given(st.text(), keys, keys)
def test_a_seal_opens_what_it_sealed_and_no_other_seal_does(text: str, key: str, other: str) -> None:
    seal = Seal("acme/0", key)
    sealed = seal.seal(text)
    assert seal.unseal(sealed) == text and sealed != seal.seal(text)
    if other != key:
        with pytest.raises(Unsealable):
            Seal("acme/0", other).unseal(sealed)


def test_sealed_text_marks_its_owner_without_person_or_words(tmp_path: Path) -> None:
    sealed = seal_of(tmp_path, *ANA).seal("She earns 91000")
    assert is_sealed_for(sealed, *ANA) and is_sealed_for(sealed, "acme", " Ana@ACME.test ") and not is_sealed_for(sealed, *BOB)
    assert b"91000" not in sealed and b"ana@" not in sealed       # three letters alone may stand in any sealed text
    found = seal_on(tmp_path, sealed)
    assert found is not None and found.unseal(sealed) == "She earns 91000"


def test_erased_person_gets_a_new_seal_and_the_old_is_gone(tmp_path: Path) -> None:
    old = seal_of(tmp_path, *ANA)
    kept = seal_of(tmp_path, *BOB)
    sealed = old.seal("gone")
    destroy_seal(tmp_path, *ANA)
    assert seal_on(tmp_path, sealed) is None and old.key not in "".join(f.read_text() for f in tmp_path.rglob("*") if f.is_file())
    new = seal_of(tmp_path, *ANA)
    with pytest.raises(Unsealable):
        new.unseal(sealed)
    assert new.name_of("a talk") != old.name_of("a talk") and seal_of(tmp_path, *BOB) == kept


def test_concurrent_seal_requests_get_one_owner_only_seal(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as at_once:
        seals = set(at_once.map(lambda _: seal_of(tmp_path, *ANA), range(16)))
    assert len(seals) == 1
    folder = tmp_path / "secrets" / "people" / "acme"
    assert [file.stat().st_mode & 0o077 for file in folder.iterdir()] == [0] and folder.stat().st_mode & 0o077 == 0


def test_a_tenant_that_leaves_leaves_no_seal(tmp_path: Path) -> None:
    sealed, others = seal_of(tmp_path, *ANA).seal("x"), seal_of(tmp_path, "bolt", "zoe@bolt.test")
    destroy_seals(tmp_path, "acme")
    destroy_seals(tmp_path, "acme")
    assert seal_on(tmp_path, sealed) is None and seal_of(tmp_path, "bolt", "zoe@bolt.test") == others


@pytest.mark.parametrize("text", [b"", b"{}", b"../../installation gAAAA", b"acme/../x gAAAA", b"acme/" + b"0" * 32 + b" gAAAA", b"\xff\xfe x"])
def test_what_is_not_sealed_for_anybody_has_no_seal(tmp_path: Path, text: bytes) -> None:
    assert seal_on(tmp_path, text) is None
