"""A company of several hundred people and companies for benchmarks/linking.py, and names as people write them, each with what it stands for.

Made from linking_names.toml; a seed decides everything. Knows nothing of how the product resolves names.
"""

import random
import tomllib
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.companies.common import Company, linked_accounts

EMPLOYEES, CONTACTS, ACCOUNTS, NAMESAKES = 260, 140, 160, 24
EACH = 40                               # mentions of a kind, where the company has as many
ASKER = "asker@linking.example"
_DIGRAPHS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "å": "aa", "ø": "oe", "Ö": "Oe", "Å": "Aa"})
_FLAT = str.maketrans({"ø": "o", "ł": "l", "Ł": "L", "ß": "ss", "ı": "i", "æ": "ae"})
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Thing:
    """Somebody or something that bears a name. `given` of a company is empty."""

    id: str
    name: str
    given: str = ""
    family: str = ""
    middle: str = ""
    former: str = ""

    @property
    def is_person(self) -> bool:
        """A person, else a company."""
        return bool(self.given)


@dataclass(frozen=True, slots=True)
class Mention:
    """A name as somebody writes it. `meant`: ids of all that bear it; () for a stranger's."""

    kind: str
    text: str
    meant: frozenset[str]


@dataclass
class Cast:
    """All people and companies, with the words that the names are made of."""

    names: Mapping[str, Any]
    dice: random.Random
    company: Company
    things: list[Thing] = field(default_factory=list)

    def words(self, *path: str) -> list[str]:
        """A list of names of the file."""
        found: Any = self.names
        for part in path:
            found = found[part]
        return str(found).split()

    @property
    def people(self) -> list[Thing]:
        """Employees and contacts."""
        return [t for t in self.things if t.is_person]

    @property
    def firms(self) -> list[Thing]:
        """Companies of the CRM."""
        return [t for t in self.things if not t.is_person]


def cast(seed: int) -> Cast:
    """The company of this seed, with all its records."""
    names = tomllib.loads((Path(__file__).parent / "linking_names.toml").read_text("utf-8"))
    about = {
        "tenant": f"linking-{seed}", "name": "Linking", "domain": "linking.example", "timezone": "Europe/London", "currency": "EUR",
        "fiscal_year_start": "01-01", "now": "2026-11-20T09:00:00Z", "definitions": {}, "people": [{"email": ASKER, "roles": []}],
        "linked_accounts": linked_accounts(f"linking-{seed}", "2026-11-20T02:00:00.000000Z", {"hris": "BambooHR", "crm": "Salesforce"}, {}),
    }
    made = Cast(names, random.Random(seed), Company(about))
    _add_firms(made)
    _add_people(made)
    return made


def _add_firms(to: Cast) -> None:
    heads, middles, tails = to.words("companies", "heads"), to.words("companies", "middles"), to.words("companies", "tails")
    forms = str(to.names["companies"]["forms"]).split("|")
    wanted = [(h, m, t) for h in heads for m in middles for t in tails]
    to.dice.shuffle(wanted)
    once = {h: (h, m, t) for h, m, t in wanted}
    for number, (head, middle, tail) in enumerate([*once.values(), *wanted][:ACCOUNTS]):
        name = " ".join(filter(None, (head, middle if number % 5 else "", tail, to.dice.choice(forms))))
        made = to.company.add("crm/Account", f"account {number}", name=name, website=f"https://{head.lower()}{number}.example")
        to.things.append(Thing(made, name))


def _add_people(to: Cast) -> None:
    given, surnames, middles = to.words("given"), to.words("surnames"), str(to.names["middle"]).split()
    pairs = [(g, s) for g in given for s in surnames]
    to.dice.shuffle(pairs)
    pairs = [("Asker", "Askerson"), *pairs[: EMPLOYEES + CONTACTS - NAMESAKES]]
    pairs += to.dice.sample(pairs[1:], NAMESAKES)
    teams = [to.company.add("hris/Team", f"team {n}", name=n) for n in ("Fleet", "Ledger", "Atlas", "Beacon", "Harvest")]
    firms, was = to.firms, to.words("former")
    for number, (first, last) in enumerate(pairs):
        middle = to.dice.choice(middles) if number % 9 == 1 else ""
        name = " ".join(filter(None, (first, middle, last)))
        former = was[number // 10] if number % 10 == 5 and number // 10 < len(was) and number < EMPLOYEES else ""
        if number < EMPLOYEES:
            mail = ASKER if not number else f"{number}@linking.example"
            made = to.company.add("hris/Employee", f"employee {number}", first_name=first, last_name=former or last, display_full_name=name,
                                  work_email=mail, employment_status="ACTIVE", team=to.dice.choice(teams), start_date="2022-03-01T00:00:00.000000Z")
        else:
            made = to.company.add("crm/Contact", f"contact {number}", first_name=" ".join(filter(None, (first, middle))), last_name=last,
                                  account=to.dice.choice(firms).id)
        to.things.append(Thing(made, name, first, last, middle, former))


# ---------------------------------------------------------------- names as people write them

Way = Callable[[Cast, Thing], Iterable[tuple[str, str]]]         # what is written, and the name that it was made of


def mentions(of: Cast) -> list[Mention]:
    """Names of every kind. What two bear is meant of both, but a whole name is its bearer's; a slip that makes another's name is left out."""
    borne = _borne(of)
    found = [m for kind, way in (_EXACT | _NEARLY).items() for m in _of_kind(of, kind, way, borne)]
    strange: dict[str, list[Mention]] = defaultdict(list)
    for kind, text in dict.fromkeys(strangers(of)):
        if plain(text) not in borne:
            strange[kind].append(Mention(kind, text, frozenset()))
    return [*found, *(m for some in strange.values() for m in of.dice.sample(some, min(EACH, len(some))))]


def _borne(of: Cast) -> Mapping[str, frozenset[str]]:
    """By text without accents and case: who is called so, by a whole name if there is one."""
    whole: dict[str, set[str]] = defaultdict(set)
    parts: dict[str, set[str]] = defaultdict(set)
    for kind, way in _EXACT.items():
        for thing in of.things:
            for text, _ in way(of, thing):
                (whole if kind in _WHOLE else parts)[plain(text)].add(thing.id)
    return {text: frozenset(ids) for text, ids in (parts | whole).items()}


def _of_kind(of: Cast, kind: str, way: Way, borne: Mapping[str, frozenset[str]]) -> Iterator[Mention]:
    """So many mentions of a kind, each with those who bear what it was made of."""
    said = {text: source for thing in of.things for text, source in way(of, thing)}
    fit = [text for text in sorted(said) if kind in _EXACT or plain(text) not in borne]
    of.dice.shuffle(fit)
    for text in fit[:EACH]:
        yield Mention(kind, text, borne[plain(text if kind in _EXACT else said[text])])


def plain(text: str) -> str:
    """Lower case without accents, by other means than the product's."""
    flat = unicodedata.normalize("NFKD", text.translate(_FLAT))
    return "".join(c for c in flat if not unicodedata.combining(c)).lower().strip()


def _told(make: Callable[[Cast, Thing], Iterable[str]], *, of_people: bool | None = None) -> Way:
    """A way to write a name as it is borne; `of_people`: of people only, or of companies only."""
    def way(of: Cast, one: Thing) -> Iterator[tuple[str, str]]:
        yield from ((text, text) for text in make(of, one)) if of_people in (None, one.is_person) else ()
    return way


def _when(text: str, *, holds: object) -> tuple[str, ...]:
    return (text,) if holds else ()


def _initials(_: Cast, one: Thing) -> tuple[str, ...]:
    forms = (f"{one.given[0]}.{one.middle[:1]}. {one.family}", f"{one.given} {one.middle[:1]}. {one.family}")
    return forms if one.middle else ()


def _short(of: Cast, one: Thing) -> list[str]:
    return str(of.names["short"].get(one.given, "")).split()


def _core(of: Cast, one: Thing) -> list[str]:
    """A company's words without its legal form."""
    words, tails = one.name.split(), of.words("companies", "tails")
    return words[: next(i for i, word in enumerate(words) if word in tails) + 1]


def _possessive(of: Cast, one: Thing) -> tuple[str, ...]:
    return (f"{one.name}'s",) if one.is_person else (f"{' '.join(_core(of, one))}’s",)


def _other_form(of: Cast, one: Thing) -> tuple[str, ...]:
    other = ("Limited", "Incorporated", "GmbH & Co. KG", "Corporation")[len(one.name) % 4]
    return (f"{' '.join(_core(of, one))} {other}",)


def _two_words(of: Cast, one: Thing) -> tuple[str, ...]:
    core = _core(of, one)
    return _when(f"{core[0]} {core[-1]}", holds=len(core) > 2)


def _acronym(of: Cast, one: Thing) -> tuple[str, ...]:
    core = _core(of, one)
    return _when("".join(word[0] for word in core), holds=len(core) > 2)


def _digraphs(_: Cast, one: Thing) -> Iterator[tuple[str, str]]:
    spelt = one.name.translate(_DIGRAPHS)
    if spelt != one.name:
        yield spelt, one.name


def _flat(_: Cast, one: Thing) -> tuple[str, ...]:
    kept = unicodedata.normalize("NFKD", one.name.translate(_FLAT))
    text = "".join(c for c in kept if not unicodedata.combining(c))
    return _when(text, holds=text != one.name)


def _sound(of: Cast, one: Thing) -> Iterator[tuple[str, str]]:
    table, whole = of.names["sound"], f"{one.given} {one.family}"
    yield from ((f"{said} {one.family}", whole) for said in str(table.get(one.given, "")).split())
    yield from ((f"{one.given} {said}", whole) for said in str(table.get(one.family, "")).split())


def slip(dice: random.Random, word: str) -> str:
    """A word with one slip of the hand behind its first letter: one left out, doubled, changed, or two turned."""
    at = dice.randrange(1, len(word))
    other = dice.choice([c for c in _LETTERS if c != word[at].lower()])
    turned = word[:at] + word[at + 1] + word[at] + word[at + 2:] if at + 1 < len(word) else word
    made = dice.choice((word[:at] + word[at + 1:], word[:at] + word[at] + word[at:], word[:at] + other + word[at + 1:], turned))
    return made if made != word else slip(dice, word)


def _slips(*parts: str) -> Way:
    """Slips in the given name, the surname, or both; nothing in names of few letters."""
    def way(of: Cast, one: Thing) -> Iterator[tuple[str, str]]:
        if one.is_person and all(len(getattr(one, part)) > 4 for part in parts):
            given, family = (slip(of.dice, text) if part in parts else text for part, text in (("given", one.given), ("family", one.family)))
            yield f"{given} {family}", f"{one.given} {one.family}"
    return way


def _family_with_slip(of: Cast, one: Thing) -> Iterator[tuple[str, str]]:
    if one.is_person and len(one.family) > 6:
        yield slip(of.dice, one.family), one.family


def _firm_with_slip(of: Cast, one: Thing) -> Iterator[tuple[str, str]]:
    if not one.is_person:
        head, *rest = _core(of, one)
        yield " ".join((slip(of.dice, head), *rest)), " ".join((head, *rest))


def _word_with_slip(of: Cast, one: Thing) -> Iterator[tuple[str, str]]:
    if not one.is_person and len(head := _core(of, one)[0]) > 6:
        yield slip(of.dice, head), head


_EXACT: Mapping[str, Way] = {
    "full name": _told(lambda _, one: (one.name,)),
    "without middle name": _told(lambda _, one: _when(f"{one.given} {one.family}", holds=one.middle), of_people=True),
    "turned": _told(lambda _, one: (f"{one.family}, {one.given}",), of_people=True),
    "first name": _told(lambda _, one: (one.given,), of_people=True),
    "surname": _told(lambda _, one: (one.family,), of_people=True),
    "initial and surname": _told(lambda _, one: (f"{one.given[0]}. {one.family}",), of_people=True),
    "two initials": _told(_initials, of_people=True),
    "three letters": _told(lambda _, one: _when(one.given[0] + one.middle[:1] + one.family[0], holds=one.middle), of_people=True),
    "possessive": _told(_possessive),
    "nickname": _told(_short, of_people=True),
    "nickname and surname": _told(lambda of, one: [f"{short} {one.family}" for short in _short(of, one)], of_people=True),
    "company without form": _told(lambda of, one: (" ".join(_core(of, one)),), of_people=False),
    "company, other form": _told(_other_form, of_people=False),
    "company, one word": _told(lambda of, one: (_core(of, one)[0],), of_people=False),
    "company, two words": _told(_two_words, of_people=False),
    "company, letters": _told(_acronym, of_people=False),
    "former name": _told(lambda _, one: _when(f"{one.given} {one.former}", holds=one.former), of_people=True),
    "accents dropped": _told(_flat),
}
_WHOLE = frozenset({"full name", "company without form", "company, other form", "accents dropped", "former name", "possessive"})
_NEARLY: Mapping[str, Way] = {
    "accents spelt out": _digraphs, "said alike": _sound, "slip in surname": _slips("family"), "slip in first name": _slips("given"),
    "slip in both": _slips("given", "family"), "surname with slip": _family_with_slip, "company with slip": _firm_with_slip,
    "company word with slip": _word_with_slip,
}


def strangers(of: Cast) -> Iterator[tuple[str, str]]:
    """Names that nobody and nothing in the company bears, each near to one that somebody does, by kind."""
    given, surnames = of.words("strange", "given"), of.words("strange", "surnames")
    people, firms = of.dice.sample(of.people, EACH), of.dice.sample(of.firms, EACH)
    near: Sequence[tuple[str, str]] = [(new, old) for new, old in of.names["near"].items()]
    for one in people:
        yield "stranger: other first name", f"{of.dice.choice(given)} {one.family}"
        yield "stranger: other surname", f"{one.given} {of.dice.choice(surnames)}"
    yield from (("stranger: first name", name) for name in given)
    yield from (("stranger: surname", name) for name in (*surnames, *(new for new, _ in near)))
    for new, old in near:
        bearers = [t for t in of.people if t.family == old]
        yield from (("stranger: near surname", f"{t.given} {new}") for t in bearers)
    heads, tails, middles = of.words("companies", "strange"), of.words("companies", "tails"), of.words("companies", "middles")
    for one in firms:
        core = _core(of, one)
        yield "stranger: company, other head", " ".join((of.dice.choice(heads), *core[1:]))
        yield "stranger: company, other tail", f"{core[0]} {of.dice.choice([t for t in tails if t not in core])}"
        yield "stranger: company, other middle", f"{core[0]} {of.dice.choice([m for m in middles if m not in core])} {core[-1]}"
    yield from (("stranger: company, one word", head) for head in heads)
    for one in people:
        short = of.dice.choice([s for name, found in of.names["short"].items() if name != one.given for s in found.split()])
        yield "stranger: other nickname", f"{short} {one.family}"
