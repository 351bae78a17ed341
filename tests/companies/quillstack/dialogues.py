"""The questions of Quillstack that go on, need a choice, or state a preference."""

from tests.companies import readings as r
from tests.companies.common import Row
from tests.companies.expect import Quiz, clarify, names, number, said
from tests.companies.truth import Facts, Person


def ask(quiz: Quiz) -> None:
    """Both halves of this part."""
    for part in (_ambiguous, _lookup_ambiguous_preference, _follow_up):
        part(quiz)


def _ambiguous(quiz: Quiz) -> None:
    quiz.about("hris", "ambiguous")
    quiz.pair(
        [_two_sams, lambda f, me, who: r.start(f, me, who)],
        ("Omar Haddad", ["When did Sam Carter start?", "the one in Sales"], "sam.carter2"),
        ("Petra Lund", ["start date of Sam Carter", "the Boston one"], "sam.carter"),
    )
    quiz.pair(
        [_two_sams, lambda f, me, who: r.manager(f, me, who)],
        ("Ivy Tran", ["Who does Sam Carter report to?", "the one on the Editor squad"], "sam.carter"),
        ("Miles Everett", ["Sam Carter's manager?", "the one in New York"], "sam.carter2"),
    )
    quiz.pair(
        [lambda f, me: clarify("Leah Stone", "Peter Stone"), lambda f, me, who: r.manager(f, me, who)],
        ("Theo Marsh", ["Who is Stone's manager?", "Leah"], "Leah Stone"),
        ("Ivy Tran", ["stone reports to whom", "Peter Stone"], "Peter Stone"),
    )
    quiz.pair(
        [lambda f, me: clarify("Rui Almeida", "Ines Almeida"), lambda f, me, who: r.title(f, me, who)],
        ("Leah Stone", ["What's Almeida's job title?", "Ines"], "Ines Almeida"),
        ("Petra Lund", ["job title of Almeida", "Rui Almeida"], "Rui Almeida"),
    )
    quiz.pair(
        [lambda f, me: clarify("Marta Lima", "Ana Lima"), lambda f, me, who: r.start(f, me, who)],
        ("Petra Lund", ["When did Lima join?", "Ana Lima"], "Ana Lima"),
        ("Theo Marsh", ["lima, start date", "Marta"], "Marta Lima"),
    )


def _lookup_ambiguous_preference(quiz: Quiz) -> None:
    quiz.about("hris", "lookup")
    quiz.plain(
        r.manager, (("Tom Whelan", "Who is Liz Cole's manager?", "Elizabeth Cole"), ("Ana Lima", "who does Bob Hale report to", "Robert Hale"))
    )
    quiz.about("crm", "ambiguous")
    quiz.pair(
        [lambda f, me: clarify("Larkfield Press", "Larkfield Schools"), r.account_owner],
        ("Ada Lindgren", ["Who owns Larkfield?", "Larkfield Schools"], "Larkfield Schools"),
        ("Katherine Bell", ["owner of the Larkfield account", "Press"], "Larkfield Press"),
    )
    quiz.pair(
        lambda f, me: clarify("Gil Moreno", "Tess Moreno"),
        ("Ada Lindgren", "What is Moreno's email address?"),
        ("Katherine Bell", "email of our contact Moreno"),
    )
    quiz.pair(
        lambda f, me: clarify("Bill Harmon", "Bill Ortiz"),
        ("Monica Reyes", "Which company does our contact Bill work for?"),
        ("Ada Lindgren", "contact Bill: which account is he at?"),
    )
    quiz.about("hris", "preference")
    quiz.pair(
        [lambda f, me: said("Ines Almeida"), lambda f, me: r.manager(f, me, "Ines Almeida")],
        ("Owen Bell", ["When I say Almeida I mean Ines Almeida.", "Who is Almeida's manager?"]),
        ("Grace Okoro", ["Almeida is always Ines Almeida for me", "almeida's manager?"]),
    )
    quiz.pair(
        [lambda f, me: said("hours"), lambda f, me: r.my_hours(f, me)],
        ("Tiago Mendes", ["Show my leave in hours from now on, please.", "How much vacation is left?"]),
        ("William Novak", ["I'd rather see time off in hours", "what vacation do I have left"]),
    )


def _follow_up(quiz: Quiz) -> None:
    quiz.about("hris", "follow_up")
    quiz.pair(
        [r.my_days, lambda f, me: r.my_hours(f, me), r.my_sick],
        ("Ines Almeida", ["How many days of vacation do I have left?", "in hours?", "and sick leave?"]),
        ("Hana Kim", ["vacation days I have left", "as hours", "sick leave?"]),
    )
    quiz.pair(
        [
            lambda f, me: r.my_reports_in(f, me, "Boston"),
            lambda f, me: r.my_reports_in(f, me, "Lisbon"),
            lambda f, me: number(p for p in f.reports(me) if p.city == "Lisbon"),
        ],
        ("Samir Patel", ["Which of my reports are in Boston?", "and Lisbon?", "how many is that"]),
        ("Omar Haddad", ["my reports in Boston", "in Lisbon?", "count them"]),
    )
    quiz.pair(
        [
            lambda f, me: r.manager(f, me, "Hana Kim"),
            lambda f, me: r.city(f, me, "Samir Patel"),
            lambda f, me: number(f.reports(f.person("Samir Patel"))),
        ],
        ("Theo Marsh", ["Who is Hana Kim's manager?", "and where is he based?", "how many direct reports does he have"]),
        ("Caio Nunes", ["manager of Hana Kim", "which city is he in", "number of his direct reports?"]),
    )
    quiz.pair(
        [
            lambda f, me: r.size(f, me, "Engineering"),
            lambda f, me: r.size(f, me, "Product"),
            lambda f, me: names(p for p in f.staff if p.department == "Product"),
        ],
        ("Ada Lindgren", ["How many people are in Engineering?", "Product?", "who are they"]),
        ("Omar Haddad", ["size of the Engineering department", "and of Product", "names"]),
    )
    quiz.pair(
        [
            lambda f, me: r.joined_count(f, me, "2022-01-01", "2022-12-31"),
            lambda f, me: r.joined(f, me, "2022-01-01", "2022-12-31"),
            lambda f, me: names(p for p in f.staff if p.start[:4] == "2022" and p.city == "Lisbon"),
        ],
        ("Nora Castell", ["how many people started in 2022?", "who?", "only Lisbon"]),
        ("Ada Lindgren", ["joiners of 2022, number", "list them", "just the ones in Lisbon"]),
    )
    quiz.pair(
        [lambda f, me: r.pending(f, me), lambda f, me: r.pending_count(f, me)],
        ("Monica Reyes", ["Which leave requests are pending in my team?", "how many are there?"]),
        ("Rui Almeida", ["pending leave, my team", "number?"]),
    )


def _two_sams(f: Facts, me: Person) -> Row:
    return clarify("Sam Carter", "Sam Carter")
