"""`evergraph memory`: what a person's conversations were about, as the memory stream has it."""

import json
import sys
from dataclasses import asdict
from datetime import date

from memory.entities import Remembered, has_shifted, remembered, themes
from memory.stream import ASSISTANT, PERSON, named
from ui.actions.remembered import insights_of
from ui.cli.history import print_table
from ui.sign_in.access import asker
from workers.settings import clock_of
from workers.tasks.memory_stream import remember
from workers.wiring import open_installation

_MOST = 20


def show(person: str, tenant: str | None, by_assistant: bool, *, as_json: bool) -> int:
    """Shows the person's entities by rank, brought up to what was said just now, and the themes. Raises BadInput, GraphUnavailable."""
    here = open_installation()
    try:
        who = asker(here.tenants, person, tenant)
        now = clock_of(here.settings, here.tenants.get(who.tenant).company)()
        remember(here, who.tenant)
        stream = named(here.graph, who.tenant, who.email, ASSISTANT if by_assistant else PERSON)
        insights = () if by_assistant else insights_of(here, who)
    finally:
        here.close()
    entities, kinds = remembered(stream, now), themes(stream, now)
    if as_json:
        data = {"entities": [asdict(one) for one in entities], "themes": [asdict(one) | {"is_recurring": one.is_recurring} for one in kinds],
                "has_shifted": has_shifted(stream, now), "insights": [asdict(one) for one in insights]}
        sys.stdout.write(json.dumps(data, ensure_ascii=False, default=date.isoformat) + "\n")
        return 0
    print_table(("rank", "name", "what", "times", "last", "rank before", "weeks"), [_row(one) for one in entities[:_MOST]])
    for theme in (each for each in kinds if each.is_recurring):
        sys.stdout.write(f"{theme.model}: {theme.count} times in {theme.weeks} weeks, {theme.share:.0%} of late, {theme.share_before:.0%} before\n")
    if has_shifted(stream, now):
        sys.stdout.write("Of late the conversations are about other things than before.\n")
    for insight in insights:
        cited = "".join(f"  {line.time:%Y-%m-%d %H:%M}  {line.text}\n" for line in insight.lines)
        sys.stdout.write(f"{insight.text}\n{cited}")
    return 0


def _row(one: Remembered) -> tuple[str, ...]:
    weeks = ", ".join(f"{monday:%d %b}: {count}" for monday, count in one.timeline[-4:])
    return (str(one.rank), one.name or "(without a name)", one.model, str(one.count), f"{one.last:%Y-%m-%d %H:%M}", str(one.before or ""), weeks)
