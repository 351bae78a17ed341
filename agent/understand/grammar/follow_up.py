"""What a question means after another one: a question of its own, or an edit of the last.

It says when a question goes on from the last one, and what its words point back at; `edits.py` and `whole.py` make the goals.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from agent.catalogue import Catalogue
from agent.language.words import Token, empty_tokens, holds
from agent.plan.algebra import Card, Figures, Goal, Groups, Me, Measure, Named, Names, Node, Set, Show, Summary, Table, nodes, parts
from agent.plan.goal_parts import replace_part
from agent.question.asked_of_rows import is_single
from agent.understand.grammar.back import edit_phrases, figure_told, kind_words, leaves_out, of_kind, person, rows_in_order, sole_company, subject
from agent.understand.grammar.canonical import canonical
from agent.understand.grammar.chart import Reading, fragments
from agent.understand.grammar.coverage import account
from agent.understand.grammar.edits import edited
from agent.understand.grammar.evidence import Evidence
from agent.understand.grammar.items import Hole, is_bare
from agent.understand.grammar.paths import MY_TEAM
from agent.understand.grammar.whole import listed_of, whole_edit

_JOINING = frozenset({"of", "in", "on", "for", "with", "by", "without", "per", "to", "from"})        # beginning with one, a question goes on
_BEING = frozenset({"is", "are", "was", "were", "be", "been", "'s", "'re"})


def after(catalogue: Catalogue, said: Sequence[Token], evidence: Sequence[Evidence], last: Goal, found: Sequence[Reading]) -> list[Reading]:
    """What a question means after another one: a question of its own, else an edit. What joins on to the last is rather an edit.

    "And how many days off do I have?" edits nothing, and says itself what it is about; "and how many tickets?" does not.
    """
    whole = whole_edit(catalogue, said, last)
    if whole is not None:
        return [Reading(whole, (1 << len(said)) - 1, 0, frozenset())]
    return [_shown(catalogue, said, reading) for reading in _after(catalogue, said, evidence, last, found)]


def _shown(known: Catalogue, said: Sequence[Token], reading: Reading) -> Reading:
    """"Show me those that are overdue" after a count wants them, not how many; "show me the same for May" wants that."""
    measure = reading.goal.measures[0] if isinstance(reading.goal, Figures) and len(reading.goal.measures) == 1 else None
    is_shown = bool(said) and said[0].plain in ("show", "give") and not any(t.plain == "same" for t in said) and not reading.says("count:count")
    listed = listed_of(known, measure.of) if measure is not None and measure.how == "count" and is_shown else None
    return reading if listed is None else replace(reading, goal=listed)


def _after(catalogue: Catalogue, said: Sequence[Token], evidence: Sequence[Evidence], last: Goal, found: Sequence[Reading]) -> list[Reading]:
    whole = [_as_before(catalogue, r, last) for r in found if not _is_bare(r.goal, r.said) and not _is_which(r)]
    if not said or not (joins(said) or adds(said)):
        return whole or list(_edits(catalogue, said, evidence, last))
    return list(_edits(catalogue, said, evidence, last)) or [r for r in whole if r.says("back") or (adds(said) and is_anchored(r.goal, last))]


def points_back(known: Catalogue, said: Sequence[Token], reading: Reading, last: Goal) -> bool:
    """Is what a word like "they" points at in the goal, with all that was said of it? Without such a word there is nothing to ask."""
    plain = tuple(t.plain for t in said)
    kinds = (of_kind(last, models) for words, models in kind_words().items() if holds(plain, words))
    meant = [node for node in (subject(last), person(known, last), sole_company(last), *kinds, *rows_in_order(last).values()) if node is not None]
    if not meant or not reading.says("back"):
        return not _points_there(plain, last)
    is_another = (one := subject(last)) is not None and any(model != one.model for model in _newest_one(reading))
    return not is_another and any(is_within(node, each) for node in nodes(reading.goal) for each in meant)


def _newest_one(reading: Reading) -> Iterator[str]:
    """The models whose field puts what is pointed at first, right before that word: "the newest one" after tickets is none of their assignees."""
    points = [mask & -mask for element, mask in reading.said if element == "back"]
    yield from (element[len("most:"):].partition(".")[0] for element, mask in reading.said
                if element.startswith("most:") and any(point == 1 << mask.bit_length() for point in points))


def is_within(node: Node, meant: Node) -> bool:
    """Is it what is meant, or some of those? The first ones of some of them are not some of the first ones."""
    if node == meant:
        return True
    if not isinstance(node, Set) or not isinstance(meant, Set) or node.model != meant.model or meant.newest or meant.ranked is not None:
        return False
    ties = ((held, [k for k in node.links if (k.relation, k.to_source) == (held.relation, held.to_source)]) for held in meant.links)
    return meant.where <= node.where and all(any(is_within(k.source, held.source) for k in found) for held, found in ties)


def adds(said: Sequence[Token]) -> bool:
    """Does it begin with "and", but for words without content?"""
    empty = empty_tokens(said)
    return next((t.plain for i, t in enumerate(said) if i not in empty), "") == "and"


def joins(said: Sequence[Token]) -> bool:
    """Does it go on from the last question: "in Pune", "what about defects", "except the Pune people"?"""
    plain = tuple(t.plain for t in said)
    return plain[0] in _JOINING or leaves_out(plain) or (plain[0] in ("what", "how") and plain[1:2] == ("about",))


def is_anchored(goal: Goal, last: Goal) -> bool:
    """Does it say itself whose or of what, or was nobody named before? Else what was said before may be meant as well."""
    return any(isinstance(n, Me | Named) for n in nodes(goal)) or not any(isinstance(n, Me | Named) for n in nodes(last))


def distance(goal: Goal, last: Goal) -> int:
    """How far an edit goes: of several owners the nearest is meant, and one thing in place of another rather than beside it."""
    grouped = sum(len(each.path) for each in (goal.keys if isinstance(goal, Groups) else goal.columns if isinstance(goal, Table) else ()))
    return grouped + (2 if sum(1 for _ in nodes(goal)) > sum(1 for _ in nodes(last)) else 0)


def _as_before(known: Catalogue, reading: Reading, last: Goal) -> Reading:
    """"bugs fixed in May?" after a count is a count, where nobody asks who or which; "split it by owner" after a total splits that."""
    goal, figure = reading.goal, figure_told(known, last)
    if figure is None or reading.says("count:count"):
        return reading
    if isinstance(goal, Groups) and reading.says("back") and goal.measures == (Measure(figure.of, "count"),):
        return replace(reading, goal=replace_part(goal, goal.measures[0], figure))
    asked = any(element.startswith(("focus:", "who")) for element, _ in reading.said)
    if not isinstance(last, Figures) or not isinstance(goal, Names | Table) or asked or figure.how != "count":
        return reading
    is_led_to = figure.of in {*nodes(goal.node)} - {goal.node}         # "their managers" are told after a count, too
    is_another = is_led_to or is_single(known, goal.node) or goal.node.model != figure.of.model
    tells_more = isinstance(goal, Table) and goal != listed_of(known, goal.node)        # what is told of each is asked for itself
    return reading if is_another or tells_more else replace(reading, goal=Figures((replace(figure, of=goal.node),)))


def _is_bare(goal: Goal, said: frozenset[tuple[str, int]]) -> bool:
    """Nothing but a name, or a figure of everything: after a question, that edits the question."""
    everything = is_bare(goal.node) if isinstance(goal, Summary) else isinstance(goal, Figures) and not _is_of_all(goal, said) and all(
        is_bare(m.of) and m.how != "count" and m.each is None for m in goal.measures)
    asked = any(element == "back" or element.startswith("focus:") for element, _ in said)
    return everything or (isinstance(goal, Card) and not asked)


def _is_of_all(goal: Figures, said: frozenset[tuple[str, int]]) -> bool:
    """Does it say of what it is: of all, of ours, a share of employees?"""
    own = ("whole", "ours", *(f"model:{m.of.model}" for m in goal.measures if m.how == "share"))
    return any(element in own for element, _ in said)


def _is_which(reading: Reading) -> bool:
    """"which customers?": after an answer those of it are meant, not all there are."""
    goal = reading.goal
    is_listed = isinstance(goal, Names) and isinstance(goal.node, Set) and not goal.node.links
    return is_listed and reading.says("focus:what") and reading.cover.bit_count() <= 2


def _edits(catalogue: Catalogue, said: Sequence[Token], evidence: Sequence[Evidence], last: Goal) -> Iterator[Reading]:
    """The last goal as the words change it, cheapest first."""
    found: dict[Goal, Reading] = {}
    idle, only = empty_tokens(said), bool({t.plain for t in said} & {"only", "just", "ones", "those"})        # "only the ones in euros"
    is_mine = any(t.plain == "my" for t in said) and _is_own(last)
    for item, cover in fragments(catalogue, said, evidence, edit_phrases("cues") | {("my",)} if is_mine else edit_phrases("cues")):
        for goal in edited(catalogue, last, item, only=only, beside=said[0].plain == "with"):
            if goal == last and isinstance(goal, Groups):
                return                  # by what it goes already: no other key of that name is meant
            if any(isinstance(part, Hole) for part in parts(goal)):         # "them" that nothing before the question fills
                continue
            if (is_mine and not _is_own(goal)) or any(_is_tied_twice(node) for node in nodes(goal)):
                continue
            reading = Reading(goal, cover, item.cost + distance(goal, last), item.said)
            if goal != last and account(catalogue, said, reading, idle, last).balances:
                found.setdefault(goal, reading)
    same: dict[Goal, Reading] = {}
    for reading in sorted(found.values(), key=lambda r: r.cost):
        same.setdefault(canonical(catalogue, reading.goal), reading)
    yield from same.values()


def _is_tied_twice(node: Node) -> bool:
    """Is it tied to one thing in two ways? "Who is Ana's boss?", "and who reports to Ana?": another question of her, not of her boss."""
    sources = [link.source for link in node.links if isinstance(link.source, Named | Me)] if isinstance(node, Set) else []
    return len(set(sources)) < len(sources)


def _is_own(goal: Goal) -> bool:
    return any(isinstance(part, Me) or part == MY_TEAM for part in parts(goal))


def _points_there(plain: tuple[str, ...], last: Goal) -> bool:
    """Is "there" a place that was spoken of: "how many deals there", after a team "how many people are there"? Then nothing else is meant."""
    at = next((i for i, word in enumerate(plain) if word == "there"), None)
    if at is None:
        return False
    is_said_to_exist = bool(_BEING & {*plain[max(0, at - 1) : at], *plain[at + 1 : at + 2]})
    about = subject(last)
    is_place = isinstance(last, Names | Show | Card) and about is not None and about.model in kind_words()["that", "place"]
    return not is_said_to_exist or (at == len(plain) - 1 and is_place)
