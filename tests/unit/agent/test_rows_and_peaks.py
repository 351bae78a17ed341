"""Who has the most of something, rows with something of each, shares, currencies, users of apps: wordings, and what they are understood as."""


from agent.catalogue import catalogue
from agent.phrasing.goals import say_goal
from tests.cases import each_case
from tests.unit.agent.directory import read_question

READ = {
    "for each of the employees: the tenure; longest tenure first; the first 1": (
        "Who has been here the longest?", "who has been with us the longest", "Which colleague has been here the longest?"),
    "for each of the employees: the tenure; longest tenure first; the first 4": ("Which four people have been here the longest?",),
    "for each of your open opportunities: the amount; highest amount first; the first 1": (
        "Which of my open deals is the largest?", "which of my open opportunities is the most valuable"),
    "for each of the opportunities: the amount; highest amount first; the first 2": ("Which two deals are the biggest?",),
    "for each of your direct reports: the yearly base pay; highest yearly base pay first; the first 1": (
        "Which of my direct reports earns the most?",),
    "the average tenure of your active direct reports": ("average tenure of my direct reports", "What is the average tenure of my direct reports?"),
    "the total yearly base pay of the yearly pays whose employee is among your direct reports": ("What is the headcount cost of my direct reports?",),
    "the number of employees by work location’s city; highest number of employees first; the first 1": (
        "Which city has the most employees?", "what town has the most people"),
    "for each of the teams: the number of active employees by team; highest (number of active employees by team) first; the first 1": (
        "What is the biggest team?", "largest team"),
    "the share of those in “Porto” among the employees in department “Finance”": (
        "What percentage of the Finance department works in Porto?", "what share of the Finance department is in Porto"),
    "the number of employees who joined in 2025": ("How many of us joined in 2025?",),
    "the unpaid invoices in GBP": ("open invoices in pounds", "Which invoices in GBP are open?", "list the unpaid invoices in pounds"),
    "your direct reports not (of the CRM users who are known in the CRM)": (
        "Which of my direct reports are not in the CRM?", "Who of my reports has no user in the CRM?"),
    "the employees in team “Rigging” and not (of the ticketing users who are known in the ticketing app)": (
        "Who in the Rigging team is not a user of the issue tracker?", "people in Rigging without a user in the ticketing system",
        "Who in Rigging does not exist as a user in the ticketing system?"),
    "the days overdue of invoice “INV-77”": ("By how many days is INV-77 overdue?", "How many days is INV-77 late?"),
    "the tenure in full years of employee “Ben Cole”": ("How many full years has Ben Cole been here?",
        "for how many whole years has Ben Cole been with us"),
    "for each of your direct reports in “Porto”: (the number of tickets by assignee’s own employee), "
    "(the number of completed interviews by application’s candidate’s own employee)": (
        "tickets assigned and interview rounds for each of my reports in Porto",
        "number of tickets and interview rounds for every one of my reports in Porto",
        "my reports in Porto: how many tickets does each one have, and how many rounds of interview did each have",
        "my reports in Porto: assigned tickets and interview rounds for each"),
    "for each of your direct reports: the start date, (the number of open opportunities by owner’s own employee)": (
        "each of my direct reports with start date and number of open deals", "my direct reports with start date and number of open deals each"),
    "the number of tickets reported from 1 May to 20 November 2026 by project": (
        "How many tickets were reported per project since May?",),
    "the owner of the accounts of the customer of ticket “ATL-12”": ("Who is the account owner of the customer behind ATL-12?",),
    "the city of the work location of employee “Ben Cole”": (
        "Which city does Ben Cole work in?", "In which city does Ben Cole work?", "What city is Ben Cole in?"),
    "the city of the work location of the manager of employee “Ben Cole”": ("In which city does Ben Cole's manager work?",),
    "for each of your direct reports: the start date; earliest start date first": (
        "my direct reports ordered by start date, oldest first",),
    "your open leads with source “Webinar”": ("Which of my open leads came from a webinar?", "my open leads that came through a webinar"),
    "the manager of employee “Cleo Diaz”": ("name of Cleo Diaz's boss please",),
    "the unassigned tickets in project “Seawall” that are not closed": (
        "tickets in Seawall that nobody is assigned to and that are not closed", "unassigned tickets in Seawall which are not closed"),
    "the number of customer invoices that are of any status by status": (
        "customer invoices per status, drafts and voids included",
        "How many customer invoices are there in each status, including drafts and voids?"),
    "the candidates of the applications for job opening “Senior Buyer” that are applied": (
        "Which candidates applied for Senior Buyer?", "Who applied for the Senior Buyer position?"),
    "the number of candidates of the applications applied in 2025": ("How many people applied in 2025?",),
    "the number of active applications by current stage’s stage": ("active applications by stage", "number of active applications per stage"),
    "the balance in days of your vacation balances": (
        "vacation days left", "How many vacation days do I have?", "days of vacation left?"),
    "the balance in hours of the sick balances of employee “Ana Ruiz”": ("How many hours of sick leave does Ana Ruiz have?",),
    "the number of employees of account “Juniper”": ("How many employees does Juniper have?", "How many employees does the account Juniper have"),
    "the employees with job title “Welder”": ("everybody whose job title is Welder", "people whose role is Welder"),
    "the total balance in USD of the invoiced overdue invoices": ("Total owed to us on overdue invoices, converted to USD",),
    "the number of unpaid invoices in EUR": ("How many invoices in euros are open?",),
    "your leads": ("my leads", "list my leads"),
    "the number of open job openings by recruiter; highest number of open job openings first; the first 1": (
        "Which recruiter has the most open jobs?", "recruiter with the most open positions"),
    "the number of open tickets by assignee; lowest number of open tickets first; the first 1": ("Which assignee has the fewest open tickets?",),
    "the number of open opportunities by account’s owner; highest number of open opportunities first; the first 1": (
        "Which account owner has the most open deals?",),
    "for each of the managers: the number of open job openings by hiring manager’s own employee; "
    "highest (number of open job openings by hiring manager’s own employee) first; the first 1": ("Which manager has the most open jobs?",),
    "the job title of the employments of the employees of the owner of account “Juniper”": (
        "role of the account owner of Juniper", "What is the job title of Juniper's account owner?"),
    "the start date of the employees of the assignee of ticket “ATL-12”": ("start date of the assignee of ATL-12",),
}
UNREAD = (                              # near them, and asked for something else or for nothing
    "three people", "3 customers by revenue", "tickets assigned Pia Lindqvist", "Which of all people has the start date?", "the most employees",
    "people in the most", "my accounts by won deals", "Which recruiter has the most candidates?", "interviews as interviewer",
    "my yearly base pay of Lisbon, hourly rate of Ana",
)


@each_case(("question", "said"), [(q, said) for said, wordings in READ.items() for q in wordings])
def test_a_wording_is_understood_as_said_and_as_nothing_else(question, said):
    assert [say_goal(catalogue(), g) for g in read_question(question).goals] == [said]


@each_case("question", UNREAD)
def test_what_says_too_little_has_no_reading(question):
    assert read_question(question).goals == ()
