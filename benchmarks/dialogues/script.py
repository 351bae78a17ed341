"""Reads the hand-written scripts (`open.txt`, `sealed.txt`) and words their lines.

A script is a list of blocks between blank lines; `== kind` names the kind of the blocks below it. In a line `<a|b>` is one of
two wordings, `{name}` a slot. Knows nothing of sessions, days or evidence.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

FOLDER = Path(__file__).parent
HALVES = ("open", "sealed")
KINDS = ("paraphrase", "time", "multi-hop", "speaker", "latest-value")

_TURN = re.compile(r"(me|bot|\?)((?: [a-z])*): (.+)")
_WORDINGS = re.compile(r"<([^<>]*)>")
_SLOT = re.compile(r"\{([A-Za-z]+)(\d*)\}")
_NUMBER = re.compile(r"\{(\d+)-(\d+)\}")
_TYPED = re.compile(r"(?<![\[_])\b[a-z]{5,}\b")


@dataclass(frozen=True, slots=True)
class Turn:
    """A line of a scene (`me`, `bot`) or a question about it (`?`); `labels` tie the question to its evidence."""
    who: str
    labels: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Scene:
    """Stages of one story; `gaps` says how far each later stage is from the one before: "" (10 days or more), "week" (the next week)."""
    kind: str
    lets: Mapping[str, tuple[str, ...]]
    stages: tuple[tuple[Turn, ...], ...]
    gaps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Script:
    """One half: word lists by name (`me`, `p`, `c` and others), and scenes by kind (`filler` among them)."""
    lists: Mapping[str, tuple[str, ...]]
    scenes: Mapping[str, tuple[Scene, ...]]


def load(half: str) -> Script:
    """The script of one of HALVES."""
    lists: dict[str, tuple[str, ...]] = {}
    scenes: dict[str, list[Scene]] = {}
    kind = ""
    for block in re.split(r"\n\s*\n", (FOLDER / f"{half}.txt").read_text(encoding="utf-8").strip()):
        lines = block.splitlines()
        if lines[0].startswith("== "):
            kind = lines.pop(0)[3:]
        if kind == "lists":
            lists |= dict(_listed(line, ",") for line in lines)
        elif lines:
            scenes.setdefault(kind, []).append(_scene(kind, lines))
    return Script(lists, {name: tuple(found) for name, found in scenes.items()})


def _listed(line: str, separator: str) -> tuple[str, tuple[str, ...]]:
    name, values = line.split(" = ", 1)
    return name.strip(), tuple(value.strip() for value in values.split(separator))


def _scene(kind: str, lines: list[str]) -> Scene:
    lets: dict[str, tuple[str, ...]] = {}
    stages: list[list[Turn]] = [[]]
    gaps: list[str] = []
    for line in lines:
        if line.startswith("let "):
            lets |= [_listed(line[4:], "|")]
        elif line.startswith("--"):
            gaps.append(line[2:].strip())
            stages.append([])
        else:
            stages[-1].append(_turn(line))
    return Scene(kind, lets, tuple(map(tuple, stages)), tuple(gaps))


def _turn(line: str) -> Turn:
    match = _TURN.fullmatch(line)
    if match is None:
        raise ValueError(f"Not a line of a script: {line!r}. Write `me: …`, `bot a: …` or `? a: …`.")
    return Turn(match[1], tuple(match[2].split()), match[3])


def slots(scene: Scene, name: str) -> set[str]:
    """The numbers of the slots of a list that a scene uses: {"1", "2"} for `{c1}` and `{c2}`."""
    found = [_SLOT.findall(turn.text) for stage in scene.stages for turn in stage]
    return {number for pairs in found for word, number in pairs if word.lower() == name}


def worded(text: str, values: Mapping[str, str], random: Random) -> str:
    """The text with one wording chosen for every `<…>`, numbers drawn for `{2-9}`, slots filled from `values`.

    `{P1}` is the whole name of the person whose first name is `{p1}`. Raises KeyError for a slot without a value.
    """
    while _WORDINGS.search(text):
        text = _WORDINGS.sub(lambda match: random.choice(match[1].split("|")), text)
    text = _NUMBER.sub(lambda match: str(random.randint(int(match[1]), int(match[2]))), text)
    return _SLOT.sub(lambda match: values[match[1] + match[2]], text)


def mistyped(text: str, random: Random) -> str:
    """The text with one slip of the fingers in a word in small letters, if there is a long one."""
    words = list(_TYPED.finditer(text))
    if not words:
        return text
    word = random.choice(words)
    place = word.start() + random.randint(1, len(word[0]) - 3)
    slip = random.choice((text[place + 1] + text[place], text[place + 1], text[place] * 2 + text[place + 1]))
    return text[:place] + slip + text[place + 2:]
