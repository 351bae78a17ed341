"""HR: employees and groups. Home, pay group and all that is private, pay or protected stays out; private addresses are keyed hashes."""

from collections.abc import Mapping

from ingest import readings
from ingest.projections.table import Projection, one_of

_TEXT = readings.text

MODELS: Mapping[str, Projection] = {
    "hris/Employee": Projection(
        ("display_full_name", "first_name last_name"),
        aliases=("first_name last_name", "preferred_name", "preferred_name last_name", "employee_number"),
        email=("work_email", readings.address),
        search={"family_name": ("last_name", _TEXT), "employee_number": ("employee_number", _TEXT), "status": ("employment_status", _TEXT)},
        joins={"work_email": ("mail", _TEXT), "personal_email": ("mail", _TEXT),
               "mobile_phone_number": ("phone", readings.mobile), "username": ("login", _TEXT), "date_of_birth": ("born", readings.day)},
        edges={"manager": "REPORTS_TO", "team": "MEMBER_OF", "groups": "IN_GROUP", "work_location": "WORKS_AT", "company": "EMPLOYED_BY"},
        without={"home_location": "where somebody lives is private (class B)", "pay_group": "who is in which pay group is pay (class C)",
                 "employments": "the employment names its employee itself"}),
    "hris/Employment": Projection(
        search={"title": ("job_title", _TEXT)}, values={"job_title": ("job_title", _TEXT)}, edges={"employee": "OF_EMPLOYEE"},
        without={"pay_group": "who is in which pay group is pay (class C)"}),
    "hris/Team": Projection(("name",), edges={"parent_team": "PART_OF"}),
    "hris/Group": Projection(("name",), edges={"parent_group": "PART_OF"}),
    "hris/Company": Projection(
        ("display_name", "legal_name"), aliases=("legal_name",),
        joins={"eins": ("tax", readings.texts), "display_name": ("called", _TEXT), "legal_name": ("called", _TEXT)}),
    "hris/Location": Projection(
        ("name", "city"), aliases=("city",), search={"city": ("city", _TEXT), "country": ("country", _TEXT)},
        values={"city": ("city", _TEXT), "name": ("name", _TEXT)},
        visible_when={"location_type": one_of("WORK")}),
    "hris/TimeOff": Projection(
        edges={"employee": "OF_EMPLOYEE"}, restricted=True,
        without={"approver": "for the person and their manager (class B-dates), and it is read live"}),
    "hris/TimeOffBalance": Projection(edges={"employee": "OF_EMPLOYEE"}, restricted=True),
    "hris/EmployeePayrollRun": Projection(edges={"employee": "OF_EMPLOYEE", "payroll_run": "PART_OF"}, restricted=True),
    "hris/PayrollRun": Projection(restricted=True),
    "hris/Benefit": Projection(
        edges={"employee": "OF_EMPLOYEE"}, restricted=True, without={"employer_benefit": "which plan a person has is not for everybody (class X)"}),
}

LEFT_OUT: Mapping[str, str] = {
    "hris/BankInfo": "account and routing numbers are never imported (class E); nobody looks a bank account up by name",
    "hris/Dependent": "relatives of an employee are private (class B) and no subject of questions by name",
    "hris/PayGroup": "who is in which pay group is pay (class C), so its name would find nothing that may be shown",
    "hris/EmployerBenefit": "benefit plans are not classified (class X), and the benefits of a person do not lead to them",
    "hris/TimesheetEntry": "hours of one person on one day (class B): nothing to find them by, and more of them than of all else together",
}
