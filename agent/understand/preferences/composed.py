"""Wishes for a value of a list (hours, euros, tables, fiscal …), put together from what each of their words is, not from how they are put.

A wish is one value that is not turned down; a clause around it that is a command, the person's own liking, a rule, or no sentence at all; a word
that it is to last; and nothing else in that clause. Pure text.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from agent.understand.preferences.accounted import short_and_full, strange, title_pair
from agent.understand.preferences.choices import ABOUT_SOMETHING, KINDS, is_choice, named_in, preferred, qualified, subject_of
from agent.understand.preferences.cores import core_of
from agent.understand.preferences.mood import Clause, Meant, is_lasting, is_of, kept, tells_of_value
from agent.understand.preferences.sentences import Sentence
from agent.understand.preferences.tables import pattern
from agent.understand.preferences.words import is_group

_OF_THEM = re.compile(r"\b(?:ones?|sort|kind|variety)\b", re.IGNORECASE)       # "make that Danish ones" is of something said before
_SO_MANY = re.compile(
    r"\blists? (?:of|with) (?:the |only |just )*(?:top |first )?(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twenty)\b", re.IGNORECASE)
_FIGURE = re.compile(r"\d$")
_LONGEST_RUN = 3                        # clauses that say a name short and in full together: "Kit, for me, is …"
_STRANGE = 3                            # words that a clause of a plain wish may have besides: what the value is said of


@dataclass(frozen=True, slots=True)
class Wish:
    """A value that is wanted from now on."""

    sentence: Sentence                  # that says it
    kind: str
    subject: str                        # "" where it holds for everything of the kind
    value: str


def wish(how: Meant, asked: str = "") -> Wish | None:
    """The one wish of a message; None where it has none, or several.

    `asked`: the question that the message replies to.
    """
    holding = [(clause, kind, value) for clause, kind, value in _values(how, asked) if _is_wished(clause, kind, how)]
    if "currency" in {kind for _, kind, _ in holding}:
        holding = [one for one in holding if one[1] != "language"]      # "kronor, Swedish"
    if len(_told(holding)) > 1:
        holding = [one for one in holding if _mood(one[0], how) == _STRANGE]        # "hours again. I live in days …"
    if not holding:
        return _wish_by_pronoun(how)
    if len(_told(holding)) != 1:
        return None
    clause, kind, value = holding[0]
    whole = " ".join((*dict.fromkeys(one.sentence.text for one in how.clauses), asked))
    subject = subject_of(kind, whole)
    before = {about for known, about in clause.sentence.known if known == kind}
    if subject is None and len(before) == 1 and pattern("moods", "changes").search(whole):
        subject = before.pop()
    return None if subject is None and kind in ABOUT_SOMETHING else Wish(clause.sentence, kind, subject or "", value)


def wishes(said: Sequence[Sentence], how: Meant) -> tuple[Wish, ...]:
    """The wishes of a message that says several of different kinds ("Amounts in euros, always. Tables too, every time."); () for any other.

    Each has its sentence to itself, with a word of its own that it lasts.
    """
    alone = (Meant(tuple(one for one in how.clauses if one.sentence is each), lasts=False, is_once=how.is_once) for each in said)
    found = tuple(one for part in alone if any(map(is_lasting, part.clauses)) and (one := wish(replace(part, lasts=True))) is not None)
    return found if len(found) > 1 and len({one.kind for one in found}) == len(found) else ()


def _wish_by_pronoun(how: Meant) -> Wish | None:
    """"my Spanish is better than my English, so please stick to it": a lasting wish for the one value that is named beside it."""
    if how.is_once:
        return None
    points = pattern("moods", "points")
    pointing = next((one for one in how.clauses if is_lasting(one) and points.search(one.text) and _mood(one, how) == _STRANGE), None)
    said = dict.fromkeys(one.sentence for one in how.clauses)
    found = {(kind, value) for one in said for kind in KINDS if kind != "metric_basis" and (value := preferred(kind, one.text))}
    if pointing is None or len(found) != 1:
        return None
    (kind, value), = found
    subject = subject_of(kind, " ".join(one.text for one in said))
    return None if subject is None and kind in ABOUT_SOMETHING else Wish(pointing.sentence, kind, subject or "", value)


def _told(holding: list[tuple[Clause, str, str]]) -> set[tuple[str, str]]:
    return {(kind, value) for _, kind, value in holding}


def _values(how: Meant, asked: str) -> Iterator[tuple[Clause, str, str]]:
    """The values that clauses name and do not turn down, of each clause those of its clearest kind."""
    whole = " ".join((*(one.whole for one in how.clauses), asked))
    for clause in how.clauses:
        known = {kind for kind, _ in clause.sentence.known}
        kinds = (kind for kind in KINDS if kind != "metric_basis" or kind in known or subject_of(kind, whole) is not None)
        first = next(((kind, value) for kind in kinds if (value := _value_in(clause, kind))), None)
        if first is not None:
            yield clause, *first


def _value_in(clause: Clause, kind: str) -> str:
    if kind == "language" and _OF_THEM.search(clause.text):
        return ""
    if kind == "form" and _SO_MANY.search(clause.text):
        return ""                       # "a list of 5" says how long it is
    text, left_out = clause.text, preferred(kind, clause.whole) if kind == "metric_basis" else ""
    if left_out.startswith("without"):
        return left_out
    about = (subject_of(kind, text) or "") if kind == "metric_basis" else ""
    if is_choice(about):
        text = re.sub(rf"\b{re.escape(about)}\b", " ", text, flags=re.IGNORECASE)         # the bookings that are counted are no way to count
    return qualified(kind, preferred(kind, text), clause.sentence.text)


def _is_wished(clause: Clause, kind: str, how: Meant) -> bool:
    """Is a value wanted, from now on, by who says it?"""
    if how.is_once or tells_of_value(clause.text):
        return False
    others = len(strange(core_of(clause.text).text, kind))
    lasts = _is_said_to_last(clause, kind, how) or any(_holds_of_all(one, kind) for one in how.clauses) or _is_standing(clause, kind, how)
    return lasts and others <= _mood(clause, how)


def _is_said_to_last(clause: Clause, kind: str, how: Meant) -> bool:
    """Is the wish to last? Where records are asked for, a clause that says more than that ("…, always the newest first") says it of them."""
    if not pattern("mood", "records").search(clause.whole):
        return how.lasts
    return how.lasts and any(is_lasting(one) and (one is clause or not strange(core_of(one.text).text, kind)) for one in how.clauses)


def _holds_of_all(clause: Clause, kind: str) -> bool:
    """"All amounts in euros": a rule, where no other word makes it some records."""
    if pattern("moods", "modal").search(clause.text):
        return is_of("of_all", clause) or is_of("of_each", clause)
    return is_of("of_all", clause) and not strange(core_of(clause.text).text, kind)


def _is_standing(clause: Clause, kind: str, how: Meant) -> bool:
    """Does what is said hold without a word that it lasts: a liking, a meaning, a change of what was said before?"""
    is_known = any(known == kind for known, _ in clause.sentence.known)
    said = " ".join(dict.fromkeys(one.sentence.text for one in how.clauses))
    changes = any((
        is_known and pattern("moods", "changes").search(said), pattern("mood", "retracts").search(said),
        clause.sentence.text != kept(clause.sentence.text),         # "hours, not days"
        any(one is not clause and _withdraws(one, kind) for one in how.clauses),        # "stop giving me days, I want hours"
    ))
    means = kind in ABOUT_SOMETHING and pattern("moods", "means").search(clause.text)
    return bool(changes or means or pattern("moods", "outright").search(clause.text))


def _mood(clause: Clause, how: Meant) -> int:
    """How many words besides a clause may have by the way it is put; -1 where it is no wish at all."""
    text = clause.text.strip()
    if pattern("moods", "told").search(text) and clause.sentence.scope != "tenant":
        return 0 if _is_asked_beside(clause, how) or _takes_the_place(clause, how) else -1
    if clause.sentence.scope == "tenant" or any(pattern("moods", name).search(text) for name in ("command", "first", "modal")):
        return _STRANGE
    is_clear = pattern("moods", "mine").search(text) or pattern("around", "lasting").search(clause.sentence.text)
    return int(bool(is_clear))


def _is_asked_beside(clause: Clause, how: Meant) -> bool:
    """"we plan in fiscal quarters, so please read it that way": another clause asks for it."""
    beside = (one.text for one in how.clauses if one is not clause and is_lasting(one))
    return any(pattern("moods", name).search(text) for text in beside for name in ("command", "first"))


def _takes_the_place(clause: Clause, how: Meant) -> bool:
    """"scrap the euros, it's francs from here on": another clause makes room for it."""
    is_put = pattern("moods", "it_is").match(clause.text)
    refuses = clause.sentence.text != kept(clause.sentence.text)        # "no more days, it's hours from now on"
    return bool(is_put) and (refuses or any(_withdraws(one, kind) for one in how.clauses if one is not clause for kind in KINDS))


def named(how: Meant) -> Wish | None:
    """The name that a message says short and in full, to be meant whenever the short one is said; None where it says none, or several."""
    found: dict[tuple[str, str], Sentence] = {}
    for clauses in _runs(how):
        text = " ; ".join(one.text for one in clauses)
        pair = title_pair(text, int(len(clauses) == 1)) or short_and_full(core_of(text).text)
        if pair is not None and _FIGURE.search(pair[1]):
            continue                    # "the top 5" is no name
        is_meant = how.lasts or pattern("moods", "naming").search(text)
        if pair is not None and is_meant and not how.is_once:
            found.setdefault(pair, clauses[-1].sentence)
    if len(found) != 1:
        return None
    (pair, sentence), = found.items()
    return Wish(sentence, "team_means" if is_group(pair[0]) else "name_means", *pair)


def withdrawn(how: Meant) -> Wish | None:
    """The value that a message wants no longer, with nothing in its place; None where it says no such thing."""
    if how.is_once:
        return None
    for clause in how.clauses:
        value = next((value for kind in KINDS if (value := _withdraws(clause, kind))), "")
        if value:
            return Wish(clause.sentence, "forget", value, "")
    return None


def _withdraws(clause: Clause, kind: str) -> str:
    """The value of a kind that a clause wants no longer; "" where it says no such thing."""
    return named_in(kind, clause.whole) if pattern("moods", "withdrawn").search(clause.whole) else ""


def _runs(how: Meant) -> Iterator[list[Clause]]:
    """Each clause by itself, then each two and three in a row."""
    for size in range(1, _LONGEST_RUN + 1):
        yield from (list(how.clauses[first : first + size]) for first in range(len(how.clauses) - size + 1))
