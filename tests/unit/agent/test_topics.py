"""What a question is about and what is asked at its end; who is known where, what is new or split: wordings and readings."""


from agent.catalogue import catalogue
from agent.phrasing.goals import say_goal
from tests.cases import each_case
from tests.unit.agent.directory import read_question

READ = {
    "the overdue tickets in project “Seawall”": ("Seawall: overdue tickets",),
    "the open opportunities with account “Juniper”": ("Juniper: open deals",),
    "the tickets in project “Lighthouse” and with type “Defect”": ("Lighthouse defects",),
    "the total revenue of account “Juniper” and with date in 2025": ("Juniper: revenue last year",),
    "the total balance of the invoiced overdue unpaid customer invoices": ("overdue invoices: amount owed in total",),
    "the candidates of the applications for job opening “Senior Buyer”": ("applicants for Senior Buyer",),
    "the candidates of the rejected applications for job opening “Senior Buyer”": ("rejected candidates for the Senior Buyer position",),
    "the employees in team “Rigging” and not (of the CRM users who are known in the CRM)": ("who in Rigging has no account in the CRM",),
    "the number of active employees in team “Rigging”": (
        "current headcount of the Rigging team", "how large is the Rigging team", "size of the Rigging team"),
    "the manager of employee “Ben Cole”": ("current manager of Ben Cole",),
    "the employees who joined in 2026": ("new employees this year",),
    "the number of open tickets by priority": (
        "Split the open tickets by priority", "distribution of open tickets by priority"),
    "the decided opportunities with account “Juniper”": ("What closed deals does Juniper have?",),
    "the number of employees who left in 2025": ("How many left us last year?",),
    "the number of employees who joined from 1 January 2021 on by year of start date": ("hires per year from 2021 on",),
    "the employees with job title “Welder”": ("everybody titled Welder",),
    "the employees in team “Rigging” and in “Porto”": ("who in Rigging works out of Porto",),
    "the employees managed by employee “Ben Cole”": ("who works for Ben Cole",),
    "the average yearly base pay of the yearly pays whose employee is among the employees in team “Rigging”": (
        "average yearly pay in Rigging per currency",),
    "the members of the group with the highest (number of active employees by department)": ("members of our biggest department",),
    "the employees who are not the assignee of the overdue tickets": ("people without an overdue ticket",),
    "the employees whose reporting line is employee “Ben Cole”": ("everyone below Ben Cole", "everyone below Ben Cole in the org chart"),
    "for each of the managers managed by you: the total yearly base pay of the yearly pays by employee’s reporting line": (
        "for each manager reporting to me: headcount cost",),
    "for each of your direct reports: the yearly base pay; highest yearly base pay first": ("rank my direct reports by salary",),
    "for each of your direct reports: the work location’s city, (the number of overdue tickets by assignee’s own employee)": (
        "each of my direct reports with city and overdue tickets",),
    "the tenure in full years of employee “Ben Cole”": ("full years of service of Ben Cole",),
    "the invoices of account “Juniper”": ("invoices within Juniper",),
    "the start date of employee “Ben Cole”": ("On which day did Ben Cole start?",),
    "the recruiter of job opening “Senior Buyer”": ("Which recruiter looks after Senior Buyer?",),
    "the total revenue with date from 1 January to 20 November 2026": ("revenue this year to date",),
    "the number of rejected applications by reject reason": ("How many applications were rejected for each reason?",),
    "the number of completed interviews whose application is among the applications of employee “Ben Cole”": (
        "rounds of interview that Ben Cole went through",),
    "the candidates of the applications for job opening “Senior Buyer” and without interviews": (
        "applicants for Senior Buyer without an interview",),
    "the tickets of the employees in “Porto”": ("tickets assigned to people working in Porto",),
}
UNREAD = (                              # near them, and asked for something else or for nothing
    "Seawall: tickets in Lighthouse", "open tickets Seawall", "tickets, invoices", "open tickets, open deals", "my tickets, my deals",
    "Ana Ruiz, Ben Cole", "Juniper: my open tickets", "my reports who", "current", "current revenue", "current joiners", "current tickets",
    "new tickets", "new people", "list new employees", "split the headcount", "gender split", "split by department",
    "defects as a percentage of invoices", "tickets as a percentage of defects", "the tracker knows", "Ana Ruiz knows", "nobody in Lisbon",
    "people who don't work", "candidates for Lighthouse", "candidates for Ana Ruiz", "how many joined", "size of INV-77", "days of tickets",
    "total of deals and invoices", "average amount and number of tickets", "mean amount over all the deals we have won", "everyone below",
    "people under 30", "tickets under Sev1", "overdue tickets as a share of the deals", "number of people in Rigging and in Lighthouse",
    "deals owned by people based",
)


@each_case(("question", "said"), [(q, said) for said, wordings in READ.items() for q in wordings])
def test_a_wording_is_understood_as_said_and_as_nothing_else(question, said):
    assert [say_goal(catalogue(), g) for g in read_question(question).goals] == [said]


@each_case("question", UNREAD)
def test_what_says_too_little_or_too_much_has_no_reading(question):
    assert read_question(question).goals == ()
