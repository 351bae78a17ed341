"""axe-core on a page of ours: what keeps people out of it, serious or critical, in the colours of the day and of the night."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

_IMPACTS = ("minor", "moderate", "serious", "critical")
_SCHEMES = ("light", "dark")


def findings(page: Page, least: str = "serious") -> list[str]:
    """Every finding of at least that impact on the page as it is, in light and in dark, a line each: the rule, the first place where it is broken."""
    found = []
    for scheme in _SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for one in Axe().run(page).response["violations"]:
            if one["impact"] in _IMPACTS[_IMPACTS.index(least):]:
                node = one["nodes"][0]
                found.append(f"{page.url} {scheme}: {one['id']}: {node['html'][:200]}: {node['failureSummary'][-300:]}")
    return found
