"""The editor of settings beside the company's people as HR lists them now: what a preview and the question "who may see what" need."""

from collections.abc import Callable
from typing import Protocol

from agent.access.rights import People
from agent.dialogue.ports import KnowsPeople
from agent.errors import Declined
from agent.policy.decision import Subject, Viewer
from ingest.company import Company
from kg.errors import BadInput, NotConnected
from workers import tasks
from workers.tenants.linking import HoldsTenants, Links
from workers.tenants.sentences import Sentence
from workers.tenants.settings_editor import Preview, SettingsEditor

UNCOUNTED = "HR could not be read just now, so what this opens, and to whom, is not counted: {why}"


class HoldsPeople(HoldsTenants, Protocol):
    """The same with whoever knows a tenant's people."""

    def assistant(self, slug: str) -> KnowsPeople: ...


class TenantAdministration:
    """Settings, linking and previews for operators, with effects counted over the people that HR lists."""

    def __init__(self, here: HoldsPeople, read: Callable[[str, str, str], object] | None = None) -> None:
        """`read` has a newly linked account's records read; without it, the workers do."""
        self._here = here
        self.editor = SettingsEditor(here.settings, here.tenants)
        self.links = Links(here, read or _read)

    def people(self, slug: str, by: str) -> People:
        """Everybody as HR lists them now. Raises BadInput for an unknown tenant, Declined, NotConnected."""
        return self._here.assistant(slug).people(by)

    def preview(self, slug: str, text: str, by: str, where: str = "the settings") -> Preview:
        """As `SettingsEditor.preview`; where HR cannot be read it says so, and tells the rest."""
        try:
            people = self.people(slug, by)
        except (Declined, NotConnected) as error:
            told = self.editor.preview(slug, text, People(), where)
            return Preview(told.told, told.effects, (*told.warnings, Sentence(UNCOUNTED, why=str(error))), told.version)
        return self.editor.preview(slug, text, people, where)


def _read(slug: str, mode: str, account: str) -> None:
    tasks.start_sync(slug, mode, account)


def viewer_and_subject(company: Company, people: People, person: str, whom: str) -> tuple[Viewer, Subject]:
    """Who asks and of whom, by their addresses, as the policy takes them. Raises BadInput for somebody whom the company or HR does not know."""
    asking = company.person(person)
    if asking is None:
        raise BadInput(f"{person} is nobody whom {company.name} lets ask. Write the address of one of its people.")
    found = people.at(whom)
    if found is None:
        raise BadInput(f"HR lists no single active employee with the address {whom}. Write another work address.")
    return people.viewer(asking), found.subject
