"""The page of what Evergraph believes of a person: from which words, when, how it was used, and every way to correct it. Pure.

One script offers names of people and things while one is written; without it the page works too.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from agent.access.explore import Thing
from agent.question.defaults import NAME
from memory.preferences import PreferenceRecord
from memory.recall import Line
from memory.reflection import CitedInsight as Insight
from ui.actions.beliefs import Belief, Beliefs, Change
from ui.actions.readings import ReadingView
from ui.pages.adding import ADDED, adding
from ui.pages.forms import Filled, field, options
from ui.pages.layout import Reader, card, empty, notice, page, table
from ui.pages.names import name_field, script
from ui.pages.picture import called, kind
from ui.pages.readings import own_readings
from ui.text.addresses import PREFERENCES, SHARES
from ui.text.beliefs import said as in_words
from ui.text.habits import USUAL
from ui.text.markup import Markup, Part, el, link, path
from ui.text.words import say

UNDO, SHARED = f"{PREFERENCES}/undo", f"{PREFERENCES}/shared"
_TITLE = "What Evergraph believes about you"
_INTRO = "These decide how I read your words and show results, never what is true. Each answer that one of them changed says so."
_MOST_USES, _MOST_CHANGES = 5, 100
_KNOWN: Mapping[str, str] = {
    "correction": "you corrected me", "statement": "you told me", "choice": "you chose it more than once",
    "behaviour": "you asked like that more than once", "understood": "I understood your words like that",
}
_CHANGED: Mapping[str, str] = {
    "learned": "Learned", "edited": "Changed", "forgotten": "Forgotten", "never": "Never to be learned", "allowed": "Allowed again",
    "pinned": "Pinned", "unpinned": "No longer pinned", "off": "Turned off", "on": "Turned on", "undone": "Taken back",
    "confirmed": "Confirmed for everybody", "rejected": "Rejected for everybody", "accepted": "Confirmed", "refused": "Turned down",
}
DONE: Mapping[str, str] = {             # by the address's `done`: what has just happened
    "edited": "Changed. It holds from your next question on.", "proposed": "Changed. It holds for everybody once an operator confirms it.",
    "forgotten": "Forgotten. It decides nothing any more.",
    "never": "Forgotten, and nothing of this kind is learned again.", "allowed": "Of this kind I may learn again.",
    "pinned": "Pinned. Only your own word changes it.", "unpinned": "No longer pinned.", "off": "Turned off. It is kept and decides nothing.",
    "on": "Turned on again.", "undone": "Taken back.", "nothing": "There is nothing to take back.",
    "added": "Added. It holds from your next question on.",
    "accepted": "Confirmed. It holds from your next question on.", "refused": "Turned down. It decides nothing, and I do not ask again.",
    "reading-revoked": "Taken back. These words are read anew from your next question on.", "reading-restored": "These words are read so again.",
    "reading-offered": "Offered. It holds for everybody once an operator approves it.",
    "confirmed": "Confirmed. It holds for everybody who said nothing else.", "rejected": "Rejected. It holds for nobody.",
}


@dataclass(frozen=True, slots=True)
class PageNotice:
    """Above the page: what has just happened (a key of DONE), or what went wrong with the words that were given."""

    done: str = ""
    wrong: str = ""
    of: str = ""                        # the preference whose new value cannot be used; "" for a new one
    form: Mapping[str, str] | None = None       # as it was sent

    def filled(self, preference: str = "") -> Filled:
        """What stands in the form of a preference; in that of a new one."""
        return Filled(self.form, "value", self.wrong) if self.form is not None and self.of == preference else Filled()


@dataclass(frozen=True, slots=True)
class ProposedChange:
    """A change that is shown before it is made: what one says now and would say, and what may be meant by it, each with its records.

    `fields`: of the form that makes it; `read`: how its words are read, where it is words.
    """

    now: str
    then: str
    fields: Mapping[str, str]
    things: Sequence[Sequence[Thing]] = ()
    read: str = ""


@dataclass(frozen=True, slots=True)
class PersonBeliefs:
    """All that the page shows of a person: what is believed, what their conversations say together, how their words are read."""

    beliefs: Beliefs
    insights: tuple[Insight, ...] = ()
    readings: tuple[ReadingView, ...] = ()


def preferences_page(reader: Reader, of: PersonBeliefs, day: Callable[[datetime], datetime], said: PageNotice = PageNotice()) -> Markup:
    """The page. `day`: a moment in the company's own zone."""
    known = of.beliefs
    told = _Told(day)
    return page(
        say(_TITLE), PREFERENCES, reader,
        el("p", say(_INTRO), class_="quiet"),
        notice(say(DONE[said.done])) if said.done in DONE else None, notice(said.wrong, is_wrong=True) if said.wrong and said.form is None else None,
        _undo(known.undo), _holding(known, told, said), adding(said.filled()), own_readings(of.readings, lambda one: told.on(one.kept.since)),
        _shared(known.shared, reader, told), _barred(known.barred),
        _former(known.before, told), _insights(of.insights, told), _history(known.changes, told),
        card(say("What you share"), el("p", link(SHARES, say("The answers that you share, and how to end that")))), script())


def change_page(reader: Reader, asked: ProposedChange, preference: str = "") -> Markup:
    """What a change would do, before it is made; where several are called so, which one is chosen.

    `preference`: the one that is changed; "" for a new one.
    """
    keys = [(some[0].key, f"{called(some[0])}, {', '.join(dict.fromkeys(map(kind, some)))}") for some in asked.things]
    which = [el("label", el("input", type="radio", name="key", value=key, checked=number == 0), f" {name}", class_="box")
             for number, (key, name) in enumerate(keys)]
    chosen: Part = el("fieldset", el("legend", say("Which one do you mean?")), *which) if len(keys) > 1 else None
    fields = {**asked.fields, **({"key": keys[0][0]} if len(keys) == 1 else {})}
    hidden = [el("input", type="hidden", name=name, value=value) for name, value in fields.items()]
    meant = keys[0][1] if len(keys) == 1 else say("That is read as: {reading}.", reading=asked.read) if asked.read else None
    back = link(f"{PREFERENCES}#{f'p-{preference}' if preference else 'new'}", say("Leave it as it is"))
    form = el("form", *hidden, chosen, el("div", el("button", say("Save"), type="submit", class_="main", autofocus=True), back, class_="acts"),
              method="post", action=path("preferences", preference, "edited") if preference else ADDED, class_="stack")
    before = el("p", say("Until now {belief}.", belief=asked.now), class_="quiet") if asked.now else None
    return page(say("Change this?") if preference else say("Add this?"), PREFERENCES, reader, card(
        say("From now on {belief}.", belief=asked.then), el("p", meant, class_="quiet") if meant else None, before, form))


@dataclass(frozen=True, slots=True)
class _Told:
    """Times as people read them."""

    day: Callable[[datetime], datetime]

    def on(self, moment: datetime) -> Markup:
        local = self.day(moment)
        return el("time", USUAL.day(local.date()), datetime=local.isoformat(timespec="minutes"))


def _undo(last: Change | None) -> Markup | None:
    if last is None:
        return None
    change = say(_CHANGED[last.kind])
    said = say("Last change: {change}", change=change[:1].lower() + change[1:]) + (f", {in_words(last.of)}." if last.of else ".")
    return el("form", el("span", said, class_="quiet"), " ", _button(say("Take it back")), method="post", action=UNDO, class_="acts")


def _holding(known: Beliefs, told: _Told, said: PageNotice) -> Part:
    if not known.now:
        return card(say("What holds"), empty(
            say("I have learned nothing about you yet."),
            say("Tell me in the chat, for example “By Bill I always mean Bill Stone” or “Show my vacation in days from now on”.")))
    return card(say("What holds"), *(_one(belief, told, said) for belief in known.now))


def _one(belief: Belief, told: _Told, said: PageNotice) -> Markup:
    kept = belief.kept
    acts = _acts(belief, said.filled(kept.preference.id))
    return card(_sentence(_says(belief)), _tags(kept), _where_from(kept, told), _uses(belief, told), acts, level=3, id=f"p-{kept.preference.id}")


def _tags(kept: PreferenceRecord) -> Markup | None:
    waits = kept.preference.scope == "tenant" and kept.confirmed_by is None
    marks = {"waits for your word": kept.waits, "pinned": kept.is_pinned, "turned off": not kept.is_on, "for everybody: waits for an operator": waits}
    found = [el("span", say(name), class_="tag") for name, holds in marks.items() if holds]
    return el("p", *found) if found else None


def _where_from(kept: PreferenceRecord, told: _Told) -> Markup:
    one = kept.preference
    return el("dl", el("dt", say("Your words")), el("dd", el("q", one.source.words)),
              el("dt", say("Since")), el("dd", told.on(kept.true_from), f", {say(_KNOWN[one.authority])}"))


def _uses(belief: Belief, told: _Told) -> Markup:
    if not belief.uses:
        return el("p", say("Not used in an answer yet."), class_="quiet")
    number = len(belief.uses)
    lines = [el("li", told.on(use.at), ": ", el("q", use.question)) for use in belief.uses[:_MOST_USES]]
    more = el("li", say("and {count} before", count=number - _MOST_USES), class_="quiet") if number > _MOST_USES else None
    title = say("Used in {count} answers", count=number) if number > 1 else say("Used in 1 answer")
    return el("details", el("summary", title), el("ul", *lines, more))


def _acts(belief: Belief, filled: Filled) -> Markup:
    """Everything that can be done with it: each button says of what, for whoever hears the page."""
    kept = belief.kept
    if kept.waits:
        return el("div", _act(belief, "accepted", say("Yes, from now on")), _act(belief, "refused", say("No"), "stop"), class_="acts")
    switches = (("unpinned", "Unpin") if kept.is_pinned else ("pinned", "Pin"), ("off", "Turn off") if kept.is_on else ("on", "Turn on"))
    buttons = [*(_act(belief, kind, say(name)) for kind, name in switches),
               *(_act(belief, kind, say(name), "stop") for kind, name in (("forgotten", "Forget"), ("never", "Never learn this")))]
    return el("div", _edit(belief, filled), el("div", *buttons, class_="acts"))


def _edit(belief: Belief, filled: Filled) -> Markup:
    """Another value: one of a list, or what is written; of people and things, names are offered while one writes."""
    if belief.is_fixed:
        return el("p", filled.why("value") or say("To change it, say it anew in the chat."), class_="quiet")
    one = belief.kept.preference
    value, marks = filled.value("value", one.value), filled.mark("value")
    offered = None
    if belief.values:
        control = el("select", *options({each: each for each in (*belief.values, one.value)}, value), name="value", **marks)
    elif one.relation == NAME:
        control, offered = name_field("value", value, f"n-{one.id}", required=True, **marks)
    else:
        control = el("input", name="value", value=value, required=True, maxlength="200", autocomplete="off", **marks)
    form = el("form", field(say("It should be"), control, offered, filled.why("value")), _button(say("Show what changes"), of=_says(belief)),
              method="post", action=path("preferences", one.id, "change"), class_="row")
    return el("details", el("summary", say("Change it")), form, open=filled.is_wrong)


def _act(belief: Belief, kind: str, name: str, style: str | None = None) -> Markup:
    return el("form", _button(name, of=_says(belief), style=style), method="post", action=path("preferences", belief.kept.preference.id, kind))


def _button(name: str, *, of: str = "", style: str | None = None) -> Markup:
    return el("button", name, type="submit", class_=style, aria_label=f"{name}: {of}" if of else None)


def _shared(shared: Iterable[Belief], reader: Reader, told: _Told) -> Part:
    found = [_proposed(belief, reader, told) for belief in shared]
    if not found:
        return None
    said = "They hold once an operator has confirmed them, for everybody who said nothing else."
    return card(say("For everybody at your company"), el("p", say(said), class_="quiet"), *found)


def _proposed(belief: Belief, reader: Reader, told: _Told) -> Markup:
    kept = belief.kept
    state = say("confirmed by {email}", email=kept.confirmed_by) if kept.confirmed_by else say("waits for an operator")
    decisions = (("rejected", "Reject"),) if kept.confirmed_by else (("confirmed", "Confirm"), ("rejected", "Reject"))
    acts = el("div", *(el("form", _button(say(name), of=_says(belief)), method="post", action=path("preferences", "shared", kept.preference.id, kind))
                       for kind, name in decisions), class_="acts") if reader.is_operator else None
    since = el("p", say("Proposed on"), " ", told.on(kept.known_from))
    return card(_sentence(_says(belief)), el("p", el("span", state, class_="tag")), since, acts, level=3)


def _barred(barred: Iterable[Belief]) -> Part:
    found = [el("li", el("span", say("Nothing of the kind: {belief}.", belief=_says(belief))), _act(belief, "allowed", say("Allow again")))
             for belief in barred]
    return card(say("What I never learn"), el("ul", *found, class_="plain")) if found else None


def _former(before: Iterable[Belief], told: _Told) -> Part:
    rows = [(_sentence(_says(b)), el("q", b.kept.preference.source.words), told.on(b.kept.true_from),
             told.on(b.kept.true_until) if b.kept.true_until else "") for b in before]
    if not rows:
        return None
    title, names = say("What does not hold any more"), [say(name) for name in ("What", "Your words", "From", "Until")]
    return card(title, table(names, rows, title))


def _insights(insights: Iterable[Insight], told: _Told) -> Part:
    """What lines say together, each with the lines it rests on, where they can be read."""
    found = [card(one.text, el("ul", *(_cited(line, told) for line in one.lines)), level=3) for one in insights]
    if not found:
        return None
    said = "Made anew from these lines, and gone with them. It decides nothing."
    return card(say("What comes up in your conversations"), el("p", say(said), class_="quiet"), *found)


def _cited(line: Line, told: _Told) -> Markup:
    return el("li", told.on(line.time), ": ", link(path("answers", line.session, line.id.rpartition(":")[0]), el("q", line.text)))


def _history(changes: Iterable[Change], told: _Told) -> Part:
    rows = [(told.on(c.at), say(_CHANGED[c.kind]) + (f" ({say('taken back')})" if c.is_undone else ""), _sentence(in_words(c.of)) if c.of else "",
             say("from your choices") if c.by == "rules" else c.by) for c in changes]
    if not rows:
        return None
    title, names = say("History of changes"), [say(name) for name in ("When", "What", "Of", "By")]
    count = say("1 change") if len(rows) == 1 else say("{count} changes, the last first", count=len(rows))
    return card(title, el("details", el("summary", count), table(names, rows[:_MOST_CHANGES], title)))


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def _says(belief: Belief) -> str:
    return in_words(belief.kept.preference)
