"""What the checks of a model's plan notice: the recorded plans of the evaluation companies as they are, and each with one mistake at a time.

    uv run python benchmarks/doubts.py

Plays the recordings of `tests/companies/recorded` against a stage of its own. Prints how many mistakes of each kind are noticed and by which check,
what is doubted of the plans that are right, the weights for `agent/understand/decision.toml`, and what each caution makes of right and wrong plans.
"""

import json
import math
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

import agent.understand.reading
from agent.llm.opening import load
from agent.llm.port import Caution
from agent.understand.decision import decide
from agent.understand.model import planner, shape
from agent.understand.model.acts import decode
from agent.understand.model.surroundings import Surroundings
from agent.understand.verify import Kind
from benchmarks.mistakes import Pool, mistakes
from tests.companies.birchwood import make as birchwood
from tests.companies.recorded import recorded
from tests.companies.seeblick import make as seeblick
from tests.companies.tideway import make as tideway
from tests.model_server import KEY, model_server
from workers.evaluation import evaluate
from workers.settings import make_settings, read_settings

COMPANIES = (birchwood, seeblick, tideway)
HARDLY_ANY = 0.01                       # added to each share, so that what was never seen has a weight
Kinds = frozenset[Kind]


@dataclass
class Seen:
    """What was doubted: of right plans, and by kind of mistake; `undecodable`: mistakes that are no plan at all."""

    pool: Pool
    right: list[Kinds] = field(default_factory=list)
    wrong: dict[str, list[Kinds]] = field(default_factory=lambda: defaultdict(list))
    undecodable: Counter[str] = field(default_factory=Counter)


def watching(seen: Seen) -> type[planner.Reader]:
    """A reader that looks at each plan, and at each mistake in it, before it hands the plan on as it is."""

    class Watching(planner.Reader):
        def read(self, around: Surroundings, check: planner.Check) -> planner.Planned | None:
            found = super().read(around, check)
            if found is not None:
                look(self, seen, found, check)
            return found

    return Watching


def look(reader: planner.Reader, seen: Seen, found: planner.Planned, check: planner.Check) -> None:
    """Counts what is doubted of a plan, and of the same plan with each mistake."""
    own = frozenset(doubt.kind for doubt in check(found.said, found.acts))
    seen.right.append(own)
    for kind, made in mistakes(found.said.model_dump(by_alias=True, exclude_defaults=True, mode="json"), seen.pool):
        said = shape.Message.model_validate(made)
        acts, faults = decode(reader.catalogue, said)
        if faults:
            seen.undecodable[kind] += 1
        elif acts != found.acts:
            seen.wrong[kind].append(own | frozenset(doubt.kind for doubt in check(said, acts)))


def play(company: Any, seen: Seen) -> None:
    """Every recorded conversation of a company."""
    with tempfile.TemporaryDirectory(prefix="evergraph-doubts-") as scratch, model_server() as server:
        folder, model = Path(scratch) / "folder", recorded(str(company.ABOUT["tenant"]))
        company.write(folder)
        (folder / "recorded.jsonl").write_text("\n".join(map(json.dumps, model.asked_in(folder))), "utf-8")
        server.otherwise = model
        settings = make_settings(**read_settings().model_dump() | {
            "home": Path(scratch) / "home", "openai_base_url": server.url, "openai_api_key": KEY, "model": "recorded", "planner": "model"})
        evaluate(folder, Path(scratch) / "answers.jsonl", settings=settings, questions="recorded.jsonl")


def weights(seen: Seen) -> Mapping[str, float]:
    """Log odds of a mistake by kind of doubt, and by none; every kind of mistake weighs alike."""
    def weight(holds: Callable[[Kinds], bool]) -> float:
        wrong = sum(sum(map(holds, each)) / len(each) for each in seen.wrong.values()) / len(seen.wrong)
        right = (sum(map(holds, seen.right)) + 1) / (len(seen.right) + 2)
        return round(math.log((wrong + HARDLY_ANY) / right), 2)

    return {"none": weight(lambda kinds: not kinds)} | {kind: weight(lambda kinds, kind=kind: kind in kinds) for kind in get_args(Kind)}   # type: ignore[misc]


def shares(plans: Sequence[Kinds], caution: Caution) -> str:
    """What is done with plans, in percent."""
    done = Counter(decide(sorted(kinds), caution) for kinds in plans)
    return ", ".join(f"{what} {100 * done[what] / len(plans):.1f} %" for what in ("answer", "say", "ask"))


def main() -> None:
    """The command at the head of this file."""
    load()
    plans = [json.loads(text) for company in COMPANIES for text in recorded(str(company.ABOUT["tenant"])).said.values() if text.startswith("{")]
    seen = Seen(Pool.of(plans))
    agent.understand.reading.Reader = watching(seen)      # type: ignore[misc]
    for company in COMPANIES:
        play(company, seen)
    print(f"{len(seen.right)} right plans, {sum(map(bool, seen.right))} of them doubted: {dict(Counter(k for each in seen.right for k in each))}")
    print(f"\n{'mistake':20} {'plans':>6} {'noticed':>8}  by")
    for kind, found in seen.wrong.items():
        noticed, by = seen.undecodable[kind] + sum(map(bool, found)), Counter(each for kinds in found for each in kinds)
        print(f"{kind:20} {seen.undecodable[kind] + len(found):6} {noticed:8}  {dict(by) | {'decoder': seen.undecodable[kind]}}")
    wrong = [kinds for found in seen.wrong.values() for kinds in found]
    total = len(wrong) + seen.undecodable.total()
    print(f"{'all':20} {total:6} {total - sum(not kinds for kinds in wrong):8}")
    print("\n[weights]\n" + "\n".join(f"{json.dumps(kind)} = {weight}" for kind, weight in weights(seen).items()))
    for caution in get_args(Caution):
        print(f"\nEVERGRAPH_CAUTION={caution}: right plans: {shares(seen.right, caution)}; with a mistake: {shares(wrong, caution)}")


if __name__ == "__main__":
    main()
