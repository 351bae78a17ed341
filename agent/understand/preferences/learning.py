"""What a person said becomes a preference: names are looked up, words must have a reading, and the answer says what was learned.

What cannot be learned is declined as such; a statement of fact is kept as a claim and never stands against a source.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from agent.access.labels import choices, labels
from agent.answer import Answer, Reason
from agent.catalogue import Catalogue
from agent.errors import Choice, Declined, NeedsChoice
from agent.language.deeds import is_deed
from agent.language.foreign import languages
from agent.language.words import Utterance, phrase
from agent.phrasing.goals import say_goal, say_node
from agent.phrasing.nouns import said_yearly
from agent.plan.algebra import Card, Goal, Named, Node
from agent.plan.periods import Interval, Yearly
from agent.query.operations.values import own_currency
from agent.question.defaults import TIME, Defaults, say_since
from agent.question.notes import Weight
from agent.question.turn import Turn
from agent.respond import Draft
from agent.understand.by_grammar import readings_of
from agent.understand.grammar.naming import WHOLE
from agent.understand.linking.mentions import resolve
from agent.understand.model.acts import StatementAct
from agent.understand.preferences.choices import LISTED, named_in, preferred, subject_of, values
from agent.understand.preferences.hearing import EVERYTHING, Heard, hear, is_lasting, preference_request
from agent.understand.preferences.wording import as_told, in_words
from agent.understand.replies import told_apart
from kg.names import fold
from kg.ports import Clock
from kg.resolve import Candidate
from memory.preferences import Kind, Preference, PreferenceRecord, Preferences, Source

_FRAMES = ("{}", "how many {}", "list {}", "what is the {}", "how many {} are there", "{} by revenue")      # the last: a ranking
_ONCE = frozenset({"unit", "currency", "form", "language", "calendar", "week"})          # what may be wished for one answer as well
CONFIRM = "confirm "                    # begins the mention under which the person's word on what was seen is stored
_SEEN: Mapping[str, str] = {
    "choice": "chose this more than once", "behaviour": "asked like this more than once",
    "understood": "wrote “{words}”, which I understood like this",
}
_EVERYTHING = 30                        # preferences that are told at most
_CHANGED: Mapping[str, str] = {
    "forgotten": "Forgotten: {what}.", "never": "Forgotten, and not learned again: {what}.",
    "pinned": "Pinned: {what}. Nothing but your own word changes it.",
    "accepted": "From now on: {what}. To take that back, say “forget that”.", "refused": "I will go on asking instead. Not learned: {what}.",
    "unpinned": "No longer pinned: {what}.", "off": "Turned off: {what}.", "on": "Turned on again: {what}.",
}


def is_said(text: str) -> bool:
    """Does a text say, in one of the fixed forms, how the person wants things, or talk about what was learned?"""
    return bool(preference_request(text)) or any(one.kind not in _ONCE or is_lasting(text) for one in hear(text))


class Learner:
    """Learns from what people say, for one tenant."""

    def __init__(self, preferences: Preferences, catalogue: Catalogue, clock: Clock) -> None:
        self._preferences, self._catalogue, self._clock = preferences, catalogue, clock

    def recall(self, turn: Turn) -> Turn:
        """The turn with the defaults that the person's preferences decide. Raises HistoryUnavailable."""
        defaults = Defaults(self._preferences.known(turn.context.tenant, turn.context.person.email))
        return replace(turn, context=replace(turn.context, defaults=defaults))

    def said(self, turn: Turn) -> tuple[Turn, Draft | None]:
        """The answer to what is only about preferences; None for a question, or where one is left, or taken up again, after what was learned.

        Raises Declined for what cannot be learned, NeedsChoice where a name stands for several things.
        """
        about = preference_request(turn.ask.text)
        if about:
            return turn, self._spoken(turn, about)
        text = turn.ask.text
        heard = hear(text)
        if not heard and turn.is_resumed:
            text, heard = turn.text, hear(turn.text)
        if any(one.kind in _ONCE for one in heard) and not is_lasting(text) and readings_of(self._catalogue, turn).goals:
            return turn, None           # "days of vacation left for me" asks; what is wished once is no rule
        answers = [answer for one in heard if (answer := self._learned(turn, one, text))]
        if not answers:
            return turn, None
        _ = turn.context.viewer()           # who has left teaches nothing
        turn = self.recall(turn)
        answer = " ".join(answers)
        question = self._still_asked(turn, text, heard)
        if question is None:
            back = "undo that" if all(one.kind == "forget" for one in heard) else "forget that"
            return turn, Draft(f"{answer} To take that back, say “{back}”.", None, (), (answer, back))
        turn.context.notes.assume(answer, answer, weight=Weight.READ)
        return replace(turn, text=Utterance(question)), None

    def _still_asked(self, turn: Turn, text: str, heard: Sequence[Heard]) -> str | None:
        """The question that is left: the one that a reply resumes, or what stands beside a statement."""
        if turn.is_resumed and text == turn.ask.text:
            return turn.text
        rest = text
        for one in sorted(heard, key=lambda h: -h.first):
            rest = rest[: one.first] + rest[one.last :]
        rest = rest.strip(" ,;.!–-")
        if len(phrase(rest)) > 1 and readings_of(self._catalogue, replace(turn, text=Utterance(rest))).goals:
            return rest
        return None

    # ---------------------------------------------------------------- as a language model understood it

    def stated(self, turn: Turn, act: StatementAct) -> Draft:
        """Learn a statement that a language model read. Raises Declined for what cannot be learned, NeedsChoice where a name stands for several."""
        _ = turn.context.viewer()           # who has left teaches nothing
        kind, subject, value = act.kind, act.subject, act.value
        if kind in LISTED:
            listed = named_in(kind, value)
            if not listed:
                raise Declined(Reason.OUT_OF_SCOPE, f"I did not learn that: I know no {kind} “{value}”.")
            value, subject = listed, subject_of(kind, subject) or ""
        means = _in_plain_words(self._catalogue, act.means) if act.means is not None else ""
        scope = "tenant" if act.for_everybody else "person"
        heard = Heard(kind, subject, value, 0, len(turn.text), scope=scope, plan=act.plan, means=means,
                      model=act.means.model if isinstance(act.means, Named) else "")
        answer = self._learned(turn, heard, turn.text)
        return Draft(f"{answer} To take that back, say “forget that”.", None, (), (answer, "forget that"))

    def forgotten(self, turn: Turn, subject: str) -> Draft:
        """Forget what was learned of a subject; "" is the last thing, "everything" all. Raises Declined, NeedsChoice."""
        _ = turn.context.viewer()
        found = self._which(turn, subject) if subject != EVERYTHING else None
        if found is None and subject != EVERYTHING:
            raise Declined(Reason.OUT_OF_SCOPE, f"I learned nothing of “{subject or 'you'}” that I could forget. {_SHOWS}")
        text = self._changed(turn, found, "forgotten") if found is not None else self._forget_everything(turn)
        return Draft(f"{text} To take that back, say “undo that”.", None, (), (text, "undo that"))

    def talked(self, turn: Turn, kind: str) -> Draft:
        """What is believed of the person, or the last change undone. Raises Declined."""
        return self._spoken(turn, kind)

    def reading(self, turn: Turn, words: str) -> str | None:
        """How words are read where others are to stand for them, in plain words of ours; None where they have no reading, or only name one thing."""
        goals = self._goals(turn, words)
        return say_goal(self._catalogue, goals[0]) if goals and not isinstance(goals[0], Card) else None

    # ---------------------------------------------------------------- what was only seen

    def to_confirm(self, turn: Turn, answer: Answer) -> NeedsChoice | None:
        """The first thing that was seen in what the person chose or did, waits for their word and bears on this answer, as a question."""
        kept = next((each for each in turn.context.defaults.state.waiting if _bears_on(each.preference, turn, answer)), None)
        if kept is None:
            return None
        seen = _SEEN[kept.preference.authority].format(words=kept.preference.source.words)
        prompt = f"You {seen}: {in_words(kept.preference)}. Shall I go by that from now on?"
        choices = (Choice("accepted", "Yes, from now on"), Choice("refused", "No, go on asking"))
        return NeedsChoice(f"{CONFIRM}{kept.preference.id}", prompt, choices, f"confirm-{kept.preference.id}")

    def decided(self, turn: Turn) -> Draft | None:
        """The person's word on what was seen; None where this is none."""
        found = next(((mention, key) for mention, key in turn.context.links.choices.items() if mention.startswith(CONFIRM)), None)
        if found is None:
            return None
        kept = turn.context.defaults.state.by_id(found[0].removeprefix(CONFIRM))
        kind: Kind = "accepted" if found[1] == "accepted" else "refused"
        text = self._changed(turn, kept, kind) if kept is not None and kept.waits else "That is settled already."
        return Draft(text, None, (), (text,))

    # ---------------------------------------------------------------- learning

    def _learned(self, turn: Turn, one: Heard, text: str) -> str:
        """Learn one thing; what to say of it, "" where it is nothing to be learned after all."""
        source = Source(turn.ask.session, turn.context.ledger.question, text[one.first : one.last], self._clock(), one.first, one.last)
        return _LEARNED[one.kind](self, turn, one, source)

    def _name(self, turn: Turn, one: Heard, source: Source) -> str:
        thing = self._thing(turn, one)
        if thing is None:
            self._refuse_name(turn, one)
            return self._words(turn, one, source)
        made = Preference("name_means", fold(one.subject), thing[0].name, source, tuple(c.key for c in thing))
        return self._keep(turn, made, one, f"by “{one.subject}” I take {labels(turn.context, thing[:1])[thing[0].key]}")

    def _refuse_name(self, turn: Turn, one: Heard) -> None:
        """A person's name means one person, and no words that may fit many. Raises Declined."""
        named = (t[0] for t in resolve(turn.context, one.subject).things)
        if any(self._catalogue.models[c.model].is_person and c.how in WHOLE | {"part"} for c in named):
            raise Declined(Reason.OUT_OF_SCOPE, f"I did not learn that: by “{one.subject}” I know people, and none is called “{one.value}”.")

    def _thing(self, turn: Turn, one: Heard) -> tuple[Candidate, ...] | None:
        """The one thing that is called as the value, with its records in other apps; None where nothing is. Raises NeedsChoice."""
        named = resolve(turn.context, one.value).things
        things = [t for t in named if any(c.model == one.model for c in t)] or named
        found, chosen = [t for t in things if t[0].how in WHOLE], [t for t in things if t[0].key == turn.context.links.choices.get(one.value)]
        if len(chosen or found) > 1:
            shown = labels(turn.context, [t[0] for t in found])
            raise NeedsChoice(one.value, f"Which “{one.value}” do you mean?", tuple(Choice(key, label) for key, label in shown.items()))
        return next(iter(chosen or found), None) or self._described(turn, one)

    def _described(self, turn: Turn, one: Heard) -> tuple[Candidate, ...] | None:
        """"the one on the hotline": of the things of that name the one that these words tell from the others; for other words, of people alone."""
        named = [t for t in resolve(turn.context, one.subject).things if t]
        if one.kind != "name_means" and not all(self._catalogue.models[t[0].model].is_person for t in named):
            return None
        shown = choices(turn.context, [t[0] for t in named]) if len(named) > 1 else ()
        told = told_apart(shown, one.value) if shown else None
        if shown and fold(one.value) == fold(one.subject):
            raise NeedsChoice(one.value, f"Which “{one.value}” do you mean?", shown)
        return next((t for t in named if told is not None and t[0].key == told.key), None)

    def _words(self, turn: Turn, one: Heard, source: Source) -> str:
        """Words stand for other words, if those have a reading. Raises Declined where they have none."""
        if not one.means and not self._goals(turn, one.value):
            raise Declined(Reason.OUT_OF_SCOPE, f"I did not learn that: I can't read “{one.value}”. {_ASKED_INSTEAD}")
        made = Preference(one.kind if one.kind != "name_means" else "term_means", fold(one.subject), one.value, source, plan=one.plan)
        return self._keep(turn, made, one, f"by “{one.subject}” I take “{one.value}”{_in_short(one)}")

    def _goals(self, turn: Turn, words: str) -> Sequence[Goal]:
        read = (readings_of(self._catalogue, turn.saying(frame.format(words), None)).goals for frame in _FRAMES)
        return next((goals for goals in read if goals), ())

    def _default(self, turn: Turn, one: Heard, source: Source) -> str:
        if not one.plan:
            raise Declined(Reason.OUT_OF_SCOPE, f"I did not learn that: I can't read “{one.value}” as something that records hold.")
        made = Preference(one.kind, fold(one.subject), one.value, source, plan=one.plan)
        return self._keep(turn, made, one, f"{as_told(one.kind, one.subject, one.value)}{_in_short(one)}")

    def _choice(self, turn: Turn, one: Heard, source: Source) -> str:
        made = Preference(one.kind, one.subject, one.value, source)
        return self._keep(turn, made, one, as_told(one.kind, one.subject, one.value))

    def _basis(self, turn: Turn, one: Heard, source: Source) -> str:
        if not readings_of(self._catalogue, turn.saying(f"{one.value} {one.subject}", None)).goals:
            return self._words(turn, replace(one, kind="term_means"), source)
        return self._choice(turn, one, source)

    def _currency(self, turn: Turn, one: Heard, source: Source) -> str:
        said = self._choice(turn, one, source)
        own = own_currency(turn.context)    # documents state rates to it, and to no other
        return said if one.value == own else f"{said} Documents state rates to {own} only, none to {one.value}: other amounts stay as they are."

    def _language(self, turn: Turn, one: Heard, source: Source) -> str:
        if one.value != "English" and turn.context.model is None:       # a model translates
            raise Declined(Reason.OUT_OF_SCOPE, " ".join((_ENGLISH_ONLY.format(language=one.value), languages().get(one.value, ""))).strip())
        return self._choice(turn, one, source)

    def _forget(self, turn: Turn, one: Heard, source: Source) -> str:
        if one.subject == EVERYTHING:
            return self._forget_everything(turn)
        found = self._which(turn, one.subject)
        if found is None and not is_deed(turn.words) and not readings_of(self._catalogue, turn).goals:
            raise Declined(Reason.OUT_OF_SCOPE, f"I learned nothing of “{one.subject or 'you'}” that I could forget. {_SHOWS}")
        return self._changed(turn, found, "forgotten") if found else ""

    def _forget_everything(self, turn: Turn) -> str:
        """All that was learned of the person, once they said yes where that is several things. Raises NeedsChoice, Declined."""
        current = [k for k in self._preferences.of(turn.context.tenant, turn.context.person.email).current if k.preference.scope == "person"]
        if not current:
            raise Declined(Reason.OUT_OF_SCOPE, "I have learned nothing about you that I could forget.")
        if len(current) > 1 and EVERYTHING not in turn.context.links.choices:
            prompt = f"Shall I forget all {len(current)} things that I learned from you?"
            raise NeedsChoice(EVERYTHING, prompt, (Choice("yes", "Yes, all of them"), Choice("no", "No, keep them")))
        if turn.context.links.choices.get(EVERYTHING, "yes") != "yes":
            return "I forgot nothing."
        self._preferences.forget(turn.context.tenant, turn.context.person.email, [one.preference.id for one in current], self._clock())
        return " ".join(_CHANGED["forgotten"].format(what=self._what(one)) for one in current)

    def _keep(self, turn: Turn, made: Preference, one: Heard, what: str) -> str:
        tenant, person = turn.context.tenant, turn.context.person.email
        made = replace(made, authority="statement", scope="tenant" if one.scope == "tenant" else "person")
        before = self._preferences.of(tenant, person).get(*made.about)
        kept = self._preferences.learn(tenant, person, made, self._clock())
        if kept is None or not kept.is_current:
            raise Declined(Reason.OUT_OF_SCOPE, "I did not learn that: you told me never to learn it. `evergraph preferences allow` lifts that.")
        if made.scope == "tenant":
            return f"I proposed for everybody: {what}. It holds once an operator has confirmed it."
        instead = f", no longer {before.preference.value}" if before is not None and before.preference.value != made.value else ""
        return f"Learned: {what} from now on{instead}."

    # ---------------------------------------------------------------- correcting

    def _spoken(self, turn: Turn, about: str) -> Draft:
        if about == "believe":
            return self._believed(turn)
        last = self._preferences.undo(turn.context.tenant, turn.context.person.email, self._clock())
        text = "Taken back: your last change of what I learned." if last else "There is nothing to take back."
        return Draft(text, None, (), (text,))

    def _believed(self, turn: Turn) -> Draft:
        _ = turn.context.viewer()
        kept = self._preferences.known(turn.context.tenant, turn.context.person.email).current[-_EVERYTHING:]
        lines = [f"- {self._what(k)}, {say_since(k, turn.context.day(k.true_from))}" for k in kept]
        text = "\n".join(["What I learned from you:", "", *lines]) if lines else "I have learned nothing about you yet."
        return Draft(text, None, (), (text,))

    def _changed(self, turn: Turn, found: PreferenceRecord, kind: Kind) -> str:
        self._preferences.change(turn.context.tenant, turn.context.person.email, found.preference.id, kind, self._clock())
        return _CHANGED[kind].format(what=self._what(found))

    def _which(self, turn: Turn, subject: str) -> PreferenceRecord | None:
        """The preference that words name, by its subject, value or kind; the last one where they name none."""
        current = self._preferences.of(turn.context.tenant, turn.context.person.email).current
        wanted = phrase(fold(subject))
        named = [k for k in current if not wanted or wanted in map(phrase, (k.preference.subject, k.preference.value, k.preference.relation))]
        named = named or [k for k in current if k.preference.subject and subject_of(k.preference.relation, subject) == k.preference.subject]
        named = named or [k for k in current if values(k.preference.relation) and preferred(k.preference.relation, subject) == k.preference.value]
        return named[-1] if named else None

    @staticmethod
    def _what(kept: PreferenceRecord) -> str:
        text = in_words(kept.preference)
        return text if kept.is_on else f"{text} (turned off)"


def _bears_on(preference: Preference, turn: Turn, answer: Answer) -> bool:
    """Whether an answer names what a preference is about, or has a figure in a unit of its list; what a model understood was said just now."""
    if preference.authority == "understood":
        return True
    if preference.relation == "name_means":
        return preference.subject in {fold(each.mention) for each in turn.context.links.settled}
    units = {column.unit for column in answer.result.columns} if answer.result is not None else set()
    return not units.isdisjoint(values(preference.relation))


def _in_plain_words(catalogue: Catalogue, means: Node | Yearly | Interval) -> str:
    if isinstance(means, Yearly):
        return said_yearly(means)
    return means.said if isinstance(means, Interval) else say_node(catalogue, means)


def _in_short(one: Heard) -> str:
    """What the words stand for, as it was understood, where that says more than the words."""
    return f" ({one.means})" if one.means and fold(one.means) != fold(one.value) else ""


_ENGLISH_ONLY = "I did not learn that: without a language model I answer in English only, not in {language}."
_SHOWS = "“What do you believe about me?” shows what I learned."
_ASKED_INSTEAD = "Where this may matter, I will ask you instead of taking a default."
_LEARNED: Mapping[str, Callable[[Learner, Turn, Heard, Source], str]] = {
    "name_means": Learner._name, "term_means": Learner._name, "team_means": Learner._words, TIME: Learner._words,
    "unit": Learner._choice, "calendar": Learner._choice, "week": Learner._choice,
    "metric_basis": Learner._basis, "form": Learner._choice, "language": Learner._language, "currency": Learner._currency,
    "default": Learner._default, "forget": Learner._forget,
}
