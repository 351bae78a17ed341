"""Nobody reaches another person's memory: by ids, search, resuming, export, preferences, or what a planner is told beside their question.

Each person's words hold a mark of their own. Whatever somebody tries, under whatever spelling of an id, their answer holds no mark but
their own, and what the other has stays as it was.
"""

import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from agent.dialogue.prompt_window import Material, fill_window
from agent.understand.replies import read_reply
from kg.errors import BadInput
from memory import sessions
from memory.feedback import Feedback
from memory.history import History
from memory.lines import Lines
from memory.preferences import Preference, Preferences, Source
from memory.questions import Questions

START = datetime(2026, 11, 2, 9, tzinfo=UTC)
NOW = START + timedelta(days=20)
TOPICS = ("offsite", "renewal", "salary talk", "Orchard deal", "parental leave", "new office")
TENANTS, PEOPLE, SESSIONS = ("acme", "acme-2", "ACME"), ("ana@x.example", "ana@x.example.org", "bob@x.example"), 3


@dataclass(frozen=True)
class Owner:
    """A person, and what of their memory has a name."""

    tenant: str
    person: str
    mark: str                           # a word that only their memory holds
    sessions: tuple[str, ...]
    question: str
    preference: str


class World:
    """A few companies whose people have the same names, all kept at one address."""

    def __init__(self, url):
        self.folder = Path(url)
        self.history, self.questions = History(url), Questions(url)
        self.preferences, self.feedback, self.lines = Preferences(url), Feedback(url), Lines(self.history)
        self.owners = [self._filled(tenant, person, f"mark{n}x") for n, (tenant, person) in enumerate((t, p) for t in TENANTS for p in PEOPLE)]

    def _filled(self, tenant, person, mark):
        ids = tuple(f"{mark}-s{n}" for n in range(SESSIONS))
        for n, session in enumerate(ids):
            for turn, topic in enumerate(TOPICS):
                self.history.append(tenant, person, session, {
                    "id": f"{session}-t{turn}", "at": (START + timedelta(days=n, minutes=turn)).isoformat(), "reply_to": None,
                    "question": f"What of the {topic} {mark}?", "answer": {"status": "answered", "text": f"The {topic} of {mark} is fine."}})
            self.history.rename(tenant, person, session, f"About {mark}")
        question = f"{mark}-q"
        self.questions.save(tenant, person, question, {
            "session": ids[0], "prompt": f"Which {mark}?", "asked_at": START.isoformat(), "mention": mark, "text": mark,
            "choices": {}, "options": [{"id": "o1", "label": mark, "key": mark}]})
        self.feedback.add(tenant, person, START, {"session": ids[0], "turn": f"{mark}-t0"}, comment=f"{mark} was wrong")
        said = Preference("name_means", "orchard", mark, Source(ids[0], f"{mark}-m", f"by Orchard I mean {mark}", START, 0, 5))
        self.preferences.learn(tenant, person, said, START)
        return Owner(tenant, person, mark, ids, question, said.id)

    def stored(self):
        """Every byte that is kept, by its file."""
        return {str(file.relative_to(self.folder)): file.read_bytes() for file in self.folder.rglob("*") if file.is_file()}


def spelled(chance, name):
    """A name as an intruder may write it, in the hope that somebody normalises it later than they check it."""
    ways = (name, name.upper(), f" {name}", f"{name}\n", f"./{name}", f"x/../{name}", name.replace("-", "%2D"), f"{name}\x00", name[:-1],
            f"{name}*", f"{name}.jsonl")
    return chance.choice(ways)


def climbing(chance, other, session):
    """A session's name that climbs out of one's own folder into another's."""
    up = "../" * chance.randint(1, 5)
    return chance.choice((f"{up}{other.person}/sessions/{session}", f"{up}{other.tenant}/{other.person}/sessions/{session}",
                          f"..\\..\\{other.person}\\sessions\\{session}", f"%2e%2e/{other.person}/sessions/{session}"))


def words_of(chance, other):
    return f"what of the {chance.choice(TOPICS)} {chance.choice((other.mark, other.person, ''))} last week"


def session_of(chance, other):
    session = chance.choice(other.sessions)
    return climbing(chance, other, session) if chance.random() < 0.4 else spelled(chance, session)


def told_beside(world, me, other, chance):
    """What a planner is told beside a question of theirs."""
    text = words_of(chance, other)
    material = Material(text, NOW, world.history.read(me.tenant, me.person, me.sessions[0]), world.lines.of(me.tenant, me.person))
    return [each for each in fill_window(material, 3_000).texts() if each != text]


def resumed(world, me, other, chance):
    """Another's open question, answered."""
    question = spelled(chance, other.question)
    found = world.questions.load(me.tenant, me.person, question)
    return found and read_reply(found, "o1"), world.questions.answered(me.tenant, me.person, question, "o1", NOW)


DOORS = {
    "read": lambda w, me, o, c: w.history.read(me.tenant, me.person, session_of(c, o)),
    "list": lambda w, me, o, c: sessions.sessions(w.history, me.tenant, me.person),
    "search": lambda w, me, o, c: sessions.search(w.lines, me.tenant, me.person, words_of(c, o), NOW, 50),
    "export": lambda w, me, o, c: sessions.export(w.history, me.tenant, me.person, session_of(c, o)),
    "title": lambda w, me, o, c: w.history.keeping(me.tenant, me.person, session_of(c, o)).title,
    "rename": lambda w, me, o, c: w.history.rename(me.tenant, me.person, session_of(c, o), "mine"),
    "resume": resumed,
    "question": told_beside,
    "feedback": lambda w, me, o, c: w.feedback.of(me.tenant, me.person),
    "preferences": lambda w, me, o, c: w.preferences.known(me.tenant, me.person),
    "edit a preference": lambda w, me, o, c: w.preferences.change(
        me.tenant, me.person, spelled(c, o.preference), c.choice(("forgotten", "off", "pinned")), NOW),
    "confirm a preference": lambda w, me, o, c: w.preferences.decide(
        me.tenant, spelled(c, o.preference), confirm=True, operator=me.person, at=NOW),
}


@pytest.fixture
def world(tmp_path):
    return World(str(tmp_path))


def test_whatever_somebody_tries_they_see_their_own_memory_only(world, full):
    chance = random.Random(None if full else 7)
    before = world.stored()
    reached = dict.fromkeys(DOORS, 0)
    for _ in range(10_000 if full else 200):
        me, other = chance.sample(world.owners, 2)
        door = chance.choice(sorted(DOORS))
        try:
            found = repr(DOORS[door](world, me, other, chance))
        except BadInput as refused:
            found = str(refused)
        reached[door] += 1
        seen = [owner.mark for owner in world.owners if owner != me and owner.mark in found]
        assert not seen, (door, me, other, found[:400])
    assert min(reached.values()) > 0
    assert world.stored() == before     # nothing of anybody was changed
