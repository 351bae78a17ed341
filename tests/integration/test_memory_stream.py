"""The memory stream: what conversations named stands in the graph, without words; every count equals a recount of the history."""

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.graph import Graph
from kg.remove import audit, remove_tenant
from kg.schema import ensure_schema
from memory.entities import has_shifted, remembered, themes
from memory.history import History
from memory.lines import Lines
from memory.reflection import Reflections
from memory.stream import ASSISTANT, PERSON, bring_up, forget, mentions_in, named
from tests.integration.kg_rows import key, node, write
from workers.settings import Settings, make_settings
from workers.storage.store import RedisStore
from workers.tasks.memory_stream import remember

ANA, BOB = "ana@acme.example", "bob@acme.example"
START = datetime(2026, 10, 5, 9, tzinfo=UTC)
NOW = START + timedelta(days=40)


@pytest.fixture(scope="module")
def schema(graph):
    ensure_schema(graph)


def account(tenant, number):
    return key(tenant, "crm/Account", f"a{number}")


def turn(tenant, number, names=(), cited=(), day=0.0):
    """A turn in which the person named accounts and the assistant cited some."""
    return {
        "id": f"t{number}", "at": (START + timedelta(days=day)).isoformat(), "question": "How is " + " and ".join(f"Account {n}" for n in names),
        "reply_to": None, "named": {f"Account {n}": {"key": account(tenant, n), "score": 0.9} for n in names},
        "answer": {"status": "answered", "text": "Here: Account 7.", "references": [
            {"category": "crm", "model": "crm/Account", "id": f"a{n}", "name": f"Account {n}"} for n in cited] + [{"count": 3, "plan_task": "t1"}]},
    }


def test_mentions_stand_in_the_graph_with_their_place_and_without_words(graph, schema, tenant, tmp_path):
    history = History(str(tmp_path))
    write(graph, tenant, [node(tenant, "crm/Account", "a1", "Account 1")])
    history.append(tenant, ANA, "s1", turn(tenant, 1, [1, 2], [7]))
    assert bring_up(graph, history, tenant, ANA) == 3
    first, second = named(graph, tenant, ANA)
    assert (first.entity, first.name, first.times, first.turns) == (account(tenant, 1), "Account 1", (START,), ("t1",))
    assert (second.entity, second.name) == (account(tenant, 2), None)        # the graph has no such record
    assert [one.entity for one in named(graph, tenant, ANA, ASSISTANT)] == [account(tenant, 7)]
    one, other, cited = mentions_in(tenant, "s1", history.read(tenant, ANA, "s1"))
    assert (one.first, one.last, one.confidence) == (7, 16, 0.9)
    assert (other.first, other.last, cited.first, cited.last) == (21, 30, 6, 15)
    assert (named(graph, tenant, BOB), named(graph, "other", ANA)) == ([], [])
    assert audit(graph, tenant).ok


STEPS = st.lists(st.tuples(
    st.sampled_from(["say", "say", "say", "delete", "bring up"]), st.sampled_from(["s1", "s2"]), st.lists(st.integers(1, 3), max_size=2, unique=True),
    st.lists(st.integers(1, 3), max_size=1), st.integers(0, 30)), max_size=8)


def test_counts_equal_a_recount_after_any_add_replay_and_delete(graph, schema, tenant, tmp_path_factory, full):
    @settings(max_examples=1_000 if full else 12, deadline=None, suppress_health_check=list(HealthCheck))
    @given(STEPS)
    def play(steps):
        history = History(str(tmp_path_factory.mktemp("stream")))
        forget(graph, tenant, ANA)
        for number, (what, session, names, cited, day) in enumerate(steps):
            if what == "say":
                history.append(tenant, ANA, session, turn(tenant, number, names, cited, day))
            elif what == "delete":
                history.delete(tenant, ANA, session)
            else:
                bring_up(graph, history, tenant, ANA, [session])
        for _ in range(2):                       # the second changes nothing
            bring_up(graph, history, tenant, ANA)
        for speaker in (PERSON, ASSISTANT):
            told = [one for each in history.sessions(tenant, ANA) for one in mentions_in(tenant, each, history.read(tenant, ANA, each))]
            recount = Counter(one.of for one in told if one.speaker == speaker)
            found = remembered(named(graph, tenant, ANA, speaker), NOW)
            assert {one.entity: one.count for one in found} == recount
            assert all(sum(count for _, count in one.timeline) == one.count == len(one.turns) for one in found)
            assert [one.rank for one in found] == list(range(1, len(found) + 1))

    play()


def test_what_is_named_more_and_later_ranks_first_and_the_change_is_told(graph, schema, tenant, tmp_path):
    history = History(str(tmp_path))
    for number, (names, day) in enumerate([([1], 0), ([1], 1), ([1], 2), ([2], 1), ([2], 36), ([2], 38), ([3], 39)]):
        history.append(tenant, ANA, "s1", turn(tenant, number, names, day=day))
    bring_up(graph, history, tenant, ANA)
    found = remembered(named(graph, tenant, ANA), NOW)
    assert [(one.entity[-2:], one.rank, one.before) for one in found] == [("a2", 1, 2), ("a3", 2, None), ("a1", 3, 1)]
    assert found[0].timeline == ((START.date(), 1), (datetime(2026, 11, 9, tzinfo=UTC).date(), 2))
    assert [(theme.model, theme.count, theme.weeks, theme.is_recurring) for theme in themes(named(graph, tenant, ANA), NOW)] == [
        ("crm/Account", 7, 2, True)]


def test_a_shift_of_topic_is_seen_and_a_steady_one_is_not(graph, schema, tenant, tmp_path):
    history = History(str(tmp_path))
    for number in range(12):
        one = turn(tenant, number, [1], day=number if number < 6 else 24 + number)
        if number >= 6:
            one["named"] = {"the bug": {"key": key(tenant, "ticketing/Ticket", "k1"), "score": 1.0}}
        history.append(tenant, ANA, "s1", one)
        history.append(tenant, BOB, "s1", turn(tenant, number, [1], day=number if number < 6 else 24 + number))
    for person in (ANA, BOB):
        bring_up(graph, history, tenant, person)
    assert has_shifted(named(graph, tenant, ANA), NOW)
    assert not has_shifted(named(graph, tenant, BOB), NOW)


def test_a_person_can_be_forgotten_and_a_tenant_goes_with_all_mentions(graph, schema, tenant, tmp_path):
    history = History(str(tmp_path))
    for person in (ANA, BOB):
        history.append(tenant, person, "s1", turn(tenant, 1, [1]))
        bring_up(graph, history, tenant, person)
    assert forget(graph, tenant, ANA) == 1
    assert (named(graph, tenant, ANA), len(named(graph, tenant, BOB))) == ([], 1)
    remove_tenant(graph, tenant)
    assert named(graph, tenant, BOB) == []


@dataclass
class Here:
    """What remembering needs of an installation."""

    settings: Settings
    graph: Graph
    history: History
    store: RedisStore
    lines: Lines
    reflections: Reflections


def test_what_was_said_since_is_taken_in_and_what_was_deleted_goes(graph, schema, tenant, tmp_path, redis_url):
    store = RedisStore(redis_url, tenant)
    history = History(str(tmp_path))
    here = Here(make_settings(home=tmp_path / "home"), graph, history, store, Lines(history), Reflections(str(tmp_path)))
    for person in (ANA, BOB):
        here.history.append(tenant, person, "s1", turn(tenant, 1, [1]))
    assert (remember(here, tenant), remember(here, tenant)) == (2, 0)
    here.history.append(tenant, ANA, "s2", turn(tenant, 2, [2]))
    assert remember(here, tenant) == 1
    assert [one.entity for one in named(graph, tenant, ANA)] == [account(tenant, 1), account(tenant, 2)]
    here.history.delete(tenant, ANA, "s1")
    assert remember(here, tenant) == 1
    assert [one.entity for one in named(graph, tenant, ANA)] == [account(tenant, 2)]
    here.history.delete(tenant, BOB, "s1")                 # the last that there was
    remember(here, tenant)
    assert named(graph, tenant, BOB) == []
    store.close()
