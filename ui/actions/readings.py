"""Learned readings for people and operators: shown with what they mean, taken back, offered, approved, written, as a file."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from agent.catalogue import Catalogue
from agent.catalogue.house import house
from agent.plan.periods import Calendar
from agent.understand.learned.editing import as_file, example_of, faults_of, of_file, written
from ingest.company import Company
from kg.errors import BadInput
from memory.readings import Change, Decision, KeptReading, Readings
from ui.sign_in.access import Asker, Tenants


@dataclass(frozen=True, slots=True)
class ReadingView:
    """A reading, an example of what it asks for in plain words, and why it is not used though it holds; "" where it is."""

    kept: KeptReading
    says: str
    faults: str = ""


class ReadingEditor:
    """The learned readings of an installation. Who is an operator is looked at by whoever calls."""

    def __init__(self, readings: Readings, tenants: Tenants, now: Callable[[str], datetime]) -> None:
        """`now`: a tenant's moment. No I/O."""
        self._readings, self._tenants, self._now = readings, tenants, now

    def of(self, who: Asker) -> tuple[ReadingView, ...]:
        """A person's own, revoked ones too, and those of the company that hold for them, their own that were approved among these.

        Raises HistoryUnavailable.
        """
        approved = {kept.reading.id: kept for kept in self._readings.shared(who.tenant) if kept.state == "approved"}
        own = [approved.get(kept.reading.id, kept) if kept.state == "own" else kept for kept in self._readings.of(who.tenant, who.email)]
        common = (kept for kept in self._readings.effective(who.tenant, who.email) if kept.is_shared)
        return self._shown(who, (*own, *common))

    def change(self, who: Asker, reading: str, kind: Change) -> None:
        """Take one of the person's back, bring it back, offer it to the company. Raises BadInput, HistoryUnavailable."""
        self._readings.change(who.tenant, who.email, reading, kind, self._now(who.tenant))

    def shared(self, who: Asker) -> tuple[ReadingView, ...]:
        """All that was put to the company, revoked ones too, the last first. Raises HistoryUnavailable."""
        return self._shown(who, self._readings.shared(who.tenant))

    def decide(self, who: Asker, reading: str, decision: Decision) -> None:
        """An operator's word. Raises BadInput, also for approving one whose plan does not decode; HistoryUnavailable."""
        faults = next((one.faults for one in self.shared(who) if one.kept.reading.id == reading), "")
        if decision == "approved" and faults:
            raise BadInput(f"Its plan cannot be used. {faults}")
        self._readings.decide(who.tenant, reading, decision, who.email, self._now(who.tenant))

    def write(self, who: Asker, words: str, plan: str, instead_of: str = "") -> None:
        """One that an operator wrote, which holds at once, in place of another one where that is named. Raises BadInput, HistoryUnavailable."""
        made = written(self._catalogue(who), words, plan, self._calendar(who), (who.email, self._now(who.tenant)))
        if instead_of and instead_of != made.id:
            self.decide(who, instead_of, "revoked")
        self._readings.write(who.tenant, made)

    def export(self, who: Asker) -> str:
        """The company's approved ones as a file. Raises HistoryUnavailable."""
        return as_file([kept for kept in self._readings.shared(who.tenant) if kept.state == "approved"])

    def take_in(self, who: Asker, text: str) -> int:
        """The readings of a file hold for the company; how many they are. Raises BadInput for a file of which any is wrong; HistoryUnavailable."""
        made = of_file(self._catalogue(who), text, self._calendar(who), (who.email, self._now(who.tenant)))
        held = {kept.reading.id for kept in self._readings.shared(who.tenant) if kept.state == "approved"}
        for one in made:
            if one.id not in held:
                self._readings.write(who.tenant, one)
        return len(made)

    def _shown(self, who: Asker, found: Iterable[KeptReading]) -> tuple[ReadingView, ...]:
        catalogue, kept = self._catalogue(who), tuple(found)
        told: Sequence[str] = [faults_of(catalogue, one.reading.plan) for one in kept]
        return tuple(ReadingView(one, "" if wrong else example_of(catalogue, one.reading.plan), wrong) for one, wrong in zip(kept, told, strict=True))

    def _catalogue(self, who: Asker) -> Catalogue:
        return house(self._company(who))

    def _calendar(self, who: Asker) -> Calendar:
        company = self._company(who)
        month, _, day = company.fiscal_year_start.partition("-")
        return Calendar(company.local_day(self._now(who.tenant)).date(), (int(month), int(day)))

    def _company(self, who: Asker) -> Company:
        found: Company = next(each.company for each in self._tenants.all() if each.company.tenant == who.tenant)
        return found
