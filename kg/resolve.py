"""Mentions become candidates: keys, exact names and numbers first, then parts of names, nicknames, initials and typos, each with its score and why.

Decides nothing: which candidate is meant is for the caller, who knows the person. Search text is built from folded words
only, never from what somebody typed, so that no mention can be an instruction to the index.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from kg import schema
from kg.borne import may_be_short_for
from kg.graph import Graph, Row
from kg.names import fold, name_words, nicknames, plain_vowels, shortened, words
from kg.rows import FIXED, entity_key, merge_id_of, model_of, model_token, tenant_token
from kg.wording import HOWS, Words, best_match, typos_of

_POOL = 50                      # rows of the index per mention; scoring picks among them
_SECONDS = 20.0                 # of a first run on a busy machine, plans included; a warm one takes milliseconds
_MOST_WORDS = 12                # longer mentions are found by their whole name only
_LONGEST_WORD = 64
_LONGEST_ADDRESS = 320
_LONGEST = 2_000
_POSSESSIVE = re.compile(r"(?<=\w)['’]s?$|(?<=s)['’]$")
_SIGN = r"""[^\s@<>()\[\]",;:“”„]"""        # of an address: none of what people write around one
_EMAIL = re.compile(rf"{_SIGN}+@{_SIGN}+\.{_SIGN}+")
_MERGE_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_FIXED = sorted(FIXED)
_NOTHING: dict[str, Sequence[Any]] = {"name_keys": (), "emails": (), "keys": (), "searches": ()}
_COLUMNS = ("key", "name", "aliases", "email", "linked_account", "properties")


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
    how: str                          # exact, alias, part, nickname, initials, acronym, address (the words before its @), typo, meaning
    score: float                      # 0…1: how well the mention matches; 1 = exact
    why: tuple[str, ...]              # in words
    is_sure: bool = True              # False: perhaps somebody else's name, so that it is offered and never taken
    is_whole: bool = False            # all words of its name were said, in any order or spelling


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a mention may be: words as they stand and without a possessive s, an address, an id, something shortened."""

    forms: tuple[Words, ...]
    address: str
    keys: tuple[str, ...]
    shorts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Mentions of which candidates are wanted. `models` () means any."""

    mentions: Sequence[str]
    models: Collection[str] = ()

    def takes(self, candidate: Candidate) -> bool:
        """Is it of one of the models?"""
        return not self.models or candidate.model in self.models


def find(
    graph: Graph, tenant: str, mentions: Sequence[str], *, models: Collection[str] = (), limit: int = 20,
) -> dict[str, tuple[Candidate, ...]]:
    """Candidates of each mention, best first, at most `limit`; live entities only; `models` () means any.

    A mention is a span of a question: "Jörg Weiß's", "Juniper", "J. Smith", "IBM", "ATL-9001", an e-mail address, a Merge id or the key
    of an entity. One query for all mentions together; typos are looked for only where nothing else was found, in another.
    Any text is allowed; one without a word in it finds nothing. Of more than 50 that match equally well by their words, 50 are
    looked at. Raises GraphUnavailable, GraphTooSlow.
    """
    return find_each(graph, tenant, [Wanted(mentions, models)], limit=limit)[0]


def find_each(
    graph: Graph, tenant: str, wanted: Sequence[Wanted], *, limit: int = 20, slips: Collection[str] | None = None,
) -> list[dict[str, tuple[Candidate, ...]]]:
    """As `find` for several independent mentions in one query; limits and the search for typos apply to each by itself.

    `slips`: the mentions that may be misspelt, all where not given. Raises as `find` does.
    """
    asked = {mention: _asked(tenant, mention) for one in wanted for mention in one.mentions}
    found: list[dict[str, dict[str, Candidate]]] = [{mention: {} for mention in one.mentions} for one in wanted]
    for allowed in (0, 1, 2):
        open_ = [{m for m, held in each.items() if not held and (not allowed or slips is None or m in slips)} for each in found]
        missing = {m: one for m, one in asked.items() if any(m in each for each in open_) and (not allowed or _may_slip(one, allowed))}
        if missing:
            _look(graph, tenant, missing, [(one, {m: each[m] for m in at if m in missing})
                                           for one, each, at in zip(wanted, found, open_, strict=True)], allowed)
    return [{mention: tuple(sorted(best.values(), key=_order)[:limit]) for mention, best in each.items()} for each in found]


def beginning(graph: Graph, tenant: str, text: str, *, models: Collection[str] = (), limit: int = 20) -> tuple[Candidate, ...]:
    """Live entities in whose names there is a word that begins as each word of a text does ("Orchard & Pi"), those whose name begins so first.

    For offers while somebody writes a name; () for a text without a word. Raises GraphUnavailable, GraphTooSlow.
    """
    said = name_words(text[:_LONGEST])
    if not said or len(said) > _MOST_WORDS or any(len(word) > _LONGEST_WORD for word in said):
        return ()
    search = f"{_within(tenant, models)} +({' '.join(f'+words:{word}*' for word in said)})"
    rows = _read(graph, tenant, sorted(models), searches=[{"asked": text, "search": search}])["words"]
    found = (_candidate(row, "part", _begun(row["name"] or "", said), "its name begins so") for row in rows)
    return tuple(sorted(found, key=_order)[:limit])


def _begun(name: str, said: Words) -> float:
    """How well a name goes on from what was written: best where it begins with it, less where only a later word does, least for another name."""
    own = name_words(name)
    places = [next((i for i, word in enumerate(own) if word.startswith(each)), len(own)) for each in said]
    return 0.5 if len(own) in places else 0.9 if places == list(range(len(said))) else 0.7


def _look(
    graph: Graph, tenant: str, asked: Mapping[str, _Asked], wanted: Sequence[tuple[Wanted, dict[str, dict[str, Candidate]]]], slips: int,
) -> None:
    """Look all up together and hand to each what is its own. What fills the pool is looked up for each by itself: others may crowd it out."""
    models = sorted(wanted[0][0].models) if len(wanted) == 1 else []
    held, crowded = _held(graph, tenant, asked, models, slips, _POOL * len(wanted))
    for one, into in wanted:
        alone = {m: asked[m] for m in into if m in crowded} if len(wanted) > 1 else {}
        again = _held(graph, tenant, alone, sorted(one.models), slips, _POOL)[0] if alone else {}
        for mention, best in into.items():
            best.update((key, c) for key, c in (again.get(mention) or held[mention]).items() if one.takes(c))


def by_email(graph: Graph, tenant: str, emails: Iterable[str], *, models: Collection[str] = ()) -> dict[str, tuple[Candidate, ...]]:
    """Entities of each address; the addresses are the keys as given, compared without case."""
    asked = {email: email.strip().lower() for email in emails}
    rows = _read(graph, tenant, sorted(models), emails=sorted(set(asked.values())))["email"] if asked else ()
    found: dict[str, list[Candidate]] = defaultdict(list)
    for row in rows:
        found[row["asked"]].append(_addressed(row))
    return {email: tuple(sorted(found[address], key=_order)) for email, address in asked.items()}


def by_key(graph: Graph, tenant: str, keys: Iterable[str]) -> dict[str, Candidate]:
    """Live entities by key; keys that have none are left out."""
    asked = sorted(set(keys))
    rows = _read(graph, tenant, (), keys=asked)["key"] if asked else ()
    return {row["asked"]: _candidate(row, "exact", 1.0, "its key was asked for") for row in rows}


def _asked(tenant: str, mention: str) -> _Asked:
    text = mention[:_LONGEST].strip()
    plain = _POSSESSIVE.sub("", text)
    forms = tuple(dict.fromkeys(form for form in (name_words(text), name_words(plain)) if form))
    return _Asked(forms, _address(mention), _keys(tenant, text), shortened(plain))


def _keys(tenant: str, text: str) -> tuple[str, ...]:
    """The keys that a mention may stand for: of a Merge id, one of every model."""
    if not _MERGE_ID.fullmatch(text):
        return (text,) if text.startswith(f"{tenant}|") else ()
    parts = [model.partition("/") for model in schema.LABELS]
    return tuple(entity_key(tenant, category, model, text.lower()) for category, _, model in parts)


def _address(mention: str) -> str:
    found = _EMAIL.search(mention.strip()[:_LONGEST_ADDRESS].rstrip(".?!>"))
    return _POSSESSIVE.sub("", found.group()).lower() if found else ""


def _held(
    graph: Graph, tenant: str, asked: Mapping[str, _Asked], models: list[str], slips: int, limit: int,
) -> tuple[dict[str, dict[str, Candidate]], set[str]]:
    """Candidates by mention and key, with so many slips of the hand in their words; and the mentions of which there may be more."""
    found: dict[str, dict[str, Candidate]] = {mention: {} for mention in asked}
    whole: dict[str, Sequence[Any]] = {} if slips else {
        "name_keys": sorted({" ".join(form) for one in asked.values() for form in one.forms}),
        "emails": sorted({one.address for one in asked.values() if one.address}),
        "keys": sorted({key for one in asked.values() for key in one.keys})}
    rows = _read(graph, tenant, models, limit, searches=_searches(tenant, asked, models, slips), **whole)
    named = [row | {"asked": mention} for row in rows["name"] for mention in _named(asked, row["asked"])]
    _collect(found, asked, [*named, *rows["words"]])
    _settle(found, asked, rows["email"], _addressed, lambda one, given: one.address == given)
    exact = [row for row in rows["key"] if not models or model_of(row["key"]) in models]
    _settle(found, asked, exact, _identified, lambda one, given: given in one.keys)
    seen = Counter(row["asked"] for row in (*named, *rows["words"], *rows["email"]))
    return found, {m for m, one in asked.items() if max(seen[m], seen[one.address]) >= limit}


def _read(graph: Graph, tenant: str, models: Sequence[str], limit: int = _POOL, **given: Sequence[Any]) -> dict[str, list[Row]]:
    """What was found, one row per entity, by that by which it was asked for; nothing is sent where nothing is asked."""
    found: dict[str, list[Row]] = defaultdict(list)
    rows = graph.read("entities_by", tenant=tenant, models=models, fixed=_FIXED, limit=limit, seconds=_SECONDS,
                      **(_NOTHING | given)) if any(given.values()) else []
    for row in rows:
        found[row["by"]] += ({"asked": row["asked"], **dict(zip(_COLUMNS, one, strict=True))} for one in row["found"])
    return found


def _named(asked: Mapping[str, _Asked], name: str) -> list[str]:
    return [mention for mention, one in asked.items() if any(" ".join(form) == name for form in one.forms)]


def _collect(found: dict[str, dict[str, Candidate]], asked: Mapping[str, _Asked], rows: Iterable[Row]) -> None:
    """Score what the index found and keep what the mention explains."""
    for row in rows:
        mention = row["asked"]
        if row["key"] not in found[mention] and (one := _scored(row, asked[mention])):
            found[mention][row["key"]] = one


def _settle(
    found: dict[str, dict[str, Candidate]], asked: Mapping[str, _Asked], rows: Iterable[Row], as_candidate: Callable[[Row], Candidate],
    is_meant: Callable[[_Asked, str], bool],
) -> None:
    """What was asked for by its address or key is exact, whatever its words say."""
    for row in rows:
        for mention, one in asked.items():
            if is_meant(one, row["asked"]):
                found[mention][row["key"]] = as_candidate(row)


def _addressed(row: Row) -> Candidate:
    return _candidate(row, "exact", 1.0, f"its e-mail address is {row['asked']}")


def _identified(row: Row) -> Candidate:
    return _candidate(row, "exact", 1.0, "its id was asked for")


def _searches(tenant: str, asked: Mapping[str, _Asked], models: Collection[str], slips: int) -> list[dict[str, str]]:
    return [{"asked": mention, "search": text} for mention, one in asked.items() if (text := _search(tenant, one, models, slips))]


def _search(tenant: str, one: _Asked, models: Collection[str], slips: int) -> str:
    """The text for the index: tenant, models, and all words of one of the forms. Empty where no form can be searched."""
    usable = [form for form in one.forms if len(form) <= _MOST_WORDS and all(len(word) <= _LONGEST_WORD for word in form)]
    if not usable:
        return ""
    any_form = ["(" + " ".join(f"+({_near(word, slips)})" for word in _searched(form)) + ")" for form in usable]
    any_form += [f"short_words:{word}" for word in one.shorts]
    return f"{_within(tenant, models)} +({' '.join(any_form)})"


def _within(tenant: str, models: Collection[str]) -> str:
    """The part of a text for the index that says of which tenant, and of which models."""
    return f"+tenant_token:{tenant_token(tenant)}" + (f" +model_token:({' '.join(model_token(m) for m in models)})" if models else "")


def _searched(form: Words) -> Words:
    """The words that must be found: letters inside a name stand for what it may hold in full."""
    return tuple(word for i, word in enumerate(form) if len(word) > 1 or i in (0, len(form) - 1))


def _near(word: str, slips: int) -> str:
    others = sorted(nicknames(word)) + sorted(may_be_short_for(word) - nicknames(word))
    parts = [f"words:{word}^8", *(f"words:{other}^4" for other in others)]
    allowed = min(slips, typos_of(word))
    if allowed and (plain := plain_vowels(word)) != word:
        parts.append(f"words:{plain}^2")
    return " ".join([*parts, f"words:{word}~{allowed}"] if allowed else parts)


def _may_slip(one: _Asked, slips: int) -> bool:
    """Would a search with this many typos ask for more than one with fewer?"""
    return any(typos_of(word) >= slips for form in one.forms for word in form)


def _scored(row: Row, one: _Asked) -> Candidate | None:
    texts = [("name", row["name"] or ""), *(("alias", alias) for alias in row["aliases"] or ()),
             ("address", (row["email"] or "").partition("@")[0])]
    match = best_match(one.forms, one.shorts, texts, schema.HUB_KINDS.get(model_of(row["key"]), ""))
    return replace(_candidate(row, *match[:3]), is_sure=match.is_sure, is_whole=match.is_whole) if match else None


def _candidate(row: Row, how: str, score: float, why: str) -> Candidate:
    merge_id = merge_id_of(row["key"])
    return Candidate(
        row["key"], model_of(row["key"]), merge_id, row["linked_account"] or "", row["name"] or "", tuple(row["aliases"] or ()),
        row["email"], MappingProxyType(dict(row["properties"])), how, score, (why,))


def _order(c: Candidate) -> tuple[float, int, str, str]:
    return -c.score, HOWS.index(c.how), " ".join(words(fold(c.name))), c.key
