"""Whatever a model may write: decoding gives a goal that can be told, or faults, and never fails."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.catalogue import catalogue
from agent.phrasing.goals import say_goal
from agent.plan.algebra import flattened
from agent.understand.model import shape
from agent.understand.model.acts import QuestionAct, decode

_part = st.fixed_dictionaries

_IDS = st.sampled_from([
    *list(catalogue().models)[:12], *[f.id for f in list(catalogue().fields())[:40]], *[r.id for r in list(catalogue().relations())[:40]],
    *[p.id for p in list(catalogue().predicates())[:20]], "nothing", "crm/Account.", "~crm/Account.owner", "hub:crm/User", "hub", "."])
_OPS = st.sampled_from(["=", "in", "<", "contains", "empty"])
_VALUES = st.one_of(st.booleans(), st.floats(-10, 10), st.sampled_from(["2026-10-01", "today", "x", ""]), st.none(),
                    st.lists(st.sampled_from(["2026-10-01", "2026-11-01", None, "y"]), max_size=3))
_NODES: st.SearchStrategy[object] = st.deferred(lambda: st.one_of(
    st.just({"me": True}), _part({"name": st.sampled_from(["Ana", ""]), "model": _IDS}),
    _part({"set": _IDS, "where": st.lists(_CONDITIONS, max_size=2), "newest": st.booleans()}),
    _part({"union": st.lists(_NODES, max_size=2)})))
_MEASURES: st.SearchStrategy[object] = st.deferred(lambda: st.one_of(
    _part({"how": st.sampled_from(["count", "sum", "share", "max", "value"]), "of": _NODES, "field": st.one_of(st.none(), _IDS)}),
    _part({"metric": st.sampled_from(["win_rate", "headcount", "no"]), "where": st.lists(_CONDITIONS, max_size=1)})))
_CONDITIONS: st.SearchStrategy[object] = st.deferred(lambda: st.one_of(
    _part({"is": _IDS}), _part({"field": _IDS, "op": _OPS, "value": _VALUES}),
    _part({"rel": _IDS, "of": _NODES}), _part({"rel": _IDS, "from": _NODES}), _part({"rel": _IDS}),
    _part({"same": _NODES}), _part({"not": _CONDITIONS}), _part({"any": st.lists(_CONDITIONS, max_size=2)}),
    _part({"has": _part({"measure": _MEASURES, "path": st.lists(_IDS, max_size=2)}), "op": st.just(">"), "value": st.just(1)})))
_ACTS = st.one_of(
    _part({"goal": st.sampled_from(["names", "card", "summary", "exists"]), "node": _NODES}),
    _part({"goal": st.just("show"), "node": _NODES, "field": _IDS}),
    _part({"goal": st.just("table"), "node": _NODES, "columns": st.lists(_part(
        {"field": st.one_of(st.none(), _IDS), "path": st.lists(_IDS, max_size=2)}), max_size=2)}),
    _part({"goal": st.just("groups"), "measures": st.lists(_MEASURES, min_size=1, max_size=2), "keys": st.lists(
        _part({"field": st.one_of(st.none(), _IDS), "path": st.lists(_IDS, max_size=2)}), min_size=1, max_size=2)}),
    _part({"goal": st.just("figures"), "measures": st.lists(_MEASURES, min_size=1, max_size=2),
                           "contrast": st.sampled_from(["", "more", "share"])}))


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(_ACTS)
def test_whatever_a_model_writes_is_a_plan_that_can_be_told_or_has_faults(act: object) -> None:
    acts, faults = decode(catalogue(), shape.Message.model_validate({"acts": [act]}))
    if not faults:
        (asked,) = acts
        assert isinstance(asked, QuestionAct)
        assert say_goal(catalogue(), asked.goal)
        assert flattened(asked.goal)
