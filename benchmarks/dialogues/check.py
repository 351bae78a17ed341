"""Checks the dialogues and prints what was counted: `python -m benchmarks.dialogues.check [COUNT]`; exit 1 when something is wrong."""

import json
import re
import statistics
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta

from benchmarks.dialogues.script import HALVES, KINDS, Script, load
from benchmarks.dialogues.story import ASSISTANT, Dialogue, Line, Question, dialogues

LEAST_LINES, LEAST_QUESTIONS, TRIVIAL = 400, 15, 0.70
_PLAIN = """a about after again all am an and any are as at be been before but by can could did do does for from had has have he
    her him his how i if in into is it its may me must my no not now of off on once or our out over say said she so some tell than that the their them
    then there these they this those to told u up us was we went were what when where which while who whom whose why will with would you your
    im id ive shd wd cd w re abt"""
PLAIN = frozenset(_PLAIN.split())


def faults(dialogue: Dialogue) -> Iterator[str]:
    """What is wrong with a dialogue, in words; nothing when all is well."""
    ids = [line.id for line in dialogue.lines]
    times = [line.time for line in dialogue.lines]
    if len(ids) < LEAST_LINES or len(set(ids)) != len(ids):
        yield f"{dialogue.id}: {len(ids)} lines, {len(set(ids))} different ids"
    if times != sorted(times) or times[-1] - times[0] < timedelta(weeks=3):
        yield f"{dialogue.id}: the lines are not in order of time or span too little of it"
    if len(dialogue.questions) < LEAST_QUESTIONS or {one.kind for one in dialogue.questions} != set(KINDS):
        yield f"{dialogue.id}: {len(dialogue.questions)} questions of kinds {sorted({one.kind for one in dialogue.questions})}"
    by_id = {line.id: line for line in dialogue.lines}
    for one in dialogue.questions:
        yield from (f"{one.id} ({one.question}): {fault}" for fault in _faults_of(one, by_id, dialogue))


def _faults_of(one: Question, by_id: dict[str, Line], dialogue: Dialogue) -> Iterator[str]:
    if not one.evidence or not set(one.evidence) <= set(by_id):
        yield "names no evidence, or lines that do not exist"
        return
    evidence = [by_id[name] for name in one.evidence]
    if any(line.time >= one.time for line in evidence):
        yield "asked before its evidence was said"
    if re.search(r"[\[\]{}<>|]", one.question + "".join(line.text for line in evidence)):
        yield "a slot was left unfilled"
    if any(other.text == line.text for line in evidence for other in dialogue.lines if other is not line):
        yield "another line says the same word for word"
    yield from _KIND_RULES[one.kind](one, evidence, dialogue)


def _paraphrased(one: Question, evidence: list[Line], dialogue: Dialogue) -> Iterator[str]:
    shared = content(one.question) & content(" ".join(line.text for line in evidence)) - content(" ".join(dialogue.names))
    if shared:
        yield f"shares {sorted(shared)} with its evidence"


def _dated(one: Question, evidence: list[Line], dialogue: Dialogue) -> Iterator[str]:
    subjects = {name for name in _called(dialogue) if _names(name, one.question)}
    if not subjects:
        yield "names nobody"
    sessions = {line.session for line in evidence}
    for line in dialogue.lines:
        if line.session not in sessions and _same_week(line.time, evidence[0].time) and any(_names(name, line.text) for name in subjects):
            yield f"{line.id} of the same week speaks of it too: {line.text}"


def _names(name: str, text: str) -> bool:
    return re.search(rf"\b{name}\b", text, re.IGNORECASE) is not None


def _joined(one: Question, evidence: list[Line], dialogue: Dialogue) -> Iterator[str]:
    if len({line.session for line in evidence}) < 2:
        yield "does not join lines of two sessions"


def _spoken_by_one(one: Question, evidence: list[Line], dialogue: Dialogue) -> Iterator[str]:
    place = next(place for place, line in enumerate(dialogue.lines) if line.id == evidence[0].id)
    beside = dialogue.lines[max(0, place - 2):place + 3]
    if len({line.speaker for line in evidence}) > 1 or len({line.speaker for line in beside}) < 2:
        yield "the two speakers are not told apart"


def _current(one: Question, evidence: list[Line], dialogue: Dialogue) -> Iterator[str]:
    if len(evidence) != 1 or evidence[0].speaker == ASSISTANT:
        yield "the latest value is one line of the employee"


_KIND_RULES = {"paraphrase": _paraphrased, "time": _dated, "multi-hop": _joined, "speaker": _spoken_by_one, "latest-value": _current}


def _called(dialogue: Dialogue) -> set[str]:
    return {name.split()[0] if name in dialogue.names[:11] else name for name in dialogue.names[1:]}


def _same_week(one: datetime, other: datetime) -> bool:
    return one.isocalendar()[:2] == other.isocalendar()[:2]


def content(text: str) -> set[str]:
    """Roughly stemmed words of a text without those that every text has."""
    return {re.sub(r"(ing|ed|es|er|ly|s|e)$", "", word) for word in words(text) if word not in PLAIN}


def words(text: str) -> list[str]:
    """The words of a text in small letters."""
    return re.findall(r"[a-z0-9]+", text.lower().replace("'s", ""))


def found_by_overlap(one: Question, dialogue: Dialogue) -> float:
    """Share of the evidence among the ten earlier lines that share most words with the question, newest first at a tie."""
    asked = set(words(one.question))
    earlier = [line for line in dialogue.lines if line.time < one.time]
    ranked = sorted(earlier, key=lambda line: (len(asked & set(words(line.text))), line.time), reverse=True)
    return len(set(one.evidence) & {line.id for line in ranked[:10]}) / len(one.evidence)


def _shared_lines(scripts: list[Script]) -> set[str]:
    texts = [{turn.text for scenes in script.scenes.values() for scene in scenes for stage in scene.stages for turn in stage}
             for script in scripts]
    wordings = [{wording for text in half for wording in re.split(r"[<>|]", text) if len(wording.split()) >= 4} for half in texts]
    return (texts[0] & texts[1]) | (wordings[0] & wordings[1])


def main(arguments: list[str]) -> int:
    """Prints a table of both halves and one JSON object; 1 when a dialogue has a fault."""
    count = int(arguments[0]) if arguments else 10
    wrong = [f"both halves say: {text}" for text in sorted(_shared_lines([load(half) for half in HALVES]))]
    summary = {}
    for half in HALVES:
        made = list(dialogues(half, count))
        wrong += [fault for dialogue in made for fault in faults(dialogue)]
        found = [(one.kind, found_by_overlap(one, dialogue)) for dialogue in made for one in dialogue.questions]
        by_kind = {kind: round(statistics.mean(share for other, share in found if other == kind), 3) for kind in KINDS}
        overall = round(statistics.mean(share for _, share in found), 3)
        if overall > TRIVIAL:
            wrong.append(f"{half}: word overlap alone finds {overall} of the evidence")
        summary[half] = {"dialogues": count, "lines": sum(len(one.lines) for one in made), "questions": len(found),
                         "kinds": dict(Counter(kind for kind, _ in found)), "overlap_recall_at_10": overall, "by_kind": by_kind}
        print(half, *(f"{key}={value}" for key, value in summary[half].items()), sep="\n  ")
    print(*wrong, sep="\n")
    print(json.dumps(summary | {"faults": len(wrong)}))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
