"""Expectations of an evaluation folder, and the two halves of its questions.

A `Quiz` takes pairs: the same skill asked once in the open half and once in the sealed one, by other people, in other words, often
about other things.
"""

import inspect
import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from typing import Any, Protocol

from tests.companies.common import RESOURCE, Company, Row, parse, stamp
from tests.companies.truth import Facts, Person, Talk, Ticket

Cell = str | float | bool | None
Expected = Callable[..., Row]  # (facts, me, *words of the side) -> expectation
Side = tuple[Any, ...]  # (who, ask or asks, *words)


def table(columns: str, rows: Iterable[Sequence[Cell]], ordered: bool = False) -> Row:
    """A result with these columns, parted by `|`."""
    names = columns.split("|")
    cells = [[round(c, 6) if isinstance(c, float) else c for c in r] for r in rows]
    if any(len(r) != len(names) for r in cells):
        raise ValueError(f"{columns}: a row of another width")
    if not ordered:
        cells.sort(key=json.dumps)  # the same bytes on every run, whatever they were collected from
    return {"status": "answered", "columns": names, "rows": cells, "ordered": ordered}


def names(people: Iterable[Person]) -> Row:
    """People by name."""
    return table("name", [[p.name] for p in people])


def listed(column: str, values: Iterable[Cell]) -> Row:
    """A list of one column."""
    return table(column, [[v] for v in values])


def value(column: str, found: Cell) -> Row:
    """A single value; none on file is declined."""
    return no_record() if found is None else table(column, [[found]])


def number(found: Iterable[object]) -> Row:
    """How many they are."""
    return table("count", [[len(list(found))]])


def counts(column: str, keys: Iterable[str]) -> Row:
    """A count per group that occurs."""
    return table(f"{column}|count", [[k, n] for k, n in Counter(keys).items()])


def counts2(columns: str, keys: Iterable[tuple[str, str]]) -> Row:
    """A count per pair of groups that occurs."""
    return table(f"{columns}|count", [[a, b, n] for (a, b), n in Counter(keys).items()])


def share(part: float, whole: float) -> Row:
    """A share, as a fraction or in per cent."""
    return either(table("share", [[part / whole]]), table("%", [[100 * part / whole]]))


def either(*readings: Row) -> Row:
    """Several readings are right."""
    return {"status": "answered", "any_of": [{k: v for k, v in r.items() if k != "status"} for r in readings]}


def money(amounts: dict[str, float]) -> Row:
    """A line per currency."""
    return table("currency|amount", [[c, a] for c, a in amounts.items()])


def declined(*reasons: str) -> Row:
    """Must decline for one of these reasons."""
    return {"status": "declined", "reason": list(reasons)}


def no_record() -> Row:
    """There is none."""
    return declined("no_record")


def denied() -> Row:
    """The asker may not see it."""
    return declined("not_permitted")


def clarify(*options: str) -> Row:
    """Must ask, and offer at least these."""
    return {"status": "clarify", "options": list(options)}


def said(*mentions: str, cites: Sequence[str] = (), silent: Sequence[str] = ()) -> Row:
    """Prose that says these words."""
    expected: Row = {"status": "answered", "mentions": list(mentions), "cites": list(cites)}
    return expected | ({"must_not_mention": list(silent)} if silent else {})


def recap(talk: Talk, *mentions: str, silent: Sequence[str] = ()) -> Row:
    """A summary of one conversation."""
    if not all(m in talk.content for m in mentions):
        raise ValueError(f"{talk.subject} does not say {mentions}")
    return said(*mentions, cites=[talk.id], silent=silent)


def status(ticket: Ticket) -> Row:
    """A ticket's status, in Merge's word or the provider's."""
    return either(table("status", [[ticket.status]]), table("status", [[ticket.status_word]]))


def top(rows: Iterable[tuple[str, float]], count: int) -> list[tuple[str, float]]:
    """The greatest, with all that tie at the cut; greatest first."""
    ranked = sorted(rows, key=lambda r: -r[1])
    return [r for r in ranked if len(ranked) <= count or r[1] >= ranked[count - 1][1]]


def ranked(columns: str, rows: Iterable[tuple[str, float]], count: int = 10**6) -> Row:
    """The greatest first; in order only where no two are equal."""
    found = top(rows, count)
    return table(columns, found, ordered=len({n for _, n in found}) == len(found))


def best(column: str, rows: Iterable[tuple[str, float]]) -> Row:
    """Who has the most."""
    return listed(column, [name for name, _ in top(rows, 1)])


class Quiz:
    """The two halves of a company's questions, with the later changes at the source that they name."""

    def __init__(self, company: Company) -> None:
        self.company = company
        self.halves: tuple[list[Row], list[Row]] = ([], [])
        self.changes: list[Row] = []
        self._group, self._skill = "none", "lookup"
        self._facts: dict[tuple[str, ...], Facts] = {}
        self._asked: tuple[list[list[Expected]], list[list[Expected]]] = ([], [])
        self._words: tuple[list[list[Any]], list[list[Any]]] = ([], [])

    def about(self, group: str, skill: str) -> None:
        """What the pairs from here on are about."""
        self._group, self._skill = group, skill

    def pair(self, expected: Expected | Sequence[Expected], opened: Side, sealed: Side, changes: Sequence[str] = ()) -> None:
        """One conversation in each half. With several asks there are as many expectations."""
        for n, side in enumerate((opened, sealed)):
            self.one(n, expected, side, changes)

    def one(self, n: int, expected: Expected | Sequence[Expected], side: Side, changes: Sequence[str] = ()) -> None:
        """One conversation in the open half (0) or in the sealed one (1)."""
        half, (who, asks, *words) = self.halves[n], side
        asks = [asks] if isinstance(asks, str) else list(asks)
        wanted = [expected] if callable(expected) else list(expected)
        if len(asks) != len(wanted):
            raise ValueError(f"{asks[0]}: {len(asks)} asks, {len(wanted)} expectations")
        facts = self._as_it_stands(changes)
        me = facts.person(who)
        turns = [{"ask": a, "expect": _taken(w, facts, me, words)} for a, w in zip(asks, wanted, strict=True)]
        line: Row = {"id": f"{'os'[n]}{len(half) + 1:03}", "as": me.mail, "group": self._group, "skill": self._skill}
        half.append(line | ({"changes": list(changes)} if changes else {}) | {"turns": turns})
        self._asked[n].append(wanted)
        self._words[n].append([who, *words])

    def same(self, expected: Expected | Sequence[Expected], who: str, opened: str | list[str], sealed: str | list[str]) -> None:
        """One asker, one thing, two wordings."""
        self.pair(expected, (who, opened), (who, sealed))

    def plain(self, expected: Expected, *sides: tuple[Side, Side]) -> None:
        """Several pairs with one expectation."""
        for opened, sealed in sides:
            self.pair(expected, opened, sealed)

    def refusals(self, refused: Iterable[tuple[str, list[str], list[tuple[Side, Side]]]]) -> None:
        """(skill, reasons, pairs) of what no app of this company can answer, or nobody may ask."""
        for skill, reasons, pairs in refused:
            self.about("none", skill)
            self.plain(lambda f, me, reasons=reasons: declined(*reasons), *pairs)

    def change(self, operation: str, model: str, record: Row, delivered: bool = False, **values: Any) -> str:
        """A later edit at the source; gives its id. `values` are what the record says from then on."""
        at = stamp(parse(self.company.about["linked_accounts"][0]["data_as_of"]) + timedelta(minutes=10 + 7 * len(self.changes)))
        category, resource = RESOURCE[model]
        what = {"record_id": record["id"]} if operation == "delete" else {"record": record | values | {"modified_at": at}}
        if operation == "create":
            what["record"] |= {"created_at": at}
        name = f"c{len(self.changes) + 1:02}"
        self.changes.append({"id": name, "at": at, "op": operation, "category": category, "resource": resource, **what, "delivered": delivered})
        return name

    def hold_in_order(self) -> list[str]:
        """The questions whose expectation differs when everything named before them has happened too: there should be none."""
        differ = []
        for half, asked, given in zip(self.halves, self._asked, self._words, strict=True):
            happened: dict[str, None] = {}
            for line, wanted, (who, *words) in zip(half, asked, given, strict=True):
                happened |= dict.fromkeys(line.get("changes", ()))
                facts = self._as_it_stands(list(happened))
                again = [_taken(w, facts, facts.person(who), words) for w in wanted]
                if again != [t["expect"] for t in line["turns"]]:
                    differ.append(line["id"])
        return differ

    def _as_it_stands(self, changes: Sequence[str]) -> Facts:
        """The facts after these changes and no others."""
        if tuple(changes) not in self._facts:
            tables = {k: {r["id"]: r for r in rows} for k, rows in self.company.tables.items()}
            for c in (c for c in self.changes if c["id"] in changes):
                rows = tables[c["category"], c["resource"]]
                if c["op"] == "delete":
                    del rows[c["record_id"]]
                else:
                    rows[c["record"]["id"]] = c["record"]
            self._facts[tuple(changes)] = Facts(self.company.about, {k: v.values() for k, v in tables.items()})
        return self._facts[tuple(changes)]


class Part(Protocol):
    """A module that asks a part of a company's questions."""

    def ask(self, quiz: Quiz) -> None:
        """Both halves of this part."""


def ask_parts(company: Company, parts: Iterable[Part]) -> Quiz:
    """Both halves, in the order of the parts: what changes at the source comes last."""
    quiz = Quiz(company)
    for part in parts:
        part.ask(quiz)
    return quiz


def _taken(expected: Expected, facts: Facts, me: Person, words: Sequence[Any]) -> Row:
    """The expectation with as many of the side's words as it takes."""
    parameters = inspect.signature(expected).parameters.values()
    takes = len(words) if any(p.kind is p.VAR_POSITIONAL for p in parameters) else len(parameters) - 2
    return expected(facts, me, *words[:takes])
