"""The demo company: Fennimore Lighting, made anew at first start, never kept as data.

`write_company` writes an evaluation folder with seven apps, later changes and questions with known answers; `DEMO_PERSON`
is the e-mail address of the person a newcomer plays, `SLUG` the tenant.
"""

from ingest.demo.build import SLUG, write_company
from ingest.demo.people import DEMO_PERSON

__all__ = ["DEMO_PERSON", "SLUG", "write_company"]
