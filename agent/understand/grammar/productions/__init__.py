"""The grammar: a table of rules that join two neighbouring items by type. Every rule says which words may stand between."""

from agent.plan.algebra import Exists, Figures, Groups, Me, Named, Names, Quantity, Set, Summary, Table, Union
from agent.plan.periods import Interval
from agent.understand.grammar.items import (
    Ask,
    By,
    Columns,
    Compared,
    Conditions,
    Each,
    Few,
    Figure,
    Hole,
    Located,
    Most,
    Owning,
    Part,
    Peak,
    Shown,
    Sorted,
    Spoken,
    Teamed,
    Topped,
    Wanted,
    WantedField,
    Word,
)
from agent.understand.grammar.productions import (
    carriers,
    clauses,
    compared,
    coordinated,
    doing,
    groups,
    how_much,
    lookup,
    measures,
    negated,
    orders,
    peaks,
    questions,
    related,
    relations,
    rows,
    sets,
    shares,
    tallies,
    times,
    told,
    topics,
    units,
    whether,
)
from agent.understand.grammar.productions.gaps import Typed
from agent.understand.grammar.productions.holding import HELD, NODE

_THING = (Named, Me, Set)
_SAID = (Set, Spoken)
_WHOLE = (Set, Shown, Located, Names, Table, Groups, Figure, Figures, Summary, Exists)

RULES = (
    # Single things.
    Typed(lookup.field_of, (*_THING, Ask), (*_THING, Ask)), Typed(lookup.conditions, (Ask, Shown, Conditions, Word), (Ask, Shown, Conditions, Word)),
    Typed(relations.relation_of, (*_THING, Word), (*_THING, Word)), Typed(relations.verb_before, (Word,), _THING),
    Typed(relations.verb_after, _THING, (Word,)), Typed(lookup.apposition, _THING, _THING), Typed(lookup.newest, (Word, *_SAID), (Word, *_SAID)),
    Typed(lookup.mine, (Me, *_SAID), (Me, *_SAID)), Typed(lookup.joined, _SAID, _THING),
    Typed(questions.summary, (Word, *_THING, Spoken), (Word, *_THING, Spoken)),
    Typed(lookup.per_year, (Shown,), (By, Word)), Typed(questions.wanted, (Word,), (Set, Word, Ask)), Typed(questions.wanted_of, (Wanted,), _THING),
    Typed(questions.focus_on, (Word,), (Shown, Located, Summary, Spoken, Named, Set)), Typed(told.told_of, (*_THING, Columns), (*_THING, Columns)),
    # Sets.
    Typed(sets.restrict, (Conditions, *HELD), (Conditions, *HELD)), Typed(negated.negated, (Word,), (Conditions,)),
    Typed(negated.not_placed, (Word,), (Named, Set)), Typed(sets.verb_and_object, (Word,), NODE),
    Typed(sets.subject_and_verb, NODE, (Word,)), Typed(sets.subject_and_state, NODE, (Conditions,)),
    Typed(sets.tied, HELD, NODE), Typed(sets.possessed, (*NODE, *HELD), (*NODE, *HELD)),
    Typed(times.timed, (Interval, *HELD), (Interval, *HELD)), Typed(times.timed_verb, (Interval, Ask, Conditions), (Interval, Ask, Conditions)),
    Typed(compared.compared, (Word, Quantity), (Word, Quantity)), Typed(compared.ranged, (Compared,), (Quantity,)),
    Typed(compared.field_compared, (Ask, Compared), (Ask, Compared)), Typed(compared.comparative, (Word,), (Quantity,)),
    Typed(compared.sized, HELD, (Compared,)), Typed(compared.in_currency, (Word, *HELD), (Word, *HELD)),
    Typed(compared.owning, (Word, Compared, Quantity), (Set, Named, Word)),
    Typed(related.lacking, (Word,), (Word, Ask)), Typed(compared.having, HELD, (Owning,)), Typed(compared.with_some, HELD, (Set,)),
    Typed(coordinated.either, (Conditions,), (Conditions,)), Typed(sets.united, (Named, Union), (Named,)),
    Typed(sets.whole, (Word, *HELD), (Word, Conditions, *HELD)), Typed(sets.named_value, (Ask, Conditions), (Ask, Conditions)),
    Typed(sets.named_target, (Named, Word), (Named, Word)), Typed(sets.placed, (Set, Part), (Word,)), Typed(sets.of_set, (Set,), (Set,)),
    Typed(sets.people_of, (Named, Set), (Named, Set)),
    Typed(sets.my_team_in, (Conditions,), (Word,)), Typed(sets.my_teamed, (Me,), (Teamed,)), Typed(sets.figure_of_thing, (Figure, Set), (Named, Set)),
    # Figures.
    Typed(measures.counted, (Word, Set), (Word, Set)), Typed(measures.aggregated, (Word,), (Ask,)),
    Typed(measures.of_what, (Figure, Set), (Figure, Set)), Typed(measures.counted_relation, (Word,), (Word,)),
    Typed(measures.filled, (Figure,), (Named, Me, Set)), Typed(measures.summed, (Word, Set), (Word, Set)),
    Typed(measures.metric_of, (Figure, *NODE), (Figure, *NODE)), Typed(units.in_unit, (Figure, Groups, Word), (Figure, Groups, Word)),
    Typed(measures.of_these, (Figure,), (Set,)), Typed(shares.part_of, (Word,), (Set, Named)), Typed(shares.share, (Part,), (Conditions, Set)),
    Typed(groups.grouped_by, (Word,), (Set, Word, Ask)),
    Typed(groups.and_by, (By,), (By, Set, Word, Ask)), Typed(groups.grouped, (Figure, Set, By), (Figure, Set, By)),
    Typed(tallies.for_each, (Word,), (Set, Union)), Typed(tallies.tallied, (Figure, Columns, Set, Ask, Each), (Figure, Columns, Set, Ask, Each)),
    Typed(tallies.enumerated, (Columns, Figure, Ask, Word), (Columns, Figure, Ask, Word, Set)),
    Typed(tallies.each_after, (Figure, Columns), (Word, Hole)), Typed(told.with_columns, (Set, Each, Names), (Columns, Ask, Figure, Word)),
    Typed(measures.figure_of, (Word,), (Figure, Groups, Table, Topped)), Typed(carriers.idle, (Figure, Table, Groups, Set), (Word, Set)),
    Typed(how_much.how_much, (Word,), (Conditions,)),
    # Rows with something of each.
    Typed(rows.done_by_each, (Set, Figure, Word), (Set, Figure, Word)), Typed(rows.rows_told, (Set,), (Figure, Columns)),
    Typed(lookup.had, (Conditions,), (Me, Named)), Typed(doing.by_whom, (Set, Figure), (Conditions,)),
    # What is said behind rows or groups, and clauses.
    Typed(clauses.still, (Word,), (Conditions,)), Typed(clauses.next_one, (Word,), (Set,)), Typed(groups.by_values, (Word, By), (Conditions,)),
    Typed(coordinated.kinds, (Set,), (Set,)),
    # With another thing.
    Typed(doing.for_what, (Set,), NODE), Typed(doing.how_many_did, (Word,), (Conditions,)),
    # What a question is about, and what is asked at its end.
    Typed(topics.topic_first, (Named,), (Set, Part, Groups, Names, Table, Columns)),
    # Orders.
    Typed(orders.top, (Word,), (Set,)), Typed(orders.latest, (Word,), (Set,)),
    Typed(orders.shown_with, (Topped, Columns, Ask), (Topped, Columns, Ask)),
    Typed(orders.numbered, (Word, Quantity), (Word, Quantity)), Typed(orders.ranked_by, (Topped, Ask, Figure), (Topped, Ask, Figure)),
    Typed(orders.most_of, (Word,), (Set,)), Typed(orders.who_has_most, (Set, Few), (Most,)), Typed(orders.direction, (Word,), (Ask,)),
    Typed(orders.turned, (Set, Sorted, Table, Groups, Topped), (Word,)), Typed(orders.in_order, (Set,), (Sorted,)),
    # A yes or a no.
    Typed(whether.any_there, (Word,), (Set,)), Typed(sets.that_are, HELD, (Set,)),
    # Who has the most of something.
    Typed(peaks.some, (Quantity,), (Set,)), Typed(peaks.peak, (Word, Ask, Figure), (Word, Ask, Figure)), Typed(peaks.peaked, (Set, Few), (Peak,)),
    Typed(peaks.which_is, (Set, Few), (Word,)), Typed(relations.placed, _THING, (Word,)), Typed(questions.wanted_field_of, (WantedField,), _THING),
    Typed(compared.a_year, (Conditions,), (Word, By)), Typed(measures.total_metric, (Word,), (Figure,)), Typed(orders.sorting, (Word,), (Set,)),
    Typed(questions.afterthought, (Summary,), (Word,)), Typed(clauses.upward, (Set,), (Word,)), Typed(units.apart, (Table, Figure, Shown), (Word,)),
    Typed(clauses.current, (Word,), (Set, Figure, Word, Ask)), Typed(clauses.broken_down, (Word,), (Groups,)),
    Typed(how_much.worth, (Figure,), (Ask,)), Typed(whether.and_names, (Exists,), (Word,)),
    Typed(peaks.largest, (Word,), (Set,)), Typed(questions.wanted_place, (Wanted, WantedField), (Located,)),
    Typed(peaks.value_with_most, (WantedField, Ask, Wanted, Word), (Most, Peak)), Typed(doing.of_those_who, (Conditions,), (Set,)),
    Typed(carriers.login, (Word,), (Set,)),
)
