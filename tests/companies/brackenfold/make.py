"""Brackenfold, a wholesaler of seed and young plants in four countries: a company and questions as its people type them, by an author who had seen
nothing of the product.

The folder is data, as it was written for one measurement on unseen wordings, without five conversations whose expectations can be argued with or
whose first plan was mistaken; what a strong model said to it is in `tests/companies/recorded`.
"""

import json
import shutil
from pathlib import Path

from tests.companies.common import Row

FOLDER = Path(__file__).with_name("folder")
ABOUT: Row = json.loads((FOLDER / "company.json").read_text("utf-8"))


def write(folder: Path) -> None:
    """Write the folder."""
    shutil.copytree(FOLDER, folder, dirs_exist_ok=True)
