"""Answers that people share with others of their company: begun, listed and ended by whoever was answered, opened by anybody there as themselves."""

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, cast

from agent.dialogue.shared_answer import SharedView, can_be_shared
from agent.question.dialogue import Entry, asked_in
from kg.errors import BadInput
from memory.shared_answers import SharedAnswer
from ui.asking.conversation import Installation, admit
from ui.problems import NoSuchTalk, NotShared
from ui.sign_in.access import Asker

_ID = re.compile(r"[0-9a-f]{32}")
DAYS, MOST_DAYS = 30, 365               # for which an answer is shared, where nothing else is said; at most


@dataclass(frozen=True, slots=True)
class Opened:
    """A shared answer in front of a reader. `turn`: the sharer's, of which nothing may be told but what `view` allows."""

    shared: SharedAnswer
    turn: Mapping[str, Any]
    view: SharedView

    @property
    def question(self) -> str | None:
        """What was asked; None where the reader may not know of what it names. Its own words are shown with the answer that they were given."""
        return asked_in(cast(Entry, self.turn)) if self.view.past == "open" else self.view.asked

    @property
    def past(self) -> Mapping[str, Any] | None:
        """The answer as it was: its words, its table and what it rests on; None where the reader may not see it."""
        if self.view.past != "open":
            return None
        answer = self.turn["answer"]
        asked = (answer.get("question") or {}).get("prompt", "")        # put to the sharer beside the answer, and no part of it
        told = {"at": self.turn["at"], "text": answer["text"].removesuffix(asked).rstrip(), "references": answer.get("references") or []}
        return told | ({"result": answer["result"]} if answer.get("result") else {})


@dataclass(frozen=True, slots=True)
class Listed:
    """An answer that somebody shares, and what they had asked."""

    shared: SharedAnswer
    question: str


class Sharing:
    """The shared answers of an installation."""

    def __init__(self, installation: Installation) -> None:
        """No I/O."""
        self._installation = installation

    def begin(self, who: Asker, session: str, turn: str, days: int = DAYS) -> SharedAnswer:
        """Share the answer of a turn of the person's for so many days from now; one that is shared keeps its address.

        Raises NoSuchTalk, BadInput for one that cannot be made anew, HistoryUnavailable.
        """
        entry = self._turn(who.tenant, who.email, session, turn)
        if entry is None:
            raise NoSuchTalk()
        if not can_be_shared(entry):
            raise BadInput("Only an answer to questions about your apps can be shared. Share the question instead.")
        if not 1 <= days <= MOST_DAYS:
            raise BadInput(f"An answer is shared for 1 to {MOST_DAYS} days.")
        kept, now = self._installation.shared_answers, self._installation.now(who.tenant)
        before = next((each for each in kept.of(who.tenant, who.email, now) if (each.session, each.turn) == (session, turn)), None)
        shared = before or SharedAnswer(secrets.token_hex(16), who.email, session, turn, now, now)
        shared = replace(shared, until=now + timedelta(days=days))
        kept.add(who.tenant, shared)
        return shared

    def listed(self, who: Asker) -> list[Listed]:
        """What the person shares, the newest first. Raises HistoryUnavailable."""
        here = self._installation
        found = ((each, self._turn_of(who.tenant, each)) for each in here.shared_answers.of(who.tenant, who.email, here.now(who.tenant)))
        return [Listed(each, asked_in(cast(Entry, turn))) for each, turn in found if turn is not None]

    def revoke(self, who: Asker, shared_id: str) -> None:
        """Share an answer no more. Raises NotShared, also for somebody else's; HistoryUnavailable."""
        shared = self._found(who.tenant, shared_id)
        if shared.by != who.email:
            raise NotShared()
        self._installation.shared_answers.revoke(who.tenant, shared)

    def open(self, who: Asker, shared_id: str) -> Opened:
        """A shared answer as the person may see it now.

        Raises NotShared, Declined for whoever has left, TooOften, HistoryUnavailable, StoreUnavailable.
        """
        here = self._installation
        shared = self._found(who.tenant, shared_id)
        turn = self._turn_of(who.tenant, shared)
        if turn is None or not self._is_known(who.tenant, shared.by):
            raise NotShared()
        admit(here, who, "asks", here.settings.asks_per_minute)
        return Opened(shared, turn, here.assistant(who.tenant).shared_view(who.email, shared.by, cast(Entry, turn)))

    def _found(self, tenant: str, shared_id: str) -> SharedAnswer:
        found = self._installation.shared_answers.find(tenant, shared_id, self._installation.now(tenant)) if _ID.fullmatch(shared_id) else None
        if found is None:
            raise NotShared()
        return found

    def _turn_of(self, tenant: str, shared: SharedAnswer) -> Mapping[str, Any] | None:
        return self._turn(tenant, shared.by, shared.session, shared.turn)

    def _turn(self, tenant: str, person: str, session: str, turn: str) -> Mapping[str, Any] | None:
        return next((each for each in self._installation.history.read(tenant, person, session) if each.get("id") == turn), None)

    def _is_known(self, tenant: str, email: str) -> bool:
        return any(each.company.tenant == tenant for each in self._installation.tenants.of_person(email))
