"""Mentions become candidates: exact names and numbers first, then parts of names, nicknames and typos, each with its score and why.

Decides nothing: which candidate is meant is for the caller, who knows the person. Search text is built from folded words
only, never from what somebody typed, so that no mention can be an instruction to the index.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from rapidfuzz.distance import OSA

from kg.graph import Graph
from kg.names import fold, name_words, nicknames, words
from kg.upsert import FIXED, model_token, tenant_token

_POOL = 200                     # rows of the index per mention; scoring picks among them
_SECONDS = 20.0                 # of a first run on a busy machine, plans included; a warm one takes milliseconds
_MOST_WORDS = 12                # longer mentions are found by their whole name only
_LONGEST_WORD = 64
_LONGEST_ADDRESS = 320
_POSSESSIVE = re.compile(r"(?<=\w)['’]s?$|(?<=s)['’]$")
_EMAIL = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+")
_HOWS = ("exact", "alias", "part", "nickname", "address", "typo")
_EQUAL, _NICKNAME = "part", "nickname"

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entity that a mention may mean."""

    key: str
    model: str                        # "hris/Employee"
    merge_id: str
    linked_account: str
    name: str                         # "" where the record has no name, or not for everybody
    aliases: tuple[str, ...]
    email: str | None
    properties: Mapping[str, Any]     # title, city, domain …: class A only
    how: str                          # exact, alias, part, nickname, address (the words before its @), typo
    score: float                      # 0…1: how well the mention matches; 1 = exact
    why: tuple[str, ...]              # in words


def find(
    graph: Graph, tenant: str, mentions: Sequence[str], *, models: Collection[str] = (), limit: int = 20,
) -> dict[str, tuple[Candidate, ...]]:
    """Candidates of each mention, best first, at most `limit`; live entities only; `models` () means any.

    A mention is a span of a question: "Jörg Weiß's", "Juniper", "ATL-9001", an e-mail address. Two queries for all mentions
    together, a third where there are addresses. Any text is allowed; one without a word in it finds nothing.
    Raises GraphUnavailable, GraphTooSlow.
    """
    asked = {mention: _forms(mention) for mention in mentions}
    held = _held(graph, tenant, asked, sorted(models))
    addressed = by_email(graph, tenant, [address for m in asked if (address := _address(m))], models=models)
    found: dict[str, tuple[Candidate, ...]] = {}
    for mention, forms in asked.items():
        scored = [_scored(one, forms) for one in held[mention].values()]
        mailed = addressed.get(_address(mention), ())
        best = {c.key: c for c in sorted([c for c in scored if c] + list(mailed), key=_order, reverse=True)}
        found[mention] = tuple(sorted(best.values(), key=_order)[:limit])
    return found


def by_email(graph: Graph, tenant: str, emails: Iterable[str], *, models: Collection[str] = ()) -> dict[str, tuple[Candidate, ...]]:
    """Entities of each address; the addresses are the keys as given, compared without case."""
    asked = {email: email.strip().lower() for email in emails}
    wanted = {"tenant": tenant, "emails": sorted(set(asked.values())), "models": sorted(models), "limit": _POOL}
    rows = graph.read("entities_by_emails", seconds=_SECONDS, **wanted) if asked else []
    found: dict[str, list[Candidate]] = defaultdict(list)
    for row in rows:
        found[row["asked"]].append(_candidate(row["held"], "exact", 1.0, f"its e-mail address is {row['asked']}"))
    return {email: tuple(sorted(found[address], key=_order)) for email, address in asked.items()}


def by_key(graph: Graph, tenant: str, keys: Iterable[str]) -> dict[str, Candidate]:
    """Live entities by key; keys that have none are left out."""
    asked = sorted(set(keys))
    rows = graph.read("entities_by_keys", tenant=tenant, keys=asked, seconds=_SECONDS) if asked else []
    return {row["asked"]: _candidate(row["held"], "exact", 1.0, "its key was asked for") for row in rows}


def _address(mention: str) -> str:
    found = _EMAIL.search(mention.strip()[:_LONGEST_ADDRESS].strip("<>,;."))
    return _POSSESSIVE.sub("", found.group()).lower() if found else ""


def _forms(mention: str) -> tuple[Words, ...]:
    """What the words of a mention may be: as they stand, and without a possessive s."""
    text = mention[:2_000].strip()
    both = (name_words(text), name_words(_POSSESSIVE.sub("", text)))
    return tuple(dict.fromkeys(form for form in both if form))


def _held(graph: Graph, tenant: str, asked: Mapping[str, tuple[Words, ...]], models: list[str]) -> dict[str, dict[str, dict[str, Any]]]:
    """Properties of the nodes that may be meant, by mention and key."""
    held: dict[str, dict[str, dict[str, Any]]] = {mention: {} for mention in asked}
    mentions_of: dict[str, list[str]] = defaultdict(list)
    for mention, forms in asked.items():
        for form in forms:
            mentions_of[" ".join(form)].append(mention)
    if not mentions_of:
        return held
    for row in graph.read("entities_by_name_keys", tenant=tenant, name_keys=sorted(mentions_of), models=models, limit=_POOL, seconds=_SECONDS):
        for mention in mentions_of[row["asked"]]:
            held[mention][row["held"]["key"]] = row["held"]
    searches = [{"asked": m, "search": text} for m, forms in asked.items() if (text := _search(tenant, forms, models))]
    if searches:
        for row in graph.read("entities_by_words", tenant=tenant, searches=searches, limit=_POOL, seconds=_SECONDS):
            held[row["asked"]][row["held"]["key"]] = row["held"]
    return held


def _search(tenant: str, forms: Iterable[Words], models: Collection[str]) -> str:
    """The text for the index: tenant, models, and all words of one of the forms. Empty where no form can be searched."""
    usable = [form for form in forms if len(form) <= _MOST_WORDS and all(len(word) <= _LONGEST_WORD for word in form)]
    if not usable:
        return ""
    any_form = " ".join("(" + " ".join(f"+({_near(word)})" for word in form) + ")" for form in usable)
    of_models = f" +model_token:({' '.join(model_token(m) for m in models)})" if models else ""
    return f"+tenant_token:{tenant_token(tenant)}{of_models} +({any_form})"


def _near(word: str) -> str:
    typos = _typos(word)
    parts = [f"words:{word}^8", *(f"words:{other}^4" for other in sorted(nicknames(word)))]
    return " ".join([*parts, f"words:{word}~{typos}"] if typos else parts)


def _typos(word: str) -> int:
    """How many slips of the hand a word may hold: none in numbers and short words, two from eight letters."""
    if len(word) < 4 or any(c.isdigit() for c in word):
        return 0
    return 2 if len(word) >= 8 else 1


def _scored(held: Mapping[str, Any], forms: Iterable[Words]) -> Candidate | None:
    texts = [("name", held.get("name") or ""), *(("alias", a) for a in held.get("aliases") or ()),
             ("address", (held.get("email") or "").partition("@")[0])]
    matches = [match for form in forms for kind, text in texts if (match := _match(form, kind, text))]
    if not matches:
        return None
    how, score, why = min(matches, key=lambda m: (-m[1], _HOWS.index(m[0]), m[2]))
    return _candidate(held, how, score, why)


def _match(form: Words, kind: str, text: str) -> tuple[str, float, str] | None:
    """How, score and why a form of the mention matches one text of an entity; None where a word stays unexplained."""
    own = name_words(text)
    if form == own and kind != "address":
        return ("exact" if kind == "name" else "alias", 1.0, f"{kind} {text}")
    pairs = _paired(form, own)
    if pairs is None:
        return None
    covered = len(form) / len(own)
    if kind == "address":               # an old address outlives a name: it counts less than anybody's name, and only letter by letter
        return ("address", round(0.76 + 0.05 * covered, 4), f"part of address {text}") if all(how == _EQUAL for how, _, _ in pairs) else None
    if all(how == _EQUAL for how, _, _ in pairs):
        return _EQUAL, round(0.9 + 0.09 * covered, 4), f"part of {kind} {text}"
    reasons = ", ".join(f"{a} for {b}" for (how, _, b), a in zip(pairs, form, strict=True) if how != _EQUAL)
    if all(how in (_EQUAL, _NICKNAME) for how, _, _ in pairs):
        return _NICKNAME, round(0.84 + 0.09 * covered, 4), f"{reasons} in {kind} {text}"
    closeness = sum(near for _, near, _ in pairs) / len(pairs)
    return "typo", round(0.6 + 0.25 * closeness * (1 + covered) / 2, 4), f"{reasons} in {kind} {text}"


def _paired(form: Words, own: Words) -> list[tuple[str, float, str]] | None:
    """For each word of the mention its own word of the text: equal, else nickname, else typo. None where one finds none."""
    free = list(own)
    pairs: list[tuple[str, float, str] | None] = [None] * len(form)
    for rank in (_same, _nick, _slip):
        for i, word in enumerate(form):
            if pairs[i] is None and (found := max((p for w in free if (p := rank(word, w))), key=lambda p: p[1], default=None)):
                pairs[i] = found
                free.remove(found[2])
    return [p for p in pairs if p] if all(pairs) else None


def _same(word: str, other: str) -> tuple[str, float, str] | None:
    return (_EQUAL, 1.0, other) if word == other else None


def _nick(word: str, other: str) -> tuple[str, float, str] | None:
    return (_NICKNAME, 1.0, other) if other in nicknames(word) else None


def _slip(word: str, other: str) -> tuple[str, float, str] | None:
    slips = OSA.distance(word, other)
    return ("typo", 1 - slips / max(len(word), len(other)), other) if slips <= _typos(word) else None


def _candidate(held: Mapping[str, Any], how: str, score: float, why: str) -> Candidate:
    return Candidate(
        held["key"], held["model"], held["merge_id"], held.get("linked_account") or "", held.get("name") or "",
        tuple(held.get("aliases") or ()), held.get("email"),
        MappingProxyType({k: v for k, v in held.items() if k not in FIXED}), how, score, (why,))


def _order(c: Candidate) -> tuple[float, int, str, str]:
    return -c.score, _HOWS.index(c.how), " ".join(words(fold(c.name))), c.key
