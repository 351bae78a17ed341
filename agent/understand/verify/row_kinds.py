"""Words for what the rows or the groups of an answer are ("per board", "which board has the most …"), held against those of a plan."""

from collections.abc import Sequence

from agent.catalogue import Catalogue
from agent.plan.algebra import Goal, Groups, Key, Names, Step, Table
from agent.understand.grammar.evidence import Evidence
from agent.understand.grammar.vocabulary import Meaning
from agent.understand.verify.used import alike

_GROUPED, _KINDS = frozenset({"per", "breaking"}), frozenset({"field", "rel", "noun"})
_WHICH = ("focus", "what")


def unplanned_rows(catalogue: Catalogue, known: Sequence[Evidence], goals: Sequence[Goal]) -> dict[str, None]:
    """The words, in their order, where the plan has rows or groups of another kind. `known`: what stretches of the message may mean."""
    return {**_keys(catalogue, known, goals), **_asked(catalogue, known, goals)}


def _keys(catalogue: Catalogue, known: Sequence[Evidence], goals: Sequence[Goal]) -> dict[str, None]:
    """Words for that of which each has a figure ("per currency"), where the figures of the plan are by something else."""
    keys = [key for goal in goals if isinstance(goal, Groups) for key in goal.keys]
    if not keys:
        return {}
    behind = {e.last for e in known if e.meaning.kind in _GROUPED}
    said = {e.text: [other.meaning for other in known if (other.first, other.last) == (e.first, e.last)] for e in known if e.first in behind}
    said = {text: meant for text, meant in said.items() if any(each.kind in _KINDS for each in meant)}
    is_used = any(each.kind not in _KINDS or any(_is_key(catalogue, key, each) for key in keys) for meant in said.values() for each in meant)
    return {} if is_used else dict.fromkeys(said)


def _asked(catalogue: Catalogue, known: Sequence[Evidence], goals: Sequence[Goal]) -> dict[str, None]:
    """The word for that of which it is asked which ("which boat has the most …"), where the rows of the plan are something else."""
    if len(goals) != 1 or not isinstance(goals[0], Groups | Names | Table):
        return {}
    behind = {e.last for e in known if (e.meaning.kind, e.meaning.target) == _WHICH and e.first == 0}
    nouns = [e for e in known if e.first in behind and e.meaning.kind == "noun"]
    longest = [e for e in nouns if e.last == max(each.last for each in nouns)]
    if not longest or any(e.meaning.kind in _KINDS and e.first == longest[0].last for e in known):
        return {}
    goal = goals[0]
    keys = goal.keys if isinstance(goal, Groups) else (Key((Step("", goal.node.model),)),)
    return {} if any(_is_key(catalogue, key, e.meaning) for e in longest for key in keys) else {longest[0].text: None}


def _is_key(catalogue: Catalogue, key: Key, meaning: Meaning) -> bool:
    """Is a figure by what a word means, or by a field or relation of that name of another model? Several have a currency."""
    if meaning.kind == "noun":
        return not alike(catalogue, meaning.target).isdisjoint(step.to for step in key.path)
    held = (key.field or "", *(step.relation for step in key.path))
    return meaning.target.rpartition(".")[2] in {each.rpartition(".")[2] for each in held}
