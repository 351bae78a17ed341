"""Wordings that say of whom something is: of every one, of those a clause tells of, of them, of whom one has; and what they must not be taken for."""


from agent.catalogue import catalogue
from agent.phrasing.goals import say_goal
from tests.cases import each_case
from tests.unit.agent.directory import read_question

MEANT = {
    "Is anyone in my team off next week? Who?": ["the employees who are in your team and who are off from 23 November to 29 November 2026"],
    "Is anyone in my team off next week, and who?": ["the employees who are in your team and who are off from 23 November to 29 November 2026"],
    "Are any deals overdue? If so, which ones?": ["the overdue opportunities"],
    "Number of open tickets for every person in the Rigging team": [
        "for each of the employees in team “Rigging”: the number of open tickets by assignee’s own employee"],
    "how many open tickets are assigned to every member of my team": [
        "for each of the employees who are in your team: the number of open tickets by assignee’s own employee"],
    "total amount of every open deal": ["the total amount of the open opportunities"],
    "headcount cost for each manager who reports to me": [
        "for each of the managers managed by you: the total yearly base pay of the yearly pays by employee’s reporting line"],
    "open tickets per project that are overdue": ["the number of open overdue tickets by project"],
    "who is Ana Ruiz reporting to": ["the manager of employee “Ana Ruiz”"],
    "What is the role of Ana Ruiz?": ["the job title of the employments of employee “Ana Ruiz”"],
    "role of my manager": ["the job title of the employments of your manager"],
    "who is the recruiter for the Senior Buyer role": ["the recruiter of job opening “Senior Buyer”"],
    "headcount cost of contractors": ["the total yearly base pay of the yearly pays whose employee is among the contracting employees"],
    "headcount cost of everyone in the Rigging team": [
        "the total yearly base pay of the yearly pays whose employee is among the employees in team “Rigging”"],
    "headcount cost of my manager": [
        "the total yearly base pay of the yearly pays whose employee is among the employees whose reporting line is your manager"],
    "tickets reported by each person in my team": [
        "for each of the employees who are in your team: the number of tickets by creator’s own employee"],
    "headcount per department that has more than five people": [
        "for each of the groups with more than 5 employees by department: the number of active employees by department"],
    "managers of people who joined this year": ["the managers of the employees who joined in 2026"],
    "what is the headcount of each of my managers": [
        "for each of the managers managed by you: the number of active employees by reporting line"],
}
NOT_READ = (
    "headcount by department for people who joined this year",          # of them by department, or of the departments that they joined?
    "which open tickets does each of my reports have", "which open tickets are assigned to each of my reports",      # the tickets, not how many
    "headcount cost of managers",                                       # what they are paid, or what they lead?
    "number of tickets of every status", "number of tickets for each assignee who reports to Ana Ruiz",
    "are there overdue tickets and who?",
    "leads created by each seller", "tickets created by each person in my team last month",     # who owns them need not have created them
)


@each_case("question", MEANT)
def test_of_whom_it_is_said_is_read(question):
    assert [say_goal(catalogue(), goal) for goal in read_question(question).goals] == MEANT[question]


@each_case("question", NOT_READ)
def test_what_may_be_said_of_others_is_not_read(question):
    assert read_question(question).goals == ()
