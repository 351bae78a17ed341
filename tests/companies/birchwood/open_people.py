"""The open half about people: who, where, since when, how many, what they cost; leave."""

from tests.companies import comparisons as c
from tests.companies import readings as r
from tests.companies.birchwood import sights as s
from tests.companies.common import Company
from tests.companies.expect import best, counts, counts2, denied, listed, money, names, ranked, share, table, value


def lines(company: Company) -> s.Lines:
    """This part, by group and skill."""
    return {
        ("hris", "lookup"): [
            ("Tessa Quinn", "hi, I'm fairly new - who is Katja Brüning's line manager?", lambda f, me: r.manager(f, me, "Katja Brüning")),
            ("Owen Pugh", "job title of Joanna Kowalczyk pls", lambda f, me: r.title(f, me, "Joanna Kowalczyk")),
            ("Gwen Tully", "Which depot does Emeka Obi work at?", s.place_or_city("Emeka Obi")),
            ("Leonie Baxter", "Could you give me Rosalind Tate's work email, please?", lambda f, me: r.work_mail(f, me, "Rosalind Tate")),
            ("Stefan Vogt", "Since when is Anke Möller with the company?", lambda f, me: r.start(f, me, "Anke Möller")),
            ("Aled Bevan", "what shift pattern is Grace Okafor on", lambda f, me: value("shift", s.shift(f.person("Grace Okafor")))),
            ("Owen Pugh", "who is Bernie's boss?", lambda f, me: r.manager(f, me, "Bernadette Walsh")),
            ("Farhan Ali", "Which crew does Samuel Adeyemi belong to?", lambda f, me: r.team(f, me, "Samuel Adeyemi")),
            ("Vikram Rao", "How many vacation days do I have remaining?", r.my_days),
            ("Priya Nair", "how much annual leave have I still got, in days", r.my_days),
            ("Emeka Obi", "my sick leave balance?", r.my_sick),
        ],
        ("hris", "filter"): [
            ("Sunil Shetty", "Any leave requests from my Bangalore team still pending?", lambda f, me: r.pending(f, me, "Bangalore")),
            ("Bernadette Walsh", "who in my team is off next week", lambda f, me: r.team_off(f, me, 1)),
            ("Marion Ashdown", "everyone in Leeds who started before 2018", s.people(lambda p: p.city == "Leeds" and p.start < "2018")),
            ("Dominic Shaw", "Who works remotely?", s.people(lambda p: p.place == "Remote")),
            ("Helen Yardley", "List everybody whose shift pattern is Night", s.people(lambda p: s.shift(p) == "Night")),
            (
                "Gareth Lloyd",
                "which of my direct reports are not based in Birmingham?",
                lambda f, me: names(p for p in f.reports(me) if p.city != "Birmingham"),
            ),
            ("Patricia Onyango", "Managers in Leeds, please.", lambda f, me: names(p for p in f.all_managers() if p.city == "Leeds")),
            ("Ines Brandt", "Who in Hamburg has the job title Disponent?", s.people(lambda p: p.city == "Hamburg" and "Disponent" in p.titles)),
            ("Meghna Rao", "Which crews have nobody in Birmingham?", lambda f, me: c.teams_without(f, me, "Birmingham")),
            ("Marion Ashdown", "which departments have more than 12 people", lambda f, me: c.groups_above(f, me, "department", 12)),
            ("Declan Roche", "Which managers have more direct reports than the average manager?", c.busy_managers),
        ],
        ("hris", "aggregate"): [
            ("Gwen Tully", "what's our current headcount?", s.how_many(lambda p: True)),
            ("Declan Roche", "How big is Transport, number of people?", lambda f, me: r.size(f, me, "Transport")),
            (
                "Peter Okoro",
                "What is the total base pay per year of the people in Leeds?",
                lambda f, me: money(f.cost(p for p in f.staff if p.city == "Leeds")),
            ),
            ("Marion Ashdown", "What is the total headcount cost for each of my managers?", r.cost_per_manager),
            ("Svenja Ott", "number of colleagues in Hamburg", lambda f, me: r.how_many_in(f, me, "Hamburg")),
        ],
        ("hris", "group"): [
            ("Helen Yardley", "headcount per city, leave out the remote people", lambda f, me: counts("city", [p.city for p in f.staff if p.city])),
            (
                "Declan Roche",
                "How many people are on each shift pattern? Only those who have one.",
                lambda f, me: counts("shift", [str(s.shift(p)) for p in f.staff if s.shift(p)]),
            ),
            (
                "Marion Ashdown",
                "people by department and city, without the remote ones",
                lambda f, me: counts2("department|city", [(p.department, p.city) for p in f.staff if p.city]),
            ),
            ("Dominic Shaw", "starters per year since 2019", lambda f, me: s.per_year(f, [p.start for p in f.staff if p.start >= "2019"])),
            ("Patricia Onyango", "how many people are in each crew of the Facilities department?", lambda f, me: r.per_team(f, me, "Facilities")),
        ],
        ("hris", "order"): [
            (
                "Jack Delaney",
                "who's been here the longest of all of us?",
                lambda f, me: best("name", [(p.name, r.days_since(f, p.start)) for p in f.staff]),
            ),
            (
                "Dominic Shaw",
                "The five most recent starters with their start date, newest first",
                lambda f, me: table(
                    "name|start", [[p.name, p.start] for p in sorted(f.staff, key=lambda p: p.start, reverse=True)[:5]], ordered=True
                ),
            ),
            (
                "Gwen Tully",
                "Which crew has the most people?",
                lambda f, me: best("team", [(t, sum(p.team == t for p in f.staff)) for t in dict.fromkeys(p.team for p in f.staff)]),
            ),
            (
                "Peter Okoro",
                "three best paid people in Hamburg by yearly base pay",
                lambda f, me: ranked("name|pay", [(p.name, sum(a for a, _ in p.pays)) for p in f.staff if p.city == "Hamburg"], 3),
            ),
        ],
        ("hris", "hop"): [
            ("Joanna Kowalczyk", "Who is the boss of Elif Kaya's boss?", lambda f, me: r.second_manager(f, me, "Elif Kaya")),
            ("Rekha Iyer", "email address of Owen Lloyd's manager", lambda f, me: r.work_mail(f, me, "Ravi Chandran")),
            ("Imogen Price", "In which city does the manager of Asha Pillai sit?", lambda f, me: s.city_of(f, "Sunil Shetty")),
            (
                "Leonie Baxter",
                "How many people sit below Patricia Onyango, all levels included?",
                lambda f, me: value("count", len(f.tree(f.person("Patricia Onyango")))),
            ),
            (
                "Colin Marsh",
                "Who else reports to the manager of Priya Nair?",
                lambda f, me: names(p for p in f.reports(f.person("Bernadette Walsh")) if p.name != "Priya Nair"),
            ),
            (
                "Marion Ashdown",
                "whose line manager sits in Hamburg",
                lambda f, me: names(p for p in f.staff if f.boss(p) and f.boss(p).city == "Hamburg"),
            ),
        ],
        ("hris", "time"): [
            ("Helen Yardley", "Who joined in the last 365 days?", lambda f, me: r.joined(f, me, f.days_ago(365), f.today)),
            ("Svenja Ott", "how many of us started this calendar year", lambda f, me: r.joined_count(f, me, "2026-01-01")),
            (
                "Helen Yardley",
                "who has left the company since the start of this fiscal year?",
                lambda f, me: names(p for p in f.everybody if not p.active and str(p.end) >= f.fiscal_year()[0]),
            ),
            ("Jürgen Möller", "Is anyone of my team on leave this week? Names", lambda f, me: r.team_off(f, me, 0)),
            ("Gwen Tully", "Who started between 1 January 2019 and 30 June 2019?", lambda f, me: r.joined(f, me, "2019-01-01", "2019-06-30")),
        ],
        ("hris", "derive"): [
            (
                "Marion Ashdown",
                "what share of our people is based in Leeds?",
                lambda f, me: share(sum(p.city == "Leeds" for p in f.staff), len(f.staff)),
            ),
            ("Kiran Naik", "How many full years has Ramesh Gowda been with us?", lambda f, me: r.full_years(f, me, "Ramesh Gowda")),
            (
                "Declan Roche",
                "By how many people is Transport bigger than Facilities?",
                lambda f, me: value("difference", sum((p.department == "Transport") - (p.department == "Facilities") for p in f.staff)),
            ),
            (
                "Peter Okoro",
                "average yearly base pay in the Line Haul Nord crew",
                lambda f, me: value("EUR", r.mean(sum(a for a, _ in p.pays) for p in f.staff if p.team == "Line Haul Nord")),
            ),
            (
                "Marion Ashdown",
                "average number of direct reports per manager",
                lambda f, me: value("average", r.mean(len(f.reports(m)) for m in f.all_managers())),
            ),
            ("Gwen Tully", "Facilities or Transport - which has more people?", lambda f, me: c.larger_of(f, me, "Facilities", "Transport")),
        ],
        ("hris", "absent"): [
            ("Jack Delaney", "How much annual leave have I got left?", r.my_days),
            ("Aled Bevan", "who manages Gregor Pratt?", r.nothing),
            (
                "Patricia Onyango",
                "Which of my direct reports work in Hamburg?",
                lambda f, me: listed("name", [p.name for p in f.reports(me) if p.city == "Hamburg"]),
            ),
        ],
        ("hris", "not_permitted"): [
            ("Chris Marsh", "what does Owen Pugh earn?", r.refused),
            ("Asha Pillai", "When is Farhan Ali's birthday?", r.refused),
            ("Stephen Hargreaves", "How many vacation days does Rosalind Tate have left?", r.refused),
            ("Svenja Ott", "base salary of Colin Marsh", r.refused),
            ("Gareth Lloyd", "private mobile number of Elif Kaya?", r.refused),
            ("Bernadette Walsh", "What is Priya Nair's base pay?", lambda f, me: s.pay_of(f, "Priya Nair")),
            ("Ines Brandt", "average salary in Transport?", lambda f, me: denied()),
        ],
        ("hris", "typo"): [
            ("Beatriz Lopes", "wat is the job titel of Michael Byrne", lambda f, me: r.title(f, me, "Michael Byrne")),
            ("Colin Marsh", "how many vacaton days do i hav left", r.my_days),
            ("Nina Petersen", "who is Raviy Chandran's maneger", lambda f, me: r.manager(f, me, "Ravi Chandran")),
            ("Lucy Hartmann", "poeple in Birmigham, how many", lambda f, me: r.how_many_in(f, me, "Birmingham")),
        ],
    }
