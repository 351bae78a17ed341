"""What is told where nothing holds the words that were looked for: these words, and titles or names near them that the asker may see.

Suggestions only: nothing of them is in the result, and no figure counts them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agent.phrasing.inflection import listed
from agent.plan.algebra import Goal, Node, Set
from agent.query.execute import told_nodes
from agent.query.operations import Found, have_forms, near_titles, sought_in, sought_words
from agent.question.run import Run
from agent.respond.cells import one_line


@dataclass(frozen=True, slots=True)
class Near:
    """Sentences, and the names in them."""

    said: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


def nothing_near(run: Run, goal: Goal, found: Mapping[Node, Found]) -> Near:
    """For a goal that tells of a set which its words leave empty; nothing for every other."""
    empty = sorted((node for node in told_nodes(goal) if isinstance(node, Set) and node in found and not found[node].records), key=repr)
    sought = [(node, where) for node in empty if (where := sought_in(run.catalogue, node))]
    if not sought:
        return Near()
    words = tuple(dict.fromkeys(one_line(text) for _, each in sought for text in sought_words(each)))
    titles = tuple(dict.fromkeys(one_line(title) for node, each in sought for title in near_titles(run, node, each, found)))
    near = (f"Near {'is' if len(titles) == 1 else 'are'} {_quoted(titles)}.",) if titles else ()
    forms = " in any form" if any(have_forms(run.catalogue, each) for _, each in sought) else ""
    return Near((f"I looked for {_quoted(words)}{forms}.", *near), (*words, *titles))


def _quoted(texts: Sequence[str]) -> str:
    return listed([f"“{text}”" for text in texts])
