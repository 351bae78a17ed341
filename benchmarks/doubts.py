"""What the checks of a model's plan notice: the recorded plans of the evaluation companies as they are, and each with one mistake at a time.

    uv run python -m benchmarks.doubts [--without-servers]

With servers it plays the recordings of `tests/companies/recorded` against a stage of its own; without, it holds the plans against their messages
alone, in a minute (see `benchmarks/recorded_plans.py`). Prints how many mistakes of each kind are noticed and by which step, what is doubted of the
plans that are right, both for messages in other languages without their English and with it, the weights for `agent/understand/verify/weighing.toml`,
coverage, wrong and asked back at every threshold, what each caution makes of right and wrong plans, and the same for each company with weights that
were measured without it. Of a second plan of the model it is supposed that it is the recorded one.
"""

import json
import math
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any, get_args

import agent.understand.reading
from agent.catalogue import Catalogue, catalogue
from agent.llm.opening import load
from agent.llm.port import Caution
from agent.plan.periods import Calendar
from agent.question.dialogue import Listing
from agent.understand.model import planner, shape
from agent.understand.model.acts import Act, decode, goals_of
from agent.understand.model.surroundings import Surroundings
from agent.understand.verify import Kind, Signal
from agent.understand.verify.agreement import are_same
from agent.understand.verify.weighing import Weights, asks_again, chance_of_wrong, weigh, weights_in_use, with_sample
from benchmarks.mistakes import Pool, mistakes
from benchmarks.recorded_plans import Recorded, plans_of
from tests.companies.birchwood import make as birchwood
from tests.companies.brackenfold import make as brackenfold
from tests.companies.nortada import make as nortada
from tests.companies.recorded import recorded
from tests.companies.seeblick import make as seeblick
from tests.companies.tideway import make as tideway
from tests.model_server import KEY, model_server
from workers.evaluation import evaluate
from workers.settings import make_settings, read_settings

COMPANIES = (birchwood, brackenfold, nortada, seeblick, tideway)
WITHOUT_SERVERS = "--without-servers"
HARDLY_ANY = 0.01                       # added to each share, so that what was never seen has a weight
NO_DAY = Calendar(date.min)              # before all periods: a mistake in how far one goes is a mistake
READINGS: tuple[Signal, ...] = ("same reading", "other reading")
Signals = frozenset[Signal]


@dataclass
class Seen:
    """What was found: of right plans, and by kind of mistake; `undecodable`: mistakes that are no plan at all."""

    right: list[Signals] = field(default_factory=list)
    wrong: dict[str, list[Signals]] = field(default_factory=lambda: defaultdict(list))
    undecodable: Counter[str] = field(default_factory=Counter)

    @classmethod
    def of(cls, several: Sequence["Seen"]) -> "Seen":
        """All of several companies."""
        whole = cls()
        for each in several:
            whole.right += each.right
            whole.undecodable += each.undecodable
            for kind, found in each.wrong.items():
                whole.wrong[kind] += found
        return whole

    @property
    def mistaken(self) -> list[Signals]:
        """What was found of all mistaken plans."""
        return [signals for found in self.wrong.values() for signals in found]


def watching(seen: Seen, pool: Pool) -> type[planner.Reader]:
    """A reader that looks at each plan, and at each mistake in it, before it hands the plan on as it is."""

    class Watching(planner.Reader):
        def read(self, around: Surroundings, check: planner.Check) -> planner.Planned | None:
            found = super().read(around, check)
            if found is not None and goals_of(found.acts):
                look(self, seen, pool, around, found, check)
            return found

    return Watching


def look(  # one plan, as it was read, and its checks
    reader: planner.Reader, seen: Seen, pool: Pool, around: Surroundings, found: planner.Planned, check: planner.Check,
) -> None:
    """Counts what is found of a plan, and of the same plan with each mistake."""
    seen.right.append(check(found.said, found.acts, ()).signals)
    def check_signals(said: shape.Message, acts: tuple[Act, ...]) -> Signals:
        return check(said, acts, ()).signals

    count_mistakes(reader.catalogue, seen, pool, found.said, check_signals, around.listed)


def count_mistakes(  # the plan, its checks, and the rows that it may point at
    known: Catalogue, seen: Seen, pool: Pool, plan: shape.Message, check: Callable[[shape.Message, tuple[Act, ...]], Signals],
    listed: Sequence[Listing] = (),
) -> None:
    """Counts what is found of a plan with each mistake."""
    goals = goals_of(decode(known, plan, listed)[0])
    for kind, made in mistakes(plan.model_dump(by_alias=True, exclude_defaults=True, mode="json"), pool):
        said = shape.Message.model_validate(made)
        acts, faults = decode(known, said, listed)
        if faults:
            seen.undecodable[kind] += 1
        elif not are_same(known, NO_DAY, goals_of(acts), goals):
            seen.wrong[kind].append(check(said, acts))


def held(plans: Iterable[Recorded], pool: Pool) -> Seen:
    """Recorded plans by the checks that need no server."""
    seen = Seen()
    for plan in plans:
        seen.right.append(plan.check(plan.said, decode(plan.catalogue, plan.said)[0]))
        count_mistakes(plan.catalogue, seen, pool, plan.said, plan.check)
    return seen


def play(company: Any, pool: Pool) -> Seen:
    """Every recorded conversation of a company."""
    seen = Seen()
    agent.understand.reading.Reader = watching(seen, pool)      # type: ignore[misc]
    with tempfile.TemporaryDirectory(prefix="evergraph-doubts-") as scratch, model_server() as server:
        folder, model = Path(scratch) / "folder", recorded(str(company.ABOUT["tenant"]))
        company.write(folder)
        (folder / "recorded.jsonl").write_text("\n".join(map(json.dumps, model.asked_in(folder))), "utf-8")
        server.otherwise = model
        settings = make_settings(**read_settings().model_dump() | {
            "home": Path(scratch) / "home", "openai_base_url": server.url, "openai_api_key": KEY, "model": "recorded", "planner": "both"})
        evaluate(folder, Path(scratch) / "answers.jsonl", settings=settings, questions="recorded.jsonl")
    return seen


def weights(seen: Seen) -> Mapping[str, float]:
    """Log odds of a mistake by signal, and by none; every kind of mistake weighs alike."""
    def weight(holds: Callable[[Signals], bool]) -> float:
        wrong = sum(sum(map(holds, each)) / len(each) for each in seen.wrong.values()) / len(seen.wrong)
        right = (sum(map(holds, seen.right)) + 1) / (len(seen.right) + 2)
        return round(math.log((wrong + HARDLY_ANY) / right), 2)

    of_each = {name: weight(lambda signals, name=name: name in signals) for name in (*get_args(Kind), *READINGS)}     # type: ignore[misc]
    return {"none": weight(lambda signals: not signals)} | of_each


def sampled(signals: Signals, sample: Signal, caution: Caution, by: Weights) -> Signals:
    """With what a second plan says, where one is asked for."""
    return with_sample(signals, frozenset({sample}), caution, by) if asks_again(signals, caution, by) else signals


def shares(plans: Sequence[Signals], sample: Signal | None, caution: Caution, by: Weights) -> str:
    """What is done with plans, in percent. `sample`: what a second plan says of them; None where there is none."""
    told = [sampled(each, sample, caution, by) if sample else each for each in plans]
    done = Counter(weigh(each, caution, by) for each in told)
    return ", ".join(f"{what} {100 * done[what] / max(len(plans), 1):.1f} %" for what in ("answer", "say", "ask"))


def outcome(seen: Seen, by: Weights, cautions: Sequence[Caution]) -> Iterator[str]:
    """What each caution makes of right plans and mistaken ones, without and with a second plan."""
    for caution in cautions:
        again = sum(asks_again(each, caution, by) for each in seen.right)
        yield f"\nEVERGRAPH_CAUTION={caution}: a second plan is asked for of {100 * again / len(seen.right):.1f} % of the right plans"
        for what, plans, sample in (("right plans", seen.right, "same sample"), ("with a mistake", seen.mistaken, "other sample")):
            yield f"  {what}: without it {shares(plans, None, caution, by)}; with it {shares(plans, sample, caution, by)}"


def by_english(pool: Pool) -> Iterator[str]:
    """What is noticed in plans for messages in other languages, without what the model writes of them in English and with it."""
    foreign = [plan for company in COMPANIES for plan in plans_of(company) if plan.said.english]
    bare = [replace(plan, said=plan.said.model_copy(update={"english": ""})) for plan in foreign]
    for what, plans in (("without their English", bare), ("with it", foreign)):
        seen = held(plans, pool)
        made, silent = len(seen.mistaken) + seen.undecodable.total(), sum(not each for each in seen.mistaken)
        doubted = f"{sum(map(bool, seen.right))} of {len(plans)} right plans doubted"
        yield f"messages in other languages, {what}: {doubted}, {silent} of {made} mistakes silent"


def thresholds(seen: Seen, by: Weights) -> Iterator[str]:
    """What is done with right plans and mistaken ones, for each probability from which one asks, at normal caution and without a second plan."""
    scores = [[chance_of_wrong(each, "normal", by) for each in plans] for plans in (seen.right, seen.mistaken)]
    yield f"\n{'asked from':>10} {'coverage':>9} {'asked back':>11} {'wrong answered':>15}   percent: of right plans, the same, of mistaken ones"
    for limit in sorted({round(score, 2) for each in scores for score in each} | {by.say, by.ask}):
        right, wrong = (100 * sum(score < limit for score in each) / max(len(each), 1) for each in scores)
        mark = "  say" if limit == by.say else "  ask" if limit == by.ask else ""
        yield f"{limit:10.2f} {right:9.1f} {100 - right:11.1f} {wrong:15.1f}{mark}"


def by_kind(seen: Seen) -> Iterator[str]:
    """How many mistakes of each kind are noticed, and by which step."""
    yield f"\n{'mistake':22} {'plans':>6} {'noticed':>8} {'silent':>7}  by"
    for kind in sorted({*seen.wrong, *seen.undecodable}):
        found, faulty = seen.wrong.get(kind, []), seen.undecodable[kind]
        by = Counter(each for signals in found for each in signals)
        noticed = faulty + sum(map(bool, found))
        yield f"{kind:22} {faulty + len(found):6} {noticed:8} {faulty + len(found) - noticed:7}  {dict(by) | {'decoder': faulty}}"
    silent, total = sum(not each for each in seen.mistaken), len(seen.mistaken) + seen.undecodable.total()
    yield f"{'all':22} {total:6} {total - silent:8} {silent:7}  {dict(Counter(each for signals in seen.mistaken for each in signals))}"


def held_out(by_company: Mapping[str, Seen]) -> Iterator[str]:
    """Each company by weights that were measured on the others."""
    for name, seen in by_company.items():
        others = weights(Seen.of([each for other, each in by_company.items() if other != name]))
        yield f"\nheld out: {name}, {len(seen.right)} right plans and {len(seen.mistaken)} with a mistake, by weights of the others"
        yield from outcome(seen, replace(weights_in_use(), weights={**weights_in_use().weights, **others}), ("normal",))


def main() -> None:
    """The command at the head of this file."""
    load()
    plans = [json.loads(text) for company in COMPANIES for text in recorded(str(company.ABOUT["tenant"])).said.values() if text.startswith("{")]
    pool = Pool.of(catalogue(), plans)
    is_alone = WITHOUT_SERVERS in sys.argv[1:]
    by_company = {str(company.ABOUT["tenant"]): held(plans_of(company), pool) if is_alone else play(company, pool) for company in COMPANIES}
    seen = Seen.of(list(by_company.values()))
    found = Counter(each for signals in seen.right for each in signals)
    print(f"{len(seen.right)} right plans, {sum(bool(each - {'same reading'}) for each in seen.right)} of them doubted: {dict(found)}")
    print("\n".join((*by_kind(seen), *by_english(pool))))
    print("\n[weights]\n" + "\n".join(f"{json.dumps(name)} = {weight}" for name, weight in weights(seen).items()))
    print("\n".join(thresholds(seen, weights_in_use())))
    print("\n".join((*outcome(seen, weights_in_use(), get_args(Caution)), *held_out(by_company))))


if __name__ == "__main__":
    main()
