"""What is told where nothing holds the words or the value that were looked for: these, and titles, names or values near them that the asker may see.

Suggestions only: nothing of them is in the result, and no figure counts them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agent.phrasing.inflection import listed, verb
from agent.plan.algebra import Goal, Node, Set
from agent.query.execute import told_nodes
from agent.query.operations import NodeRecords, Unheld, have_forms, near_titles, sought_in, sought_words, unmet_conditions
from agent.query.operations.tellable import kept_kinds
from agent.question.context import QuestionContext
from agent.respond.cells import one_line


@dataclass(frozen=True, slots=True)
class NearMatches:
    """Sentences, and the names in them."""

    said: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    of_words: bool = False              # some of it is of words in titles and texts, for which others may stand


def near_by(context: QuestionContext, goal: Goal, found: Mapping[Node, NodeRecords]) -> NearMatches:
    """For a goal that tells of a set which its words or values leave empty; nothing for every other."""
    words, values = nothing_near(context, goal, found), no_such_value(context, goal, found)
    return NearMatches((*words.said, *values.said), (*words.names, *values.names), bool(words.said))


def nothing_near(context: QuestionContext, goal: Goal, found: Mapping[Node, NodeRecords]) -> NearMatches:
    """The words that no title, text or name holds, and what is near them."""
    empty = sorted((node for node in told_nodes(goal) if isinstance(node, Set) and node in found and not found[node].records), key=repr)
    sought = [(node, where) for node in empty if (where := sought_in(context.catalogue, node))]
    if not sought:
        return NearMatches()
    words = tuple(dict.fromkeys(one_line(text) for _, each in sought for text in sought_words(each)))
    titles = tuple(dict.fromkeys(one_line(title) for node, each in sought for title in near_titles(context, node, each, found)))
    near = (f"Near {'is' if len(titles) == 1 else 'are'} {_quoted(titles)}.",) if titles else ()
    forms = " in any form" if any(have_forms(context.catalogue, each) for _, each in sought) else ""
    return NearMatches((f"I looked for {_quoted(words)}{forms}.", *near), (*words, *titles))


def no_such_value(context: QuestionContext, goal: Goal, found: Mapping[Node, NodeRecords]) -> NearMatches:
    """The values that no record holds, and those near them."""
    missing = unmet_conditions(context, goal, told_nodes(goal), found)
    names = (one_line(text) for one in missing for text in (*one.sought, *one.near))
    return NearMatches(tuple(_unheld_said(context, one) for one in missing), tuple(dict.fromkeys(names)))


def _unheld_said(context: QuestionContext, one: Unheld) -> str:
    """"No ticket has the status “Waiting”; there are “On hold” and “Waiting on customer”.": of what may be kept to others, as far as one sees."""
    model = context.catalogue.models[one.model]
    kept = " that you may see" if kept_kinds(context, Set(one.model)) else ""
    holds = "is called" if one.field.label == model.label else f"has the {one.field.label}"
    there = f"; there {verb('is', 'are', len(one.near) == 1)} {_quoted(one.near)}" if one.near else ""
    return f"No {model.label}{kept} {holds} {_quoted(one.sought, 'or')}{there}."


def _quoted(texts: Sequence[str], by: str = "and") -> str:
    return listed([f"“{one_line(text)}”" for text in texts], by)
