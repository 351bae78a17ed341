"""A list that the person attached: the people that it names can be asked about, as if the last answer had been about them.

A file is the person's own words and no source. Whom it names is looked up as any name is, what is told of them is read from the apps, and
nothing else of it is used: a line in it that speaks to an assistant does nothing.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from agent.answer import Reason
from agent.catalogue import Catalogue
from agent.errors import Declined
from agent.language.guard import unsafe_class
from agent.language.words import holds, phrase, tokens
from agent.plan.algebra import Names, Set, Where
from agent.question.context import QuestionContext
from agent.question.notes import Weight
from agent.question.turn import Turn
from agent.respond.cells import one_line
from kg.resolve import by_email, find
from memory.attachments import Attachments

HOW = "Write one name or e-mail address in each line, or a table with a row for each person."
MOST = 200                              # people of a file that are looked up
_PEOPLE = "hris/Employee"
_TOLD = 10                              # entries that are told by name
_ADDRESS = re.compile(r"[\w.+'-]{1,64}@[\w-]+(?:\.[\w-]+)+")
_NAME = re.compile(r"[^\W\d_](?:[^\W\d_]|[.'’-])*(?: [^\W\d_](?:[^\W\d_]|[.'’-])*){0,4}")
_BULLET = re.compile(r"^(?:[-*•]|\d{1,3}[.)])\s+")
_HEADS = frozenset({
    "name", "names", "full name", "first name", "last name", "surname", "employee", "employees", "person", "people", "colleague", "colleagues",
    "e-mail", "email", "mail", "e-mail address", "email address", "work email", "work e-mail", "member", "members", "attendee", "attendees",
})
_WHO = r"(?:people|persons|colleagues|employees|staff|names|members|folks|everyone|everybody|those|these|all|anyone|anybody|ones)"
_FILE = r"(?:the|this|that|my|our) (?:attached |uploaded )?(?:file|list|attachment|csv|csv file|spreadsheet|table|sheet|upload)"
# "the people in the attached list", "on my list", "these people": all are "these" once it is known who is meant.
_IN_FILE = re.compile(
    rf"\b(?:(?:the |all |all the )?{_WHO} )?(?:(?:named|listed|mentioned|who are|that are) )?(?:in|on|from|of) {_FILE}\b|"
    rf"\b(?:the|these|those) (?:attached|uploaded|listed) {_WHO}\b", re.IGNORECASE)
_THESE = re.compile(rf"\b(?:these|those) {_WHO}\b", re.IGNORECASE)
_BACK = tuple(phrase(word) for word in ("they", "them", "these", "those", "their"))


@dataclass(frozen=True, slots=True)
class KnownPeople:
    """Who of a file is known: their addresses, and the entries that are nobody or several."""

    emails: tuple[str, ...]
    unknown: tuple[str, ...]
    unclear: tuple[str, ...]


def take_attached_list(catalogue: Catalogue, attachments: Attachments | None, turn: Turn) -> Turn:
    """The turn whose "these" are the people of the newest file of the conversation, where the question points at it; else as it is.

    `attachments`: None where they are not kept. Raises Declined where the file names nobody whom the company knows.
    """
    files: Sequence[Mapping[str, Any]] = attachments.of(
        turn.context.tenant, turn.context.person.email, turn.ask.session
    ) if attachments is not None else ()
    said = _pointing(turn, files[-1]) if files else None
    if said is None:
        return turn
    file = files[-1]
    entries = entries_of(file["text"])
    known = _known(turn.context, entries[:MOST])
    if not known.emails:
        raise Declined(Reason.NO_RECORD, _missing(known) or f"{_called(file)} names nobody. {HOW}")
    field = f"{_PEOPLE}.{catalogue.models[_PEOPLE].email}"
    these = Names(Set(_PEOPLE, where=frozenset({Where(field, known.emails, "in")})), "employee")
    rest = f" Only the first {MOST} of {len(entries)} were looked at." if len(entries) > MOST else ""
    told = f"“These” are the {len(known.emails)} people of {_called(file)} whom I know.{rest} {_missing(known)}".strip()
    turn.context.notes.assume(told, told, weight=Weight.READ)
    return replace(turn.put_as(said), read=replace(turn.read, attached=these), dialogue=replace(turn.dialogue, last=these))


def entries_of(text: str) -> tuple[str, ...]:
    """The people that a list or a table names, each by an address or else a name, once, in their order."""
    found = (_of_row(row) for row in _rows(text))
    return tuple(dict.fromkeys(entry for row in found for entry in row if unsafe_class(entry) is None))


def _rows(text: str) -> Iterator[list[str]]:
    lines = [_BULLET.sub("", line.strip()) for line in text.lstrip("\ufeff").splitlines() if line.strip()]
    mark = max(",;\t|", key=lambda each: sum(each in line for line in lines), default=",")
    of_people: list[int] = []           # the columns of a table whose head says that they are
    for row in csv.reader(io.StringIO("\n".join(lines)), delimiter=mark):
        cells = [" ".join(cell.split()) for cell in row]
        if heads := [place for place, cell in enumerate(cells) if cell.lower() in _HEADS]:
            of_people = heads
        else:
            yield [cell for place, cell in enumerate(cells) if place in of_people or not of_people]


def _of_row(cells: list[str]) -> Iterable[str]:
    """The addresses of a row; else its first name, which may be in two cells; of a row of nothing but names, all."""
    if addresses := [address.lower() for cell in cells for address in _ADDRESS.findall(cell)]:
        return addresses
    names = [cell for cell in cells if _NAME.fullmatch(cell)]
    whole = [name for name in names if " " in name]
    if whole:
        return whole if len(whole) == len(cells) else whole[:1]
    return [" ".join(names[:2])] if names else []


def _pointing(turn: Turn, file: Mapping[str, Any]) -> str | None:
    """The question with "these" for the words that mean the file; None where none of them do."""
    said = _IN_FILE.sub(lambda found: "of these" if found[0].lower().startswith(("of", "in", "on", "from")) else "these", turn.words)
    if said != turn.words:
        return said
    is_newest = len(turn.dialogue.said) == file["after"]
    said = _THESE.sub("these", turn.words)
    plain = tuple(t.plain for t in tokens(said))
    return said if is_newest and any(holds(plain, word) for word in _BACK) else None


def _known(context: QuestionContext, entries: Sequence[str]) -> KnownPeople:
    addresses = [entry for entry in entries if "@" in entry]
    names = [entry for entry in entries if "@" not in entry]
    context.graph_queries.add(2)
    held = {**by_email(context.graph, context.tenant, addresses, models=(_PEOPLE,)), **find(context.graph, context.tenant, names, models=(_PEOPLE,))}
    sure = {entry: [one for one in held[entry] if one.email and (one.how in ("exact", "alias") or "@" in entry)] for entry in entries}
    emails = dict.fromkeys(found[0].email for found in sure.values() if len(found) == 1 and found[0].email)
    return KnownPeople(tuple(emails), tuple(e for e, found in sure.items() if not found), tuple(e for e, found in sure.items() if len(found) > 1))


def _missing(known: KnownPeople) -> str:
    parts = [f"I find nobody called {_listed(known.unknown)}." if known.unknown else "",
             f"Several people may be meant by {_listed(known.unclear)}; give their e-mail addresses." if known.unclear else ""]
    return " ".join(part for part in parts if part)


def _listed(entries: Sequence[str]) -> str:
    more = f" and {len(entries) - _TOLD} more" if len(entries) > _TOLD else ""
    return ", ".join(f"“{one_line(entry)[:60]}”" for entry in entries[:_TOLD]) + more


def _called(file: Mapping[str, Any]) -> str:
    return f"“{one_line(file['name'])}”"
