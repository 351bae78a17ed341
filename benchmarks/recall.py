"""How many of the lines that hold an answer are found again, side by side with other ways of finding them, in one run.

    python -m benchmarks.recall [--half open|sealed] [--count N] [--folder DIR] [--speed LINES]

The dialogues are those of benchmarks/dialogues, or the files of `--folder` in the form of `evergraph remember` (NAME.in.jsonl,
NAME.ask.jsonl, NAME.key.jsonl). The rivals: BM25 with Snowball stems, stop words, speaker and date in the line; reciprocal-rank fusion
(k = 60) of that BM25 with our scores; newest first; random. No vector leg is built in, so there is no cosine threshold to compare.
"""

import argparse
import json
import random
import re
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import product
from math import log
from pathlib import Path
from typing import Any

from nltk.stem.snowball import EnglishStemmer

from benchmarks.dialogues import dialogues
from memory.recall import Line, LineIndex, Question, recall

DEPTH = 20
BUDGETS = (350, 750, 1_000, 2_000)      # tokens, at four characters each
_STOP_TEXT = """a about after all an and any are as at be been but by can could d did do does for from had has have he her him his how i if in
    into is it its just ll m me my no not of on or our re s she should so t than that the their them then there they this to too up us ve was we
    were what when where which who whom why will with would you your"""
_STOP = frozenset(_STOP_TEXT.split())
_SYLLABLES = (("ba", "ko", "mi", "ru", "se", "ta", "vo", "zi"), ("den", "lor", "mar", "nel", "rik", "son", "tan"), ("a", "er", "in", "o", "um"))


@dataclass(frozen=True)
class Asked:
    """A question of a dialogue, and the ids of the lines that answer it."""

    id: str
    question: Question
    kind: str
    evidence: tuple[str, ...]


@dataclass(frozen=True)
class Dialogue:
    """A dialogue and what is asked of it."""

    lines: tuple[Line, ...]
    asked: tuple[Asked, ...]


Way = Callable[[LineIndex, Question], Sequence[str]]
Stemmer = EnglishStemmer()


class Bm25:
    """The strong baseline: stems, no stop words, speaker and date as words of the line."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._counts = [Counter(self._terms(f"{line.speaker} {line.time:%A %d %B %Y} {line.text}")) for line in lines]
        self._lengths = [sum(counts.values()) for counts in self._counts]
        self._mean = sum(self._lengths) / len(lines)
        self._in = Counter(term for counts in self._counts for term in counts)

    def ranked(self, question: Question) -> list[str]:
        """The ids of the lines up to the question, best first."""
        wanted = self._terms(question.text)
        scores = {line.id: self._score(n, wanted) for n, line in enumerate(self._lines) if line.time <= question.at}
        return sorted(scores, key=lambda each: -scores[each])

    def _score(self, number: int, wanted: Sequence[str], k: float = 1.5, b: float = 0.75) -> float:
        counts, norm = self._counts[number], k * (1 - b + b * self._lengths[number] / self._mean)
        return sum(log(1 + (len(self._lines) - self._in[term] + 0.5) / (self._in[term] + 0.5)) * counts[term] * (k + 1) / (counts[term] + norm)
                   for term in wanted if term in counts)

    def _terms(self, text: str) -> list[str]:
        return [Stemmer.stem(word) for word in re.findall(r"\w+", text.lower()) if word not in _STOP]


def ways(dialogue: Dialogue) -> Mapping[str, Callable[[Question], Sequence[str]]]:
    """Every way of finding lines again, by its name."""
    index, rival = LineIndex(dialogue.lines), Bm25(dialogue.lines)
    chance = random.Random(7)

    def ours(question: Question) -> list[str]:
        return [hit.line.id for hit in recall(index, question, 100)]

    def fused(question: Question) -> list[str]:
        points: dict[str, float] = defaultdict(float)
        for ranking in (rival.ranked(question)[:100], ours(question)):
            for rank, each in enumerate(ranking, 1):
                points[each] += 1 / (60 + rank)
        return sorted(points, key=lambda each: -points[each])

    def newest(question: Question) -> list[str]:
        return [line.id for line in reversed(dialogue.lines) if line.time <= question.at]

    def shuffled(question: Question) -> list[str]:
        return chance.sample(newest(question), len(newest(question)))

    return {"evergraph": ours, "BM25": rival.ranked, "rank fusion k=60": fused, "newest first": newest, "random": shuffled}


def measured(dialogue: Dialogue) -> dict[str, list[dict[str, Any]]]:
    """For every way, a row of figures for each question."""
    lengths = {line.id: -(-len(line.text) // 4) for line in dialogue.lines}
    return {name: [_row(one, find(one.question), lengths) for one in dialogue.asked] for name, find in ways(dialogue).items()}


def _row(one: Asked, found: Sequence[str], lengths: Mapping[str, int]) -> dict[str, Any]:
    wanted = set(one.evidence)
    rank = next((n for n, each in enumerate(found, 1) if each in wanted), None)
    row = {"kind": one.kind, "id": one.id, "mrr": 1 / rank if rank else 0.0, "all@10": float(wanted <= set(found[:10]))}
    row |= {f"R@{depth}": len(wanted & set(found[:depth])) / len(wanted) for depth in (5, 10, 20)}
    return row | {f"in {budget}": len(wanted & set(_within(found, lengths, budget))) / len(wanted) for budget in BUDGETS}


def _within(found: Sequence[str], lengths: Mapping[str, int], budget: int) -> list[str]:
    kept, left = list[str](), budget
    for each in found:
        left -= lengths[each]
        if left < 0:
            break
        kept.append(each)
    return kept


def surely_better(ours: Sequence[float], theirs: Sequence[float], rounds: int = 2_000) -> tuple[float, float]:
    """The 95 % interval of the mean difference, by paired bootstrap."""
    chance, gaps = random.Random(11), [a - b for a, b in zip(ours, theirs, strict=True)]
    means = sorted(statistics.fmean(chance.choices(gaps, k=len(gaps))) for _ in range(rounds))
    return means[int(0.025 * rounds)], means[int(0.975 * rounds)]


def read_folder(folder: Path) -> list[Dialogue]:
    """The dialogues of a folder of files."""
    return [_dialogue(*(_rows(folder / f"{file.name.removesuffix('.in.jsonl')}.{part}.jsonl") for part in ("in", "ask", "key")))
            for file in sorted(folder.glob("*.in.jsonl"))]


def _dialogue(lines: Sequence[Mapping[str, Any]], asked: Sequence[Mapping[str, Any]], keys: Sequence[Mapping[str, Any]]) -> Dialogue:
    known = {key["id"]: key for key in keys}
    return Dialogue(
        tuple(Line(row["id"], row["session"], row["speaker"], datetime.fromisoformat(row["time"]), row["text"]) for row in lines),
        tuple(Asked(row["id"], Question(row["question"], datetime.fromisoformat(row["time"])), known[row["id"]]["kind"],
                    tuple(known[row["id"]]["evidence"])) for row in asked))


def _rows(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines() if line.strip()]


def generated(half: str, count: int | None) -> list[Dialogue]:
    """The dialogues of benchmarks/dialogues."""
    made = dialogues(half, count) if count else dialogues(half)
    return [Dialogue(
        tuple(Line(line.id, line.session, line.speaker, line.time, line.text) for line in one.lines),
        tuple(Asked(each.id, Question(each.question, each.time), each.kind, tuple(each.evidence)) for each in one.questions)) for one in made]


def speed(chosen: Sequence[Dialogue], lines: int) -> dict[str, float]:
    """Milliseconds per question among so many lines: the dialogues again and again, each time other people and words in them."""
    chance, index, first = random.Random(3), LineIndex(), datetime(2020, 1, 1, tzinfo=UTC)
    names = ["".join(parts).title() for parts in product(*_SYLLABLES)]
    number = 0
    while number < lines:
        for one in chosen:
            swap, turn = {}, chance.random()
            for line in one.lines:
                text = re.sub(r"\b[A-Z]\w{3,}", lambda found, swap=swap: swap.setdefault(found[0], chance.choice(names)), line.text)
                index.add([Line(str(number), f"{line.session}-{turn}", line.speaker, first + timedelta(minutes=number), text)])
                number += 1
    questions = [each.question.text for one in chosen for each in one.asked]
    chance.shuffle(questions)
    now, taken = first + timedelta(minutes=number), list[float]()
    for text in questions[:300]:
        began = time.perf_counter()
        recall(index, Question(text, now))
        taken.append((time.perf_counter() - began) * 1_000)
    taken.sort()
    return {"lines": number, "p50_ms": round(statistics.median(taken), 2), "p95_ms": round(taken[int(0.95 * len(taken))], 2)}


def main() -> None:
    """Print a table of ways, one of kinds, and the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", default="open", choices=("open", "sealed"))
    parser.add_argument("--count", type=int, help="so many dialogues")
    parser.add_argument("--folder", type=Path, help="dialogues as files, instead of the generated ones")
    parser.add_argument("--speed", type=int, default=100_000, metavar="LINES", help="0: do not measure it")
    arguments = parser.parse_args()
    chosen = read_folder(arguments.folder) if arguments.folder else generated(arguments.half, arguments.count)
    rows: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for one in chosen:
        for name, found in measured(one).items():
            rows[name] += found
    columns = [*(f"R@{depth}" for depth in (5, 10, 20)), "all@10", "mrr", *(f"in {budget}" for budget in BUDGETS)]
    means = {name: {column: round(statistics.fmean(row[column] for row in found), 4) for column in columns} for name, found in rows.items()}
    print(f"{len(chosen)} dialogues, {sum(len(d.lines) for d in chosen)} lines, {len(rows['evergraph'])} questions")
    _print_table("way", columns, means)
    kinds = sorted({row["kind"] for row in rows["evergraph"]})
    by_kind = {name: {kind: round(statistics.fmean(row["R@10"] for row in found if row["kind"] == kind), 4) for kind in kinds}
               for name, found in rows.items()}
    print("\nR@10 by kind")
    _print_table("way", kinds, by_kind)
    low, high = surely_better([row["R@10"] for row in rows["evergraph"]], [row["R@10"] for row in rows["BM25"]])
    gain = means["evergraph"]["R@10"] - means["BM25"]["R@10"]
    print(f"\nR@10 over BM25: {gain:+.3f}, 95 % interval {low:+.3f} to {high:+.3f}; vectors: none built in")
    took = speed(chosen, arguments.speed) if arguments.speed else {}
    if took:
        print(f"{took['lines']} lines of one person: p50 {took['p50_ms']} ms, p95 {took['p95_ms']} ms")
    print(json.dumps({"half": arguments.half, "dialogues": len(chosen), "questions": len(rows["evergraph"]), "ways": means, "r10_by_kind": by_kind,
                      "r10_over_bm25": round(gain, 4), "interval": [round(low, 4), round(high, 4)], "speed": took}))


def _print_table(what: str, columns: Sequence[str], rows: Mapping[str, Mapping[str, float]]) -> None:
    print(f"{what:<18}" + "".join(f"{column:>12}" for column in columns))
    for name, row in rows.items():
        print(f"{name:<18}" + "".join(f"{row[column]:>12.3f}" for column in columns))


if __name__ == "__main__":
    main()
