"""What beat syncs when: by the plan of a linked account, that is how often Merge reads the app behind it. Pure.

Nothing is remembered here: what is due follows from the facts of the part, so a beat that was down, or two of them, do no harm.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from ingest.facts import Facts


@dataclass(frozen=True, slots=True)
class Plan:
    """How long after one run the next begins."""

    delta: timedelta
    full: timedelta                   # finds what no delta can: what went without a word, deletions that moved no time


PLANS: Mapping[str, Plan] = {
    "highest": Plan(timedelta(minutes=15), timedelta(days=1)),       # Merge reads the app as often as it can: some every 5 minutes
    "daily": Plan(timedelta(hours=1), timedelta(days=1)),            # once in 24 hours, webhooks in between where the app sends them
    "monthly": Plan(timedelta(hours=6), timedelta(days=7)),          # by hand, each time a credit; nearly always nothing is new
}


PARTIAL_PER_FULL = 4                  # tries in the time of one full run, while Merge's own copy is not whole


def due(facts: Facts, plan: Plan, now: datetime) -> str | None:
    """`full`, `delta`, or None: nothing yet. A run that failed, or is doubted, is tried again when the next delta would be due.

    One that found Merge's own copy not whole waits longer: it read everything, and that copy may stay so. A webhook tells where it is mended.
    """
    pause = plan.full / PARTIAL_PER_FULL if facts.partial else plan.delta
    if facts.run_started_at is not None and now - facts.run_started_at < pause:
        return None
    is_full = facts.doubt is not None or facts.last_full_at is None or now - facts.last_full_at >= plan.full
    return "full" if is_full else "delta"
