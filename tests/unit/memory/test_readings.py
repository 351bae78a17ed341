"""Learned readings as they are kept: a person's own, offered, approved, taken back, erased; nobody else's."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from kg.errors import BadInput
from memory.readings import LearnedReading, Readings

ACME, ANA, BEN, OLGA = "acme", "ana@acme.example", "ben@acme.example", "olga@acme.example"
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def reading(words: str = "contacts of {name1}", plan: str = "{}", minute: int = 0, by: str = ANA) -> LearnedReading:
    return LearnedReading(words, plan, "c1", by, NOON + timedelta(minutes=minute), "meant")


@pytest.fixture
def kept(tmp_path: Path) -> Readings:
    return Readings(str(tmp_path))


def plans(kept: Readings, person: str, tenant: str = ACME) -> list[str]:
    return [one.reading.plan for one in kept.effective(tenant, person)]


def test_what_a_person_confirmed_holds_for_them_alone(kept: Readings) -> None:
    assert kept.keep(ACME, ANA, reading())
    assert not kept.keep(ACME, ANA, reading(minute=1))
    assert (plans(kept, "Ana@acme.example "), plans(kept, BEN), plans(kept, ANA, "globex")) == (["{}"], [], [])


def test_a_later_reading_of_the_same_words_takes_the_place_of_the_one_before(kept: Readings) -> None:
    kept.keep(ACME, ANA, reading())
    kept.keep(ACME, ANA, reading(plan="later", minute=1))
    assert plans(kept, ANA) == ["later"]
    kept.change(ACME, ANA, reading().id, "restored", NOON)
    assert {one.reading.plan: one.state for one in kept.of(ACME, ANA)} == {"{}": "own", "later": "own"}


def test_an_offered_reading_holds_for_everybody_after_an_operators_word_until_the_next(kept: Readings) -> None:
    kept.keep(ACME, ANA, reading())
    kept.change(ACME, ANA, reading().id, "offered", NOON)
    assert ([one.state for one in kept.shared(ACME)], plans(kept, BEN)) == (["offered"], [])
    kept.decide(ACME, reading().id, "approved", OLGA, NOON)
    assert ([one.decided_by for one in kept.shared(ACME)], plans(kept, BEN), plans(kept, ANA)) == ([OLGA], ["{}"], ["{}"])
    kept.decide(ACME, reading().id, "revoked", OLGA, NOON)
    assert (plans(kept, BEN), plans(kept, ANA)) == ([], ["{}"])


def test_taking_back_ones_own_withdraws_the_offer_and_bringing_it_back_is_for_oneself(kept: Readings) -> None:
    kept.keep(ACME, ANA, reading())
    kept.change(ACME, ANA, reading().id, "offered", NOON)
    kept.change(ACME, ANA, reading().id, "revoked", NOON)
    assert ([one.state for one in kept.shared(ACME)], plans(kept, ANA)) == (["revoked"], [])
    kept.change(ACME, ANA, reading().id, "restored", NOON)
    assert (plans(kept, ANA), plans(kept, BEN)) == (["{}"], [])


def test_one_of_the_company_is_taken_back_by_a_person_for_themselves(kept: Readings) -> None:
    kept.write(ACME, reading(by=OLGA))
    assert plans(kept, BEN) == ["{}"]
    kept.change(ACME, BEN, reading().id, "revoked", NOON)
    assert (plans(kept, BEN), plans(kept, ANA)) == ([], ["{}"])


def test_offering_an_approved_reading_again_takes_it_from_nobody(kept: Readings) -> None:
    kept.keep(ACME, ANA, reading())
    kept.change(ACME, ANA, reading().id, "offered", NOON)
    kept.decide(ACME, reading().id, "approved", OLGA, NOON)
    kept.change(ACME, ANA, reading().id, "offered", NOON)
    assert ([one.state for one in kept.shared(ACME)], plans(kept, BEN)) == (["approved"], ["{}"])


def test_bringing_one_of_the_company_back_is_no_confirmation_of_ones_own(kept: Readings) -> None:
    kept.write(ACME, reading(by=OLGA))
    kept.change(ACME, BEN, reading().id, "revoked", NOON)
    kept.change(ACME, BEN, reading().id, "restored", NOON)
    assert (plans(kept, BEN), kept.of(ACME, BEN)) == (["{}"], ())
    kept.decide(ACME, reading().id, "revoked", OLGA, NOON)
    assert plans(kept, BEN) == []


def test_a_persons_own_goes_before_the_companys_of_the_same_words(kept: Readings) -> None:
    kept.write(ACME, reading(by=OLGA))
    kept.keep(ACME, ANA, reading(plan="mine"))
    assert (plans(kept, ANA), plans(kept, BEN)) == (["mine"], ["{}"])


def test_an_erased_person_leaves_nothing_and_what_operators_wrote_stays(kept: Readings, tmp_path: Path) -> None:
    kept.keep(ACME, ANA, reading("canary of {name1}"))
    kept.change(ACME, ANA, reading("canary of {name1}").id, "offered", NOON)
    kept.decide(ACME, reading("canary of {name1}").id, "approved", OLGA, NOON)
    kept.write(ACME, reading(by=OLGA))
    kept.erase(ACME, ANA)
    assert not any(b"canary" in file.read_bytes() for file in tmp_path.rglob("*.jsonl"))
    assert [one.reading.words for one in kept.shared(ACME)] == ["contacts of {name1}"]


def test_an_unknown_reading_is_refused(kept: Readings) -> None:
    kept.keep(ACME, ANA, reading())
    for person, do in ((BEN, "revoked"), (BEN, "offered")):
        with pytest.raises(BadInput, match="You have no reading"):
            kept.change(ACME, person, reading().id, do, NOON)
    with pytest.raises(BadInput, match="Nobody put a reading"):
        kept.decide(ACME, reading().id, "approved", OLGA, NOON)


def test_a_line_of_another_version_is_left_out_and_takes_nothing_with_it(kept: Readings, tmp_path: Path) -> None:
    kept.keep(ACME, ANA, reading())
    (file,) = tmp_path.rglob("*.jsonl")
    file.write_text(file.read_text() + '\n{"kind": "sung", "of": "x", "by": "y", "at": "2026-11-20T12:00:00+00:00"}\n')
    assert plans(kept, ANA) == ["{}"]
