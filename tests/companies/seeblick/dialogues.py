"""The questions of Seeblick Kliniken that go on, need a choice, or state a preference."""

from tests.companies import readings as r
from tests.companies.expect import Quiz, clarify, names, number, said


def ask(quiz: Quiz) -> None:
    """Both halves of this part."""
    for part in (_ambiguous, _preference, _follow_up):
        part(quiz)


def _ambiguous(quiz: Quiz) -> None:
    meiers = ("Sandra Meier", "Lukas Meier", "Anna Meier")
    quiz.about("hris", "ambiguous")
    quiz.pair(
        [lambda f, me: clarify(*meiers), lambda f, me, who: r.title(f, me, who)],
        ("Karin Schmid", ["What is Meier's job title?", "Lukas"], "Lukas Meier"),
        ("Julia Brandt", ["which job title does Meier have", "Sandra Meier"], "Sandra Meier"),
    )
    quiz.pair(
        [lambda f, me: clarify("Anna Meier", "Anna Gerber"), lambda f, me, who: r.manager(f, me, who)],
        ("Urs Wyss", ["Who is Anna's manager?", "Anna Gerber"], "Anna Gerber"),
        ("Patrick Odermatt", ["who does Anna report to", "the one from Ward North"], "Anna Meier"),
    )
    quiz.pair(
        [lambda f, me: clarify("Thomas Graf", "Thomas Weber"), lambda f, me, who: r.start(f, me, who)],
        ("Silvia Rossi", ["When did Thomas start?", "Weber"], "Thomas Weber"),
        ("Laura Bianchi", ["start date of Thomas?", "Thomas Graf"], "Thomas Graf"),
    )
    quiz.about("crm", "ambiguous")
    quiz.pair(
        [lambda f, me: clarify("Rheintal Spitex", "Rheintal Labor"), r.account_owner],
        ("Regula Ammann", ["Who owns Rheintal?", "Rheintal Labor"], "Rheintal Labor"),
        ("Karin Schmid", ["owner of the Rheintal account?", "Spitex"], "Rheintal Spitex"),
    )
    quiz.pair(
        lambda f, me: clarify("Hans Bärtschi", "Hans Pichler"),
        ("Regula Ammann", "What is Hans's email address?"),
        ("Monika Egger", "e-mail of Hans at our customer?"),
    )


def _preference(quiz: Quiz) -> None:
    quiz.about("hris", "preference")
    quiz.pair(
        [lambda f, me: said("Anna Gerber"), lambda f, me: r.manager(f, me, "Anna Gerber")],
        ("Beatrice Moser", ["When I say Anna I mean Anna Gerber.", "Who is Anna's manager?"]),
        ("Tim Schuster", ["by Anna I always mean Anna Gerber", "who does Anna report to"]),
    )
    quiz.pair(
        [lambda f, me: said("hours"), lambda f, me: r.my_hours(f, me)],
        ("Kai Neumann", ["Please show me time off in hours from now on.", "How much vacation do I have left?"]),
        ("Mirjam Stocker", ["I prefer hours when it is about leave", "my remaining vacation?"]),
    )
    quiz.pair(
        [
            lambda f, me: said("Critical"),
            lambda f, me: number(t for t in f.tickets if t.is_open and t.priority == "Critical" and (t.kind == "Incident")),
        ],
        ("Reto Bühler", ["When I say urgent incidents I mean Critical incidents.", "How many urgent incidents are open?"]),
        ("Simon Arnold", ["urgent incidents are Critical incidents for me", "number of open urgent incidents"]),
    )


def _follow_up(quiz: Quiz) -> None:
    ask_days, ask_hours = (r.my_days, lambda f, me: r.my_hours(f, me))
    quiz.about("hris", "follow_up")
    quiz.pair(
        [ask_days, ask_hours, r.my_sick],
        ("Livia Sutter", ["How many vacation days do I have left?", "and in hours?", "sick leave?"]),
        ("Andreas Hess", ["my vacation balance in days", "in hours please", "what about sick leave"]),
    )
    quiz.pair(
        [
            lambda f, me: r.how_many_in(f, me, "Konstanz"),
            lambda f, me: r.how_many_in(f, me, "Freiburg"),
            lambda f, me: r.people_in(f, me, "Freiburg"),
        ],
        ("Regula Ammann", ["How many people work in Konstanz?", "and in Freiburg?", "who are they?"]),
        ("Heike Lorenz", ["headcount Konstanz", "Freiburg?", "list them"]),
    )
    quiz.pair(
        [
            lambda f, me: r.my_reports(f, me),
            lambda f, me: names(p for p in f.reports(me) if p.city != "Konstanz"),
            lambda f, me: number(p for p in f.reports(me) if p.city != "Konstanz"),
        ],
        ("Sandra Meier", ["Who reports to me?", "only the ones not in Konstanz", "how many is that?"]),
        ("Stefan Huber", ["list my direct reports", "without those in Konstanz", "how many are left?"]),
    )
    quiz.pair(
        [lambda f, me: r.size(f, me, "Ward North"), lambda f, me: r.size(f, me, "Ward South"), lambda f, me: r.members(f, me, "Ward South")],
        ("Ruth Baumann", ["How many people are on Ward North?", "and Ward South", "names?"]),
        ("Beatrice Moser", ["Ward North - number of people", "same for Ward South", "who is that"]),
    )
    quiz.pair(
        [lambda f, me: r.joined_count(f, me, "2023-01-01", "2023-12-31"), lambda f, me: r.joined_count(f, me, "2022-01-01", "2022-12-31")],
        ("Monika Egger", ["How many people started in 2023?", "in 2022?"]),
        ("Karin Schmid", ["number of starters 2023", "and the year before?"]),
    )
    quiz.pair(
        [lambda f, me: r.pending(f, me), lambda f, me: r.pending(f, me, "Konstanz"), lambda f, me: r.pending_count(f, me, "Konstanz")],
        ("Sandra Meier", ["pending leave requests in my team", "just Konstanz", "how many?"]),
        ("Lukas Meier", ["Which time off requests of my team are pending?", "only Konstanz please", "count them"]),
    )
