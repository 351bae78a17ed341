"""What another program may do for one person: ask, and look names and words up. The person is bound; every question passes the policy as theirs."""

import json
import secrets

from agent.answer import Ask
from agent.assistant import Assistant


class Toolbox:
    """Operations for one person of one tenant, as one conversation."""

    def __init__(self, assistant: Assistant, person: str, session: str = "") -> None:
        """`person`: an e-mail that the tenant knows; `session`: to go on with, "" for a new one."""
        self._assistant, self._person, self._session = assistant, person, session or secrets.token_urlsafe(9)

    def ask(self, question: str) -> str:
        """The Answer as JSON. Raises BadInput for somebody whom the tenant does not know."""
        *_, last = self._assistant.ask(Ask(self._person, question, self._session))
        return json.dumps(last.data, ensure_ascii=False)

    def find_name(self, name: str) -> str:
        """Who or what is called so, as far as the person may know of it. Raises Declined for somebody who has left."""
        return self._assistant.lookups(self._person).name(name)

    def company_words(self, word: str) -> str:
        """The company's own words near a word. Raises Declined."""
        return self._assistant.lookups(self._person).values(word)

    def what_can_be_asked(self, words: str) -> str:
        """The part of the catalogue that the words touch, as far as the person may use it. Raises Declined."""
        return self._assistant.lookups(self._person).about(words)
