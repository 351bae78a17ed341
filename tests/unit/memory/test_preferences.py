"""What people prefer: a journal that only grows, and a state that is what was said, corrected, forgotten and taken back, whatever happens between."""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from kg.errors import BadInput
from memory.preferences import Chosen, Preference, Preferences, Source, State, repeated
from memory.preferences.store import RULES
from tests.cases import each_case

ACME, ANA, BEN = "acme", "ana@acme.example", "ben@acme.example"
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def said(subject="bill", value="Bill Tran", message="m1", minute=0, **rest):
    at = NOON + timedelta(minutes=minute)
    return Preference("name_means", subject, value, Source("s", message, f"{subject} is {value}", at, 0, 10), **rest)


@pytest.fixture
def kept(tmp_path):
    return Preferences(str(tmp_path))


def values(state):
    return {k.preference.subject: k.preference.value for k in state.effective}


def test_latest_preference_holds_and_the_replaced_one_keeps_its_period(kept):
    kept.learn(ACME, ANA, said(), NOON)
    kept.learn(ACME, ANA, said(value="Bill Ashworth", message="m2", minute=5), NOON + timedelta(minutes=5))
    assert values(kept.of(ACME, ANA)) == {"bill": "Bill Ashworth"}
    first = kept.of(ACME, ANA).kept[0]
    assert (first.true_from, first.true_until, first.known_until) == (NOON, NOON + timedelta(minutes=5), NOON + timedelta(minutes=5))
    held = kept.as_of(ACME, ANA, NOON + timedelta(minutes=9), NOON + timedelta(minutes=2))
    assert [k.preference.value for k in held] == ["Bill Tran"]


def test_a_preference_is_its_persons_own(kept):
    kept.learn(ACME, ANA, said(), NOON)
    assert kept.of(ACME, BEN) == kept.of("other", ANA) == State()
    with pytest.raises(BadInput):
        kept.change(ACME, BEN, said().id, "forgotten", NOON)
    assert values(kept.of(ACME, "Ana@Acme.example")) == {"bill": "Bill Tran"}


def test_learning_the_same_words_again_changes_nothing(kept):
    kept.learn(ACME, ANA, said(), NOON)
    before = kept.of(ACME, ANA)
    kept.learn(ACME, ANA, said(), NOON + timedelta(minutes=3), by=RULES)
    assert kept.of(ACME, ANA) == before


def test_what_was_forgotten_is_not_learned_again_from_the_same_words(kept):
    kept.learn(ACME, ANA, said(), NOON)
    kept.change(ACME, ANA, said().id, "forgotten", NOON + timedelta(minutes=1))
    kept.learn(ACME, ANA, said(), NOON + timedelta(minutes=2), by=RULES)
    kept.learn(ACME, ANA, said(message="m0", minute=-9), NOON + timedelta(minutes=2), by=RULES)
    assert values(kept.of(ACME, ANA)) == {}
    kept.learn(ACME, ANA, said(message="m3", minute=3), NOON + timedelta(minutes=3))
    assert values(kept.of(ACME, ANA)) == {"bill": "Bill Tran"}


def test_never_learn_blocks_stated_preferences_until_lifted(kept):
    kept.learn(ACME, ANA, said(), NOON)
    kept.change(ACME, ANA, said().id, "never", NOON)
    assert kept.learn(ACME, ANA, said(message="m2", minute=1), NOON + timedelta(minutes=1)) is None
    kept.change(ACME, ANA, said().id, "allowed", NOON)
    assert kept.learn(ACME, ANA, said(message="m3", minute=2), NOON + timedelta(minutes=2)) is not None


def test_take_back_what_retired_a_preference_and_it_holds_again(kept):
    kept.learn(ACME, ANA, said(), NOON)
    kept.learn(ACME, ANA, said(value="Bill Ashworth", message="m2", minute=5), NOON + timedelta(minutes=5))
    kept.undo(ACME, ANA, NOON)
    assert values(kept.of(ACME, ANA)) == {"bill": "Bill Tran"}
    kept.undo(ACME, ANA, NOON)
    assert values(kept.of(ACME, ANA)) == {}
    assert kept.undo(ACME, ANA, NOON) is None


def test_what_was_only_seen_decides_nothing_before_the_persons_word(kept):
    seen = said(authority="choice")
    kept.learn(ACME, ANA, seen, NOON, by=RULES)
    assert (values(kept.of(ACME, ANA)), len(kept.of(ACME, ANA).waiting)) == ({}, 1)
    kept.change(ACME, ANA, seen.id, "accepted", NOON)
    assert (values(kept.of(ACME, ANA)), len(kept.of(ACME, ANA).waiting)) == ({"bill": "Bill Tran"}, 0)
    kept.undo(ACME, ANA, NOON)
    assert (values(kept.of(ACME, ANA)), len(kept.of(ACME, ANA).waiting)) == ({}, 1)
    kept.change(ACME, ANA, seen.id, "refused", NOON)
    assert kept.of(ACME, ANA).current == ()
    again = [Chosen("s", f"q{n}", "Bill", "k1", "Bill Tran (Acme)", NOON + timedelta(hours=n)) for n in (1, 2)]
    assert repeated(again, kept.of(ACME, ANA)) == ()


def test_what_was_only_seen_never_replaces_what_was_said(kept):
    kept.learn(ACME, ANA, said(), NOON)
    kept.learn(ACME, ANA, said(value="Bill Ashworth", message="q2", minute=5, authority="choice"), NOON + timedelta(minutes=5), by=RULES)
    assert values(kept.of(ACME, ANA)) == {"bill": "Bill Tran"}


def test_company_preference_needs_confirmation_and_yields_to_a_personal_one(kept):
    shared = said("revenue", "booked revenue", scope="tenant")
    kept.learn(ACME, ANA, shared, NOON)
    assert values(kept.known(ACME, ANA)) == values(kept.known(ACME, BEN)) == {}
    kept.decide(ACME, shared.id, confirm=True, operator="op@acme.example", at=NOON)
    assert values(kept.known(ACME, ANA)) == values(kept.known(ACME, BEN)) == {"revenue": "booked revenue"}
    kept.learn(ACME, BEN, said("revenue", "paid revenue", "m9"), NOON)
    assert values(kept.known(ACME, BEN)) == {"revenue": "paid revenue"}
    kept.decide(ACME, shared.id, confirm=False, operator="op@acme.example", at=NOON)
    assert values(kept.known(ACME, ANA)) == {}


def test_another_value_of_a_company_preference_is_proposed_in_place_of_the_old_one(kept):
    old, new = said("revenue", "booked revenue", scope="tenant"), said("revenue", "paid revenue", "e1", 1, scope="tenant", authority="correction")
    kept.learn(ACME, ANA, old, NOON)
    kept.decide(ACME, old.id, confirm=True, operator="op@acme.example", at=NOON)
    kept.edit(ACME, ANA, old.id, new, NOON + timedelta(minutes=1))
    assert (values(kept.known(ACME, BEN)), [k.preference.value for k in kept.shared(ACME)]) == ({}, ["paid revenue"])
    kept.decide(ACME, new.id, confirm=True, operator="op@acme.example", at=NOON + timedelta(minutes=2))
    assert values(kept.known(ACME, BEN)) == {"revenue": "paid revenue"}
    kept.undo(ACME, ANA, NOON + timedelta(minutes=3))                   # the edit: what it replaced is confirmed still
    assert values(kept.known(ACME, BEN)) == {"revenue": "booked revenue"}
    kept.change(ACME, ANA, old.id, "forgotten", NOON + timedelta(minutes=4))
    assert values(kept.known(ACME, BEN)) == {}


def test_an_erased_person_leaves_nothing_behind(kept, tmp_path):
    kept.learn(ACME, ANA, said(value="Canary Finch"), NOON)
    kept.learn(ACME, ANA, said("flock", "Canary Finch", "m2", scope="tenant"), NOON)
    kept.learn(ACME, BEN, said(), NOON)
    kept.erase(ACME, ANA)
    assert kept.of(ACME, ANA) == State()
    assert not [f for f in tmp_path.rglob("*") if f.is_file() and b"Canary" in f.read_bytes()]
    assert values(kept.of(ACME, BEN)) == {"bill": "Bill Tran"}


def chosen(minute, key="k1", mention="Bill"):
    return Chosen("s", f"q{minute}", mention, key, f"{key} (Acme)", NOON + timedelta(minutes=minute))


@each_case("choices, learned", [
    ([chosen(1)], []), ([chosen(1), chosen(2)], ["k1"]), ([chosen(1), chosen(2), chosen(3, "k2")], []),
    ([chosen(1), chosen(2, "k2"), chosen(3, "k2")], ["k2"]), ([chosen(1), chosen(2, mention="Ann")], []),
])
def test_repeated_choice_becomes_a_preference(choices, learned):
    assert [p.keys[0] for p in repeated(choices, State())] == learned


def test_choices_from_before_the_person_had_them_forgotten_are_no_sign():
    state = State(forgotten={("name_means", "bill"): NOON + timedelta(minutes=1)})
    assert repeated([chosen(1), chosen(2)], state) == ()
    assert len(repeated([chosen(1), chosen(2), chosen(3)], state)) == 1


# ---------------------------------------------------------------- any sequence


@dataclass
class Op:
    """Something that happened, as the model sees it."""

    what: str
    subject: str
    value: str = ""
    at: int = 0                         # when it was said
    mine: bool = True                   # by the person, else derived
    message: str = ""
    undone: bool = False


@dataclass
class Model:
    """What should hold, worked out anew from everything that happened: plain loops, no journal."""

    ops: list[Op] = field(default_factory=list)

    def current(self):
        """Subject → (value, is pinned, is on)."""
        holds, forgotten, never, seen = {}, {}, set(), set()
        unlearned = {o.message for o in self.ops if o.undone and o.message}
        for op in (o for o in self.ops if not o.undone):
            now = holds.get(op.subject)
            if op.what in ("say", "choose"):
                old = not op.mine and (op.at <= forgotten.get(op.subject, -1) or op.message in unlearned)
                if op.message not in seen and op.subject not in never and not old:
                    seen.add(op.message)
                    if not now or not self._stands(now, op):
                        holds[op.subject] = {"value": op.value, "pinned": False, "on": True, "weak": op.what == "choose", "at": op.at}
            elif now:
                self._changed(holds, now, op, forgotten)
            if op.what == "never":
                never.add(op.subject)
        return {s: (h["value"], h["pinned"], h["on"]) for s, h in holds.items()}

    @staticmethod
    def _stands(now, op):
        """What holds already stands against what comes."""
        weak = op.what == "choose"
        return (weak and (not now["weak"] or now["pinned"])) or (op.at < now["at"] and (weak or not now["weak"]))

    @staticmethod
    def _changed(holds, now, op, forgotten):
        marks = {"pinned": {"pinned": True}, "unpinned": {"pinned": False}, "off": {"on": False}, "on": {"on": True}}
        if op.what == "edit":
            holds[op.subject] = now | {"value": op.value, "weak": False, "at": op.at}
        elif op.what in marks:
            now.update(marks[op.what])
        else:
            del holds[op.subject]
            forgotten[op.subject] = op.at


SUBJECTS, VALUES = st.sampled_from(["bill", "ann"]), st.sampled_from(["x", "y"])


class Life(RuleBasedStateMachine):
    """Say, correct, choose, forget, take back, derive again, crash: the state is the model's after each."""

    def __init__(self):
        super().__init__()
        self.folder = TemporaryDirectory()
        self.kept, self.model, self.now, self.messages = Preferences(self.folder.name), Model(), 0, []

    def teardown(self):
        self.folder.cleanup()

    def _time(self, tick=None):
        return NOON + timedelta(minutes=self.now if tick is None else tick)

    def _message(self, subject, value, authority):
        message = f"m{len(self.messages)}"
        one = Preference("name_means", subject, value, Source("s", message, value, self._time()), authority=authority)
        self.messages.append((one, self.now, authority == "choice"))
        return one, message

    @rule(subject=SUBJECTS, value=VALUES, authority=st.sampled_from(["statement", "correction"]), waits=st.integers(0, 1))
    def say(self, subject, value, authority, waits):
        self.now += waits
        one, message = self._message(subject, value, authority)
        self.kept.learn(ACME, ANA, one, self._time())
        self.model.ops.append(Op("say", subject, value, self.now, True, message))

    @rule(subject=SUBJECTS, value=VALUES, waits=st.integers(0, 1))
    def choose(self, subject, value, waits):
        self.now += waits
        one, message = self._message(subject, value, "choice")
        self.kept.learn(ACME, ANA, one, self._time(), by=RULES)
        self.model.ops.append(Op("choose", subject, value, self.now, False, message))

    @rule()
    def derive_again(self):
        """All that was ever said is gone through once more; what a crash swallowed is found so."""
        noted = {o.message for o in self.model.ops}
        for one, at, weak in self.messages:
            self.kept.learn(ACME, ANA, one, self._time(), by=RULES)
            if one.source.message not in noted:
                self.model.ops.append(Op("choose" if weak else "say", one.subject, one.value, at, False, one.source.message))

    @precondition(lambda self: self.kept.of(ACME, ANA).current)
    @rule(data=st.data(), kind=st.sampled_from(["forgotten", "never", "pinned", "unpinned", "off", "on"]), waits=st.integers(0, 1))
    def correct(self, data, kind, waits):
        self.now += waits
        one = data.draw(st.sampled_from(self.kept.of(ACME, ANA).current)).preference
        self.kept.change(ACME, ANA, one.id, kind, self._time())
        self.model.ops.append(Op(kind, one.subject, at=self.now))

    @precondition(lambda self: self.kept.of(ACME, ANA).current)
    @rule(data=st.data(), value=VALUES)
    def edit(self, data, value):
        self.now += 1
        one = data.draw(st.sampled_from(self.kept.of(ACME, ANA).current)).preference
        message = f"edit{self.now}-{len(self.model.ops)}"
        new = replace(one, value=value, authority="correction", source=Source("", message, value, self._time()))
        self.kept.edit(ACME, ANA, one.id, new, self._time())
        self.model.ops.append(Op("edit", one.subject, value, self.now, True, message))

    @rule()
    def undo(self):
        self.kept.undo(ACME, ANA, self._time())
        last = next((o for o in reversed(self.model.ops) if o.mine and not o.undone), None)
        if last is not None:
            last.undone = True

    @rule(subject=SUBJECTS, value=VALUES)
    def crash_while_it_is_written(self, subject, value):
        """The line is cut in the middle: nothing was learned, but the message is in the history."""
        self._message(subject, value, "statement")
        for file in Path(self.folder.name).rglob("preferences.jsonl"):
            with file.open("ab") as journal:
                journal.write(b'\n{"id": "torn", "kind": "learned", "pref')
        self.kept = Preferences(self.folder.name)

    @invariant()
    def the_state_is_the_models(self):
        found = {k.preference.subject: (k.preference.value, k.is_pinned, k.is_on) for k in self.kept.of(ACME, ANA).current}
        assert found == self.model.current()


def test_whatever_happens_the_state_is_the_models(full):
    run_state_machine_as_test(Life, settings=settings(
        max_examples=1_000 if full else 60, stateful_step_count=30, deadline=None, derandomize=not full, suppress_health_check=list(HealthCheck)))
