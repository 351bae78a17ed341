"""A noun with what stands before and behind it, in the number that fits."""

from dataclasses import dataclass

ARE = "\0are"                           # stands for the form of "to be" that agrees with the things
DOERS = ("joined", "left", "applied")   # verbs of whoever does it; the others are done to the thing


@dataclass(frozen=True, slots=True)
class Things:
    """A noun with what stands before and behind it. `done`: what happened to the things, "reported in October", where that can be the verb."""

    one: str
    many: str
    before: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()
    done: str = ""
    mine: bool = False                  # they are the asker's own
    is_past: bool = False               # a time is named, and it is over
    is_ahead: bool = False              # a time is named, and it has not begun
    first: int | None = None            # only so many of an order
    kind: bool = False                  # the noun itself holds one of the conditions: "managers"
    rank: str = ""                      # which of an order they are, behind all else: "with the highest amount"

    def named(self, is_one: bool) -> str:
        """Without an article, and without whose they are where they are the asker's: "open ticket in Borealis"."""
        return " ".join(p for p in (self._said(is_one, ()), self.rank) if p)

    def restricted(self, is_one: bool) -> str:
        """With what happened to them, but without whose they are: "deals won in May with the highest amount"."""
        return " ".join(p for p in (self._said(is_one, (), self.done), self.rank) if p)

    def whole(self, is_one: bool) -> str:
        """With all that is known of them: "tickets of yours reported in October"."""
        whose = ("of yours",) if self.mine else ()
        return " ".join(p for p in (self._said(is_one, whose, self.done), self.rank) if p)

    def predicate(self) -> str:
        """As what is said of one thing behind "is": "in Berlin", "one of the managers in Berlin"."""
        only = self.behind[0].removeprefix(f"who {ARE} ").removeprefix(f"that {ARE} ") if len(self.behind) == 1 else ""
        says_more = self.before or self.done or self.kind or self.mine or self.rank
        return only if only and not says_more else f"one of {self.definite()}"

    def _said(self, is_one: bool, whose: tuple[str, ...], done: str = "") -> str:
        words = (*self.before, self.one if is_one else self.many, *whose, *self.behind, *([_relative(done)] if done else []))
        return " ".join(words).replace(ARE, "is" if is_one else "are")

    def definite(self, is_one: bool = False) -> str:
        """With an article: "your open tickets", "the tickets reported in October"."""
        is_one = is_one or self.first == 1
        number = str(self.first) if self.first is not None and not is_one else ""
        return " ".join(p for p in ("your" if self.mine else "the", number, self.restricted(is_one)) if p)


def _relative(done: str) -> str:
    """What happened, behind the noun: "reported in October", "who joined in October"."""
    return f"who {done}" if done.startswith(DOERS) else done
