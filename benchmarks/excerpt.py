"""How much of the catalogue a planning model is shown: tokens of the excerpt for each question of evaluation folders, as budgets estimate them.

    python -m benchmarks.excerpt FOLDER…

Names are those of the folders' questions that no graph knows here: an excerpt with candidates is no longer, for the budget cuts it all the same.
"""

import json
import sys
from datetime import date
from pathlib import Path

from agent.catalogue.house import house
from agent.llm.budget import estimated
from agent.periods import Calendar
from agent.react.excerpt import BUDGET, Sight, excerpt
from agent.react.quotes import Quotes
from agent.rules.evidence import Known
from ingest.company import read_company

LIMIT = 3000


def sizes(folder: Path) -> list[int]:
    """Tokens of the excerpt for the first turn of every conversation, for somebody who may see everything that is connected."""
    company = read_company(folder)
    known = house(company)
    linked = {account.category for account in company.linked_accounts}
    sight = Sight(frozenset(m.id for m in known.models.values() if m.category in linked), frozenset())
    around = Known({}, Calendar(date(2026, 11, 20)), (company.name, company.domain))
    asked = [json.loads(line)["turns"][0]["ask"] for line in (folder / "questions.jsonl").read_text("utf-8").splitlines() if line.strip()]
    return [estimated(excerpt(Quotes(known, question, around), sight)) for question in asked]


def main(folders: list[str]) -> None:
    """Print the distribution, and one JSON object as the last line."""
    found = sorted(size for folder in folders for size in sizes(Path(folder)))
    figures = {
        "questions": len(found), "budget": BUDGET, "p50": found[len(found) // 2], "p95": found[int(len(found) * 0.95)], "most": found[-1],
        "share_within_limit": sum(size <= LIMIT for size in found) / len(found),
    }
    for name, figure in figures.items():
        print(f"{name:<20} {figure}")
    print(json.dumps(figures))


if __name__ == "__main__":
    main(sys.argv[1:])
