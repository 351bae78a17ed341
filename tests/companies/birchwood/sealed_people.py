"""The sealed half about people: who, where, since when, how many, what they cost; leave."""

from collections import Counter

from tests.companies import readings as r
from tests.companies.birchwood import sights as s
from tests.companies.common import Company, Row
from tests.companies.expect import best, counts, counts2, listed, money, names, no_record, number, share, table, value


def lines(company: Company) -> s.Lines:
    """This part, by group and skill."""
    return _facts() | _figures() | _limits()


def _facts() -> dict[tuple[str, str], list[s.Line]]:
    return {
        ("hris", "lookup"): [
            ("Tessa Quinn", "hey, who do I report to?", lambda f, me: r.manager(f, me, "Tessa Quinn")),
            ("Nina Petersen", "Yusuf Demir - which crew is he in?", lambda f, me: r.team(f, me, "Yusuf Demir")),
            ("Ramesh Gowda", "Kindly tell me the designation, I mean job title, of Robert Finch", lambda f, me: r.title(f, me, "Robert Finch")),
            ("Katja Brüning", "need the work e-mail of Imogen Price asap", lambda f, me: r.work_mail(f, me, "Imogen Price")),
            ("Peter Okoro", "on which date did Vikram Rao come on board?", lambda f, me: r.start(f, me, "Vikram Rao")),
            ("Sabine Kluge", "At which depot does Divya Shetty sit?", s.place_or_city("Divya Shetty")),
            ("Jack Delaney", "Colin Marsh's shift pattern?", lambda f, me: value("shift", s.shift(f.person("Colin Marsh")))),
            ("Elif Kaya", "what's Mick Byrne's role, his job title", lambda f, me: r.title(f, me, "Michael Byrne")),
            ("Grace Okafor", "how many days holiday do I still have to take this year", r.my_days),
            ("Anke Möller", "Please tell me my remaining vacation days, thx", r.my_days),
            ("Chris Marsh", "sick days I have left?", r.my_sick),
            ("Rekha Iyer", "What department is Leonie Baxter in?", lambda f, me: r.department(f, me, "Leonie Baxter")),
        ],
        ("hris", "filter"): [
            ("Sunil Shetty", "Tell me the pending time off requests for my team members in Bengaluru", lambda f, me: r.pending(f, me, "Bangalore")),
            (
                "Bernadette Walsh",
                "Which of my direct reports in Leeds are still waiting for an answer on their leave? with dates",
                lambda f, me: r.pending(f, me, "Leeds"),
            ),
            (
                "Fiona Carmichael",
                "who joined after 2022 and isn't in Transport",
                s.people(lambda p: p.start >= "2023" and p.department != "Transport"),
            ),
            ("Marion Ashdown", "anybody with the title Bookkeeper, names please", s.people(lambda p: "Bookkeeper" in p.titles)),
            ("Ravi Chandran", "Who works at the Yelahanka Annexe?", s.people(lambda p: p.place == "Yelahanka Annexe")),
            (
                "Svenja Ott",
                "Shared Services colleagues who are in Leeds or Hamburg",
                s.people(lambda p: p.department == "Shared Services" and p.city in ("Leeds", "Hamburg")),
            ),
            (
                "Marion Ashdown",
                "crews with fewer than four people?",
                lambda f, me: listed("crew", [t for t, n in Counter(p.team for p in f.staff).items() if n < 4]),
            ),
            (
                "Helen Yardley",
                "Which managers have no direct report in Birmingham?",
                lambda f, me: names(m for m in f.all_managers() if not any(p.city == "Birmingham" for p in f.reports(m))),
            ),
            ("Rosalind Tate", "Leeds people with shift pattern Early", s.people(lambda p: p.city == "Leeds" and s.shift(p) == "Early")),
            ("Sunil Shetty", "Is someone of my team away next week, and who?", lambda f, me: r.team_off(f, me, 1)),
            ("Dominic Shaw", "List all managers based in Birmingham", lambda f, me: names(m for m in f.all_managers() if m.city == "Birmingham")),
        ],
        ("hris", "hop"): [
            ("Aled Bevan", "which crew is Emeka Obi's manager in", lambda f, me: r.team(f, me, "Rosalind Tate")),
            ("Farhan Ali", "name of the manager of Priya Nair's manager", lambda f, me: r.second_manager(f, me, "Priya Nair")),
            (
                "Marion Ashdown",
                "Everyone whose manager is based in Bengaluru",
                lambda f, me: names(p for p in f.staff if f.boss(p) and f.boss(p).city == "Bangalore"),
            ),
            (
                "Helen Yardley",
                "size of Declan Roche's organisation, direct and indirect reports together",
                lambda f, me: number(f.tree(f.person("Declan Roche"))),
            ),
            ("Emeka Obi", "What job title does Lucy Hartmann's boss have?", lambda f, me: r.title(f, me, "Fiona Carmichael")),
            (
                "Gareth Lloyd",
                "colleagues who have the same manager as Svenja Ott, without her",
                lambda f, me: names(p for p in f.reports(f.person("Helen Yardley")) if p.name != "Svenja Ott"),
            ),
        ],
        ("hris", "time"): [
            ("Helen Yardley", "Who joined us between October and December 2025?", lambda f, me: r.joined(f, me, "2025-10-01", "2025-12-31")),
            ("Meghna Rao", "number of people who started in the previous fiscal year", lambda f, me: r.joined_count(f, me, *f.fiscal_year(-1))),
            (
                "Helen Yardley",
                "Leavers in 2026, who were they?",
                lambda f, me: names(p for p in f.everybody if not p.active and str(p.end)[:4] == "2026"),
            ),
            ("Gwen Tully", "people who have been with us for more than ten years", s.people(lambda p: p.start < "2016-10-15")),
            ("Patricia Onyango", "Who of my direct reports is on leave this week?", lambda f, me: names(f.off(f.reports(me), *f.week()))),
        ],
    }


def _figures() -> dict[tuple[str, str], list[s.Line]]:
    return {
        ("hris", "aggregate"): [
            ("Ramesh Gowda", "What is the total number of people in the Facilities department?", lambda f, me: r.size(f, me, "Facilities")),
            ("Stefan Vogt", "how many managers do we have?", lambda f, me: number(f.all_managers())),
            ("Owen Lloyd", "Number of direct reports of Declan Roche", lambda f, me: number(f.reports(f.person("Declan Roche")))),
            (
                "Alan Whitcombe",
                "sum of yearly base pay for everyone in Hamburg?",
                lambda f, me: money(f.cost(p for p in f.staff if p.city == "Hamburg")),
            ),
            ("Patricia Onyango", "total headcount cost for each one of my managers please", r.cost_per_manager),
            ("Marion Ashdown", "For every manager of mine: what is their headcount cost?", r.cost_per_manager),
            (
                "Marion Ashdown",
                "average annual base pay of the Warehouse crew",
                lambda f, me: value("GBP", r.mean(sum(a for a, _ in p.pays) for p in f.staff if p.team == "Warehouse")),
            ),
        ],
        ("hris", "group"): [
            ("Fiona Carmichael", "split our headcount by department", r.per_department),
            (
                "Svenja Ott",
                "How do the people in Hamburg spread over the departments?",
                lambda f, me: counts("department", [p.department for p in f.staff if p.city == "Hamburg"]),
            ),
            ("Declan Roche", "Direct reports per manager within Transport", lambda f, me: r.report_counts(f, me, "Transport")),
            (
                "Helen Yardley",
                "Since 1 January 2020, how many joined each department?",
                lambda f, me: counts("department", [p.department for p in f.staff if p.start >= "2020"]),
            ),
            (
                "Bernadette Walsh",
                "shift pattern by city: how many people, only those with both",
                lambda f, me: counts2("shift|city", [(str(s.shift(p)), p.city) for p in f.staff if s.shift(p) and p.city]),
            ),
        ],
        ("hris", "order"): [
            (
                "Kiran Naik",
                "who's the newest member of Night Dispatch?",
                lambda f, me: best("name", [(p.name, float(p.start.replace("-", ""))) for p in f.staff if p.team == "Night Dispatch"]),
            ),
            (
                "Rosalind Tate",
                "The Hamburg people sorted by start date, earliest first",
                lambda f, me: table(
                    "name", [[p.name] for p in sorted((p for p in f.staff if p.city == "Hamburg"), key=lambda p: p.start)], ordered=True
                ),
            ),
            (
                "Gwen Tully",
                "which manager has the largest number of direct reports",
                lambda f, me: best("name", [(m.name, len(f.reports(m))) for m in f.all_managers()]),
            ),
            (
                "Marion Ashdown",
                "the two lowest paid people in Bangalore by base pay a year",
                lambda f, me: names(sorted((p for p in f.staff if p.city == "Bangalore"), key=lambda p: p.pays[0][0])[:2]),
            ),
        ],
        ("hris", "derive"): [
            (
                "Declan Roche",
                "What percentage of our people has the shift pattern Night?",
                lambda f, me: share(sum(s.shift(p) == "Night" for p in f.staff), len(f.staff)),
            ),
            ("Patricia Onyango", "average number of people in a crew", lambda f, me: value("average", len(f.staff) / len({p.team for p in f.staff}))),
            ("Jack Delaney", "how many full years has Aled Bevan worked here", lambda f, me: r.full_years(f, me, "Aled Bevan")),
            (
                "Helen Yardley",
                "how many more people do we have in Leeds than in Hamburg?",
                lambda f, me: value("difference", sum((p.city == "Leeds") - (p.city == "Hamburg") for p in f.staff)),
            ),
            (
                "Sunil Shetty",
                "How many hours of leave in total are pending in my team?",
                lambda f, me: value("hours", sum(x[3]["amount"] for x in f.leave(f.team(me), "REQUESTED"))),
            ),
            (
                "Marion Ashdown",
                "Departments that are larger than the average department",
                lambda f, me: _larger(Counter(p.department for p in f.staff)),
            ),
        ],
    }


def _larger(sizes: Counter[str]) -> Row:
    """Groups above the average size."""
    return listed("group", [g for g, n in sizes.items() if n > r.mean(sizes.values())])


def _limits() -> dict[tuple[str, str], list[s.Line]]:
    return {
        ("hris", "absent"): [
            ("Robert Finch", "remaining vacation days, mine", r.my_days),
            ("Gwen Tully", "shift pattern of Rekha Iyer?", lambda f, me: value("shift", s.shift(f.person("Rekha Iyer")))),
            ("Lucy Hartmann", "who does Hildegard Fuchs report to", r.nothing),
            ("Leonie Baxter", "Who is Marion Ashdown's manager?", lambda f, me: no_record()),
            ("Sunil Shetty", "my direct reports in Leeds", lambda f, me: listed("name", [p.name for p in f.reports(me) if p.city == "Leeds"])),
        ],
        ("hris", "not_permitted"): [
            ("Colin Marsh", "how much does my manager make a year?", r.refused),
            ("Leonie Baxter", "home city of Imogen Price, where does she live?", r.refused),
            ("Meghna Rao", "how many vacation days has Stefan Vogt got left", r.refused),
            ("Meghna Rao", "How many vacation days has Asha Pillai got left?", lambda f, me: r.their_days(f, me, "Asha Pillai")),
            ("Sunil Shetty", "Divya Shetty's remaining vacation days?", r.refused),
            ("Jürgen Möller", "What do we pay Katja Brüning?", lambda f, me: s.pay_of(f, "Katja Brüning")),
            ("Owen Lloyd", "date of birth of Tessa Quinn", r.refused),
            ("Aled Bevan", "Who are the three best paid people in Leeds?", r.refused),
        ],
        ("hris", "typo"): [
            ("Joanna Kowalczyk", "who is teh manger of Asha Pilai", lambda f, me: r.manager(f, me, "Asha Pillai")),
            ("Svenja Ott", "how much vacaiton do i have remianing, days", r.my_days),
            ("Gwen Tully", "whos in teh Fleet UK crew", lambda f, me: r.members(f, me, "Fleet UK")),
            ("Thomas Bexley", "strat date of Owen Pugh?", lambda f, me: r.start(f, me, "Owen Pugh")),
        ],
    }
