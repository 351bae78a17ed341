"""The grammar: tables of rules that join two neighbouring items by type. Every rule says which words may stand between."""

from agent.rules.grammar import lookup, measures, orders, sets

RULES = (*lookup.RULES, *sets.RULES, *measures.RULES, *orders.RULES)
