"""How many generated slips of the catalogue's words are repaired, and how many wrongly.

    python -m benchmarks.typos [--each 20]
"""

import argparse
import json
import time
from collections import Counter

import simplemma

from agent.understand.grammar.typos import repair
from tests.unit.agent.slips import slips, spoken_words


def main() -> None:
    """Print a line for slips of one edit in words of five letters or more, and one for two edits from eight letters."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--each", type=int, default=20, help="slips of each word")
    each = arguments.parse_args().each
    words = spoken_words()
    results = {}
    print(f"{'edits':>5} {'slips':>6} {'right':>6} {'unsure':>6} {'English':>7} {'form':>5} {'wrong':>5} {'ms each':>7}")
    for edits, shortest in ((1, 5), (2, 8)):
        generated = list(slips(words, edits, shortest, each))
        start = time.perf_counter()
        found = [repair(wrong, words) for _, wrong in generated]
        milliseconds = (time.perf_counter() - start) * 1000 / len(generated)
        counts = Counter(outcome(word, wrong, meant) for (word, wrong), meant in zip(generated, found, strict=True))
        shown = [counts[o] for o in ("right", "unsure", "english", "form", "wrong")]
        print(f"{edits:>5} {len(generated):>6} {shown[0]:>6} {shown[1]:>6} {shown[2]:>7} {shown[3]:>5} {shown[4]:>5} {milliseconds:>7.2f}")
        results[f"edits_{edits}"] = {"slips": len(generated), **counts, "ms_each": round(milliseconds, 3)}
    print(json.dumps(results))


def outcome(word: str, wrong: str, meant: tuple[str, ...]) -> str:
    """What became of a slip. form: another form of the word ("receive" for "received")."""
    if not meant:
        return "english" if simplemma.is_known(wrong, lang="en") else "unsure"
    if meant[0] == word:
        return "right"
    return "form" if meant[0][:6] == word[:6] or meant[0].rstrip("s") == word.rstrip("s") else "wrong"


if __name__ == "__main__":
    main()
