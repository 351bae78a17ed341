"""The grammar: a table of rules that join two neighbouring items by type. Every rule says which words may stand between."""

from agent.periods import Interval
from agent.plan import Groups, Me, Named, Quantity, Set, Summary, Table, Union
from agent.rules.grammar import compared, coordinated, doing, groups, lookup, measures, orders, peaks, questions, rows, sets, shares, times, whether
from agent.rules.grammar.gaps import Typed
from agent.rules.grammar.holding import HELD, NODE
from agent.rules.items import (
    Ask,
    Beyond,
    By,
    Columns,
    Compared,
    Conditions,
    Each,
    Few,
    Figure,
    Hole,
    Kind,
    Located,
    Most,
    Owned,
    Owning,
    Pair,
    Part,
    Peak,
    Sayer,
    Shown,
    Sorted,
    Spoken,
    Teamed,
    Tested,
    Topped,
    Wanted,
    WantedField,
    Word,
)

_THING = (Named, Me, Set)
_SAID = (Set, Spoken)

RULES = (
    # Single things.
    Typed(lookup.field_of, (*_THING, Ask), (*_THING, Ask)), Typed(lookup.conditions, (Ask, Shown, Conditions, Word), (Ask, Shown, Conditions, Word)),
    Typed(lookup.still_there, (Word, Ask, Shown), (Word, Ask, Shown)), Typed(lookup.relation_of, (*_THING, Word), (*_THING, Word)),
    Typed(lookup.verb_before, (Word,), _THING), Typed(lookup.verb_after, _THING, (Word,)), Typed(lookup.placed, _THING, (Word,)),
    Typed(lookup.apposition, _THING, _THING), Typed(lookup.newest, (Word, *_SAID), (Word, *_SAID)), Typed(lookup.mine, (Me, *_SAID), (Me, *_SAID)),
    Typed(lookup.joined, _SAID, _THING), Typed(lookup.pair, _THING, _THING), Typed(lookup.pair_speaks, (Pair,), (Spoken,)),
    Typed(questions.summary, (Word, *_THING, Spoken), (Word, *_THING, Spoken)), Typed(questions.afterthought, (Summary,), (Word,)),
    Typed(questions.sayer, _THING, (Word,)), Typed(questions.said_in, (Sayer,), (Set,)), Typed(lookup.per_year, (Shown,), (By, Word)),
    Typed(lookup.paid_how, (Me,), (Word,)), Typed(lookup.explained, (Shown,), (Word,)),
    Typed(questions.wanted, (Word,), (Set, Word, Ask)), Typed(questions.wanted_of, (Wanted,), _THING),
    Typed(questions.wanted_field_of, (WantedField,), _THING), Typed(questions.focus_on, (Word,), (Shown, Located, Summary, Spoken, Named, Set)),
    # Sets.
    Typed(sets.restrict, (Conditions, *HELD), (Conditions, *HELD)), Typed(sets.negated, (Word,), (Conditions,)),
    Typed(sets.by_nobody, (Word,), (Conditions,)),
    Typed(sets.not_placed, (Word,), (Named, Set)), Typed(sets.verb_and_object, (Word,), NODE), Typed(sets.subject_and_verb, NODE, (Word,)),
    Typed(sets.tied, HELD, NODE), Typed(sets.possessed, (*NODE, *HELD), (*NODE, *HELD)), Typed(times.timed, (Interval, *HELD), (Interval, *HELD)),
    Typed(times.timed_verb, (Interval, Ask, Conditions), (Interval, Ask, Conditions)), Typed(compared.compared, (Word, Quantity), (Word, Quantity)),
    Typed(compared.ranged, (Compared,), (Quantity,)), Typed(compared.field_compared, (Ask, Compared), (Ask, Compared)),
    Typed(compared.comparative, (Word,), (Quantity,)), Typed(compared.sized, HELD, (Compared,)),
    Typed(compared.in_currency, (Word, *HELD), (Word, *HELD)),
    Typed(compared.beyond, (Word, Ask, Beyond), (Word, Ask, Beyond)), Typed(compared.beyond_all, (Set,), (Beyond,)),
    Typed(compared.never, (Word,), (Set, Conditions)), Typed(compared.owning, (Word, Compared), (Set, Named)),
    Typed(compared.having, HELD, (Owning,)), Typed(compared.with_some, HELD, (Set,)),
    Typed(coordinated.either, (Conditions,), (Conditions,)), Typed(sets.united, (Named, Union), (Named,)),
    Typed(sets.whole, (Word, *HELD), (Word, Conditions, *HELD)), Typed(sets.named_value, (Ask, Conditions), (Ask, Conditions)),
    Typed(sets.placed, (Set, Part), (Word,)), Typed(sets.only, (Word,), (Conditions, Named, Interval, Owning)), Typed(sets.of_set, (Set,), (Set,)),
    Typed(sets.people_of, (Named, Set), (Named, Set)), Typed(compared.a_year, (Conditions,), (Word,)), Typed(sets.my_team_in, (Conditions,), (Word,)),
    Typed(sets.my_teamed, (Me,), (Teamed,)), Typed(sets.figure_of_thing, (Figure,), (Named, Set)),
    # Figures.
    Typed(measures.counted, (Word, Set), (Word, Set)), Typed(measures.aggregated, (Word,), (Ask,)),
    Typed(measures.of_what, (Figure, Set), (Figure, Set)), Typed(measures.counted_relation, (Word,), (Word,)),
    Typed(measures.filled, (Figure,), (Named, Me, Set)), Typed(measures.summed, (Word,), (Set,)),
    Typed(measures.total_metric, (Word,), (Figure,)), Typed(measures.apart, (Table,), (Word,)),
    Typed(measures.amount_of, (Ask,), (Conditions,)), Typed(measures.metric_of, (Figure, *NODE), (Figure, *NODE)),
    Typed(measures.in_unit, (Figure, Word), (Figure, Word)), Typed(measures.of_these, (Figure,), (Set,)),
    Typed(shares.part_of, (Word,), (Set, Named)), Typed(shares.share_placed, (Part,), (Named, Set)), Typed(shares.of_us, (Word,), (Word,)),
    Typed(shares.share, (Part,), (Conditions,)), Typed(groups.grouped_by, (Word,), (Set, Word, Ask)),
    Typed(groups.and_by, (By,), (By, Set, Word, Ask)), Typed(groups.grouped, (Figure, Set, By), (Figure, Set, By)),
    Typed(groups.for_each, (Word,), (Set, Union)), Typed(groups.for_those, (Word,), (Set,)),
    Typed(groups.tallied, (Figure, Columns, Set, Ask, Each), (Figure, Columns, Set, Ask, Each)),
    Typed(groups.enumerated, (Columns, Figure, Ask, Word), (Figure, Ask, Word)), Typed(groups.each_after, (Figure, Columns), (Word, Hole)),
    Typed(groups.with_columns, (Set, Each), (Columns, Ask, Figure, Word)), Typed(measures.figure_of, (Word,), (Figure, Groups, Table, Topped)),
    Typed(measures.idle, (Figure, Table, Groups, Set), (Word,)),
    # Rows with something of each.
    Typed(rows.done_by_each, (Set, Figure, Word), (Set, Figure, Word)), Typed(measures.a_year, (Figure,), (By, Word)),
    Typed(rows.rows_told, (Set,), (Figure, Columns)), Typed(rows.and_how_many, (Owned,), (Word,)),
    Typed(lookup.had, (Conditions,), (Me, Named)), Typed(doing.done_on, (Conditions,), NODE), Typed(doing.by_whom, (Set, Figure), (Conditions,)),
    Typed(rows.in_the_role, NODE, (Word,)), Typed(measures.people_placed, (Word,), (Word,)),
    Typed(questions.wanted_place, (WantedField,), (Located,)), Typed(questions.wanted_behind, _THING, (Wanted,)),
    Typed(orders.sorted_by, (By,), (Word,)), Typed(orders.first_by, (Set,), (Word,)),
    # Orders.
    Typed(orders.top, (Word,), (Set,)), Typed(orders.latest, (Word,), (Set,)), Typed(orders.shown_with, (Topped,), (Columns, Ask)),
    Typed(orders.sorting, (Word,), (Set,)), Typed(orders.sorted_first, (Table,), (Word,)), Typed(orders.numbered, (Word, Quantity), (Word, Quantity)),
    Typed(orders.ranked_by, (Topped, Ask, Figure), (Topped, Ask, Figure)), Typed(orders.most_of, (Word,), (Set,)),
    Typed(orders.who_has_most, (Set,), (Most,)), Typed(orders.direction, (Word,), (Ask,)),
    Typed(orders.turned, (Sorted, Table, Groups, Topped), (Word,)),
    Typed(orders.in_order, (Set,), (Sorted,)),
    # A yes or a no.
    Typed(whether.any_there, (Word,), (Set,)), Typed(whether.tested, (Word,), _THING), Typed(whether.based, (Tested,), (Word,)),
    Typed(whether.is_that, (Tested,), (Named, Me)),
    Typed(whether.is_so, (Tested,), (Conditions,)), Typed(whether.is_in, (Tested,), (Named,)), Typed(whether.is_one_of, (Tested,), (Set, Kind)),
    Typed(whether.one_of, (Word,), (Set,)), Typed(sets.that_are, HELD, (Set,)),
    Typed(coordinated.said_either, (Word,), (Conditions,)),
    Typed(whether.has_some, (Tested,), (Set, Owning)), Typed(whether.has_related, (Tested,), (Word, Ask)),
    # Who has the most of something.
    Typed(peaks.some, (Quantity,), (Set,)), Typed(peaks.peak, (Word, Ask, Figure), (Word, Ask, Figure)),
    Typed(peaks.peaked, (Set, Few), (Peak,)), Typed(peaks.peak_of, (Peak,), (Set, Word)),
    Typed(peaks.which_is, (Set, Few), (Word,)), Typed(peaks.largest, (Word,), (Set,)), Typed(peaks.most_related, (Word,), (Word,)),
    Typed(peaks.value_with_most, (WantedField,), (Most,)),
)
