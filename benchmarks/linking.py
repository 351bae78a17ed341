"""Names as people write them, settled on a company that nobody tuned for: how many rightly, how many asked about, how many wrongly.

    uv run python -m benchmarks.linking [--seed 1] [--errors]

Several hundred people and companies (`benchmarks/linking_company.py`) are served as Merge, projected into a Neo4j of their own, and each name
is resolved for an employee without any role: whole names and parts, nicknames, initials, slips, other spellings and legal forms, former
names, and names of strangers that are near to somebody's. A name that several bear is settled rightly when it is asked about and offers
all of them. Of strangers `right` is not found, and `asked` is offered as near; `taken` may not be. Prints a line per kind, with
`--errors` each that was not settled rightly; the last line is one JSON object.
"""

import argparse
import json
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from agent.understand.linking.mentions import Resolution
from benchmarks.linking_company import ASKER, Mention, cast, mentions
from tests.companies.common import write_records
from workers.evaluation.stage import staged
from workers.settings import read_settings

OUTCOMES = ("right", "asked", "other", "taken", "missed")


def main() -> None:
    """The command at the head of this file."""
    parser = argparse.ArgumentParser(description="How names are settled.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--errors", action="store_true", help="print what was not settled rightly")
    given = parser.parse_args()
    made = cast(given.seed)
    asked = mentions(made)
    with tempfile.TemporaryDirectory(prefix="linking-") as folder:
        write_records(made.company, Path(folder))
        judged, milliseconds = _resolved(Path(folder), asked)
    show(judged, given.errors)
    print(json.dumps({"benchmark": "linking", "seed": given.seed, "ms_p50": milliseconds, **figures(judged)}))


Judged = Sequence[tuple[Mention, str, Resolution]]


def _resolved(folder: Path, asked: Sequence[Mention]) -> tuple[Judged, float]:
    """Each mention with what became of it; and the middle of the milliseconds that one took."""
    with staged(folder, read_settings(), lambda text: print(text, file=sys.stderr)) as stage:
        judged, took = [], []
        for one in asked:
            begun = time.perf_counter()
            found = stage.assistant.resolve(ASKER, one.text)
            took.append((time.perf_counter() - begun) * 1000)
            judged.append((one, outcome(one, found), found))
        return judged, round(sorted(took)[len(took) // 2], 1)


def outcome(one: Mention, found: Resolution) -> str:
    """right, asked (about what one thing bears, or near a stranger), other, taken (of a stranger), missed."""
    offered = [frozenset(c.merge_id for c in thing) for thing in found.things]
    if not one.meant:
        return {"one": "taken", "choice": "asked", "none": "right"}[found.decision]
    if found.decision == "one":
        return "right" if len(one.meant) == 1 and offered[0] & one.meant else "other"
    if found.decision == "none" or not any(ids & one.meant for ids in offered):
        return "missed"
    return "right" if len(one.meant) > 1 and all(any(i in ids for ids in offered) for i in one.meant) else "asked"


def figures(judged: Judged) -> dict[str, Any]:
    """Shares over all names, and of strangers; and the counts by kind."""
    table: dict[str, Counter[str]] = defaultdict(Counter)
    for one, came_to, _ in judged:
        table[one.kind][came_to] += 1
    ours = sum((c for kind, c in table.items() if not kind.startswith("stranger")), Counter[str]())
    strange = sum((c for kind, c in table.items() if kind.startswith("stranger")), Counter[str]())
    return {
        "names": ours.total(), "right": _share(ours["right"], ours), "asked": _share(ours["asked"], ours), "other": _share(ours["other"], ours),
        "missed": _share(ours["missed"], ours), "strangers": strange.total(), "strangers_taken": _share(strange["taken"], strange),
        "wrong_together": round((ours["other"] + strange["taken"]) / (ours.total() + strange.total()), 4),
        "kinds": {kind: dict(count) for kind, count in table.items()},
    }


def _share(number: int, of: Counter[str]) -> float:
    return round(number / max(1, of.total()), 4)


def show(judged: Judged, with_errors: bool) -> None:
    """The table, and with it each name that was not settled rightly."""
    found = figures(judged)
    print(f"  {'kind':<32} {'names':>6} " + " ".join(f"{each:>6}" for each in OUTCOMES))
    kinds: Mapping[str, Mapping[str, int]] = found["kinds"]
    for kind, count in kinds.items():
        print(f"  {kind:<32} {sum(count.values()):>6} " + " ".join(f"{count.get(each, 0):>6}" for each in OUTCOMES))
    print(f"\n  of {found['names']} names settled rightly {found['right']:.1%}, asked about {found['asked']:.1%}, "
          f"another taken {found['other']:.1%}, not found {found['missed']:.1%};\n"
          f"  of {found['strangers']} strangers taken {found['strangers_taken']:.1%}; wrong together {found['wrong_together']:.1%}")
    for one, came_to, resolution in judged if with_errors else ():
        if came_to != "right":
            told = ", ".join(f"{thing[0].name} ({thing[0].how} {thing[0].score})" for thing in resolution.things[:4])
            print(f"  {came_to:<6} {one.kind}: {one.text} -> {told or 'nothing'}")


if __name__ == "__main__":
    main()
