"""Puts the scenes of a script into the weeks of a dialogue and keeps which lines answer which question.

A dialogue is drawn from its seed alone: the same arguments give the same lines. Text is made from the facts, so the
evidence is known and never searched for.
"""

import itertools
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

from benchmarks.dialogues.script import Scene, Script, Turn, load, mistyped, slots, worded

WEEKS = 9
SESSIONS_A_WEEK = 4
LINES_A_SESSION = (13, 17)
CAST = 10                                            # people and customers whom a dialogue speaks of
SCENES = {"time": 4, "paraphrase": 8, "multi-hop": 4, "speaker": 4, "latest-value": 4}    # time first: it reserves its names
FAR = timedelta(days=10)                             # between stages of one scene, so that they fall into different weeks
NEAR = timedelta(days=6)                             # no other line names the subject of a time question so close to its evidence
ASSISTANT = "assistant"
SLIPS, SMALL_LETTERS = 0.3, 0.2                      # shares of what the employee types
COUNTED = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(frozen=True, slots=True)
class Line:
    """What one of the two said; `time` is aware and UTC, `session` a working-day conversation."""
    session: str
    id: str
    speaker: str
    time: datetime
    text: str


@dataclass(frozen=True, slots=True)
class Question:
    """Asked by the employee at `time`, when only earlier lines exist; `evidence`: the ids of the lines that answer it."""
    id: str
    question: str
    time: datetime
    kind: str
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Dialogue:
    """The lines in order of time; `names`: people and customers spoken of."""
    id: str
    names: tuple[str, ...]
    lines: tuple[Line, ...]
    questions: tuple[Question, ...]


@dataclass(slots=True)
class _Block:
    """Turns of one stage that stay together in a session."""
    turns: tuple[Turn, ...]
    values: Mapping[str, str]
    scene: int | None = None


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question of a scene, after the stage in `session`; `before`: the session of the next stage, if there is one."""
    scene: int
    kind: str
    turn: Turn
    values: Mapping[str, str]
    session: int
    before: int | None


@dataclass(slots=True)
class _Plan:
    """One dialogue in the making."""
    script: Script
    random: Random
    speaker: str
    people: list[str]
    customers: list[str]
    starts: list[datetime]
    blocks: dict[int, list[_Block]] = field(default_factory=lambda: defaultdict(list))
    asked: list[_Asked] = field(default_factory=list)
    quiet: list[tuple[datetime, set[str]]] = field(default_factory=list)    # around these days a name is left alone


def dialogues(half: str, count: int = 10, seed: int = 1) -> Iterator[Dialogue]:
    """`count` dialogues of a half ("open" or "sealed"), each of 400 lines or more over nine weeks."""
    script = load(half)
    for number in range(count):
        yield _dialogue(script, f"{half}-{number + 1:02}", Random(f"{half} {seed} {number}"))


def _dialogue(script: Script, name: str, random: Random) -> Dialogue:
    plan = _Plan(script, random, random.choice(script.lists["me"]), random.sample(script.lists["p"], CAST),
                 random.sample(script.lists["c"], CAST), _starts(random))
    _cast_scenes(plan)
    lines, labelled = _spoken(plan)
    questions = _questions(plan, name, lines, labelled)
    names = (plan.speaker, *plan.people, *plan.customers)
    return Dialogue(name, names, tuple(lines), tuple(questions))


def _starts(random: Random) -> list[datetime]:
    """When each session begins: four working days of every week, at office hours."""
    monday = datetime(2026, 8, 31, tzinfo=UTC) + timedelta(weeks=random.randint(0, 2))
    days = [monday + timedelta(weeks=week, days=day)
            for week in range(WEEKS) for day in sorted(random.sample(range(5), SESSIONS_A_WEEK))]
    return [day + timedelta(hours=random.randint(8, 16), minutes=random.randint(0, 59)) for day in days]


def _cast_scenes(plan: _Plan) -> None:
    free = {"p": list(plan.people), "c": list(plan.customers)}
    chosen = [scene for kind, count in SCENES.items() for scene in plan.random.sample(plan.script.scenes[kind], count)]
    for number, scene in enumerate(chosen):
        names = {name: plan.random.sample(left, len(left)) for name, left in free.items()}
        values = _values(plan, scene, names)
        if scene.kind == "time":
            taken = {names[name][place] for name in names for place in range(len(slots(scene, name)))}
            free = {name: [one for one in left if one not in taken] for name, left in free.items()}
        _place(plan, number, scene, values)


def _values(plan: _Plan, scene: Scene, names: Mapping[str, list[str]]) -> dict[str, str]:
    """What the slots of a scene stand for: people and customers in the given order, others drawn from their lists."""
    values = {"me": plan.speaker.split()[0]}
    for place, person in enumerate(names["p"], 1):
        values |= {f"p{place}": person.split()[0], f"P{place}": person}
    values |= {f"c{place}": customer for place, customer in enumerate(names["c"], 1)}
    for name, words in plan.script.lists.items():
        if name not in ("me", "p", "c"):
            drawn = plan.random.sample(words, len(words))
            values |= {name: drawn[0]} | {f"{name}{place}": word for place, word in enumerate(drawn, 1)}
    for name, choices in scene.lets.items():
        values[name] = worded(plan.random.choice(choices), values, plan.random)
    return values


def _place(plan: _Plan, number: int, scene: Scene, values: Mapping[str, str]) -> None:
    sessions = next(found for found in iter(lambda: _sessions(plan, scene), None) if found)
    named = {values[kind + slot] for kind in ("p", "c") for slot in slots(scene, kind)}
    for session, before, stage in zip(sessions, [*sessions[1:], None], scene.stages, strict=True):
        turns = tuple(turn for turn in stage if turn.who != "?")
        plan.blocks[session].append(_Block(turns, values, number))
        plan.asked += [_Asked(number, scene.kind, turn, values, session, before) for turn in stage if turn.who == "?"]
        if scene.kind == "time" and any(turn.labels for turn in turns):
            plan.quiet.append((plan.starts[session], named))


def _sessions(plan: _Plan, scene: Scene) -> list[int]:
    """One draw of a session for every stage; empty when the weeks do not suffice."""
    chosen = [plan.random.randrange(len(plan.starts) if not scene.gaps else len(plan.starts) // (len(scene.gaps) + 1))]
    for gap in scene.gaps:
        before = plan.starts[chosen[-1]]
        fits = [place for place, start in enumerate(plan.starts) if place > chosen[-1] and _fits(gap, before, start)]
        if not fits:
            return []
        chosen.append(plan.random.choice(fits))
    return chosen


def _fits(gap: str, before: datetime, start: datetime) -> bool:
    if gap == "week":
        return (_monday(start) - _monday(before)).days == 7 and (start.date() - before.date()).days <= 7
    return start - before >= FAR


def _monday(moment: datetime) -> datetime:
    day = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    return day - timedelta(days=day.weekday())


def _spoken(plan: _Plan) -> tuple[list[Line], dict[tuple[int, str], list[str]]]:
    """All lines, and the ids of those that carry a label, by scene and label."""
    lines: list[Line] = []
    labelled: dict[tuple[int, str], list[str]] = defaultdict(list)
    fillers = itertools.chain.from_iterable(_shuffled(plan) for _ in itertools.count())
    for session, start in enumerate(plan.starts):
        moment = start
        for block in _filled(plan, session, fillers):
            for turn in block.turns:
                moment += timedelta(seconds=plan.random.randint(8, 140))
                line = Line(f"s{session + 1:02}", f"m{len(lines) + 1:04}", plan.speaker if turn.who == "me" else ASSISTANT,
                            moment, _said(plan, turn, block.values))
                lines.append(line)
                for label in turn.labels:
                    labelled[block.scene or 0, label].append(line.id)
    return lines, labelled


def _shuffled(plan: _Plan) -> list[Scene]:
    fillers = plan.script.scenes["filler"]
    return plan.random.sample(fillers, len(fillers))


def _filled(plan: _Plan, session: int, fillers: Iterator[Scene]) -> list[_Block]:
    """The blocks of a session in a drawn order: its scenes, and small talk and errands up to its length."""
    blocks = list(plan.blocks[session])
    hushed = {name for start, names in plan.quiet if abs(start - plan.starts[session]) <= NEAR for name in names}
    wanted = plan.random.randint(*LINES_A_SESSION)
    while sum(len(block.turns) for block in blocks) < wanted:
        scene = next(fillers)
        people = [name for name in plan.people if name.split()[0] not in hushed]
        customers = [name for name in plan.customers if name not in hushed]
        names = {"p": plan.random.sample(people, len(people)), "c": plan.random.sample(customers, len(customers))}
        blocks.append(_Block(scene.stages[0], _values(plan, scene, names)))
    plan.random.shuffle(blocks)
    return blocks


def _said(plan: _Plan, turn: Turn, values: Mapping[str, str]) -> str:
    text = worded(turn.text, values, plan.random)
    return _typed(plan.random, text) if turn.who == "me" else text


def _typed(random: Random, text: str) -> str:
    """As people type: with a slip now and then, and with names in small letters."""
    text = mistyped(text, random) if random.random() < SLIPS else text
    return text.lower() if random.random() < SMALL_LETTERS else text


def _questions(plan: _Plan, name: str, lines: list[Line], labelled: Mapping[tuple[int, str], list[str]]) -> Iterator[Question]:
    times = {line.id: line.time for line in lines}
    for place, asked in enumerate(plan.asked, 1):
        time = _asked_at(plan, asked, lines[-1].time)
        found = {label: labelled[asked.scene, label] for label in asked.turn.labels}
        dated = {f"[{word}_{label}]": told for label, ids in found.items() for word, told in _dates(times[ids[-1]], time).items()}
        text = _typed(plan.random, worded(asked.turn.text, asked.values, plan.random))
        for slot, told in dated.items():
            text = text.replace(slot, told)
        yield Question(f"{name}-q{place:02}", text, time, asked.kind, tuple(itertools.chain.from_iterable(found.values())))


def _asked_at(plan: _Plan, asked: _Asked, last: datetime) -> datetime:
    """Before the next stage of the scene, if there is one; else a week later or after the last line."""
    if asked.before is not None:
        return plan.starts[asked.before] - timedelta(hours=1)
    end = last + timedelta(hours=plan.random.randint(2, 60))
    later = plan.starts[asked.session] + timedelta(days=plan.random.randint(6, 9))
    return later if later < end and plan.random.random() < 0.3 else end


def _dates(said: datetime, asked: datetime) -> dict[str, str]:
    weeks = (_monday(asked) - _monday(said)).days // 7
    monday = _monday(said)
    ago = {0: "this week", 1: "last week"}.get(weeks, f"{COUNTED[min(weeks, 10)]} weeks ago")
    return {"on": f"{said.day} {said:%B}", "week": f"the week of {monday.day} {monday:%B}", "ago": ago, "month": f"{said:%B}"}

