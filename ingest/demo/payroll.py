"""Pay runs, benefits, dependents and bank details of the demo company: private by nature, there so that refusing can be seen."""

from datetime import timedelta

from ingest.demo.people import COLLEAGUES, Colleague, employee_id
from ingest.demo.register import Register, identity, moment, nested, number, stamp

_BENEFITS = (("MEDICAL", "Great Lakes Health", 84.0, 236.0), ("RETIREMENT", "Harbourfront Pension", 210.0, 210.0))
_RUNS = (("2026-09", "2026-09-01", "2026-09-30"), ("2026-10", "2026-10-01", "2026-10-31"))
_DEPENDENTS = (
    ("Marguerite Dunlop", "Isla", "CHILD"),
    ("Theo Valcourt", "Margaux", "CHILD"),
    ("Theo Valcourt", "Hélène", "SPOUSE"),
    ("Vasant Kamath", "Anjana", "SPOUSE"),
    ("Radmila Petrović", "Stevan", "CHILD"),
    ("Beatriz Carvalho", "Duarte", "DOMESTIC_PARTNER"),
)


def add_payroll(register: Register) -> None:
    """All of it; only active people are paid."""
    for kind, name, _, _ in _BENEFITS:
        register.add("hris/EmployerBenefit", kind, "2018-01-01", benefit_plan_type=kind, name=name, deduction_code=kind[:3])
    for run, start, end in _RUNS:
        register.add(
            "hris/PayrollRun",
            run,
            end,
            run_state="PAID",
            run_type="REGULAR",
            start_date=moment(start),
            end_date=moment(end),
            check_date=moment(end),
        )
    for owner, first, relationship in _DEPENDENTS:
        register.add(
            "hris/Dependent",
            f"{owner} {first}",
            "2019-05-06",
            first_name=first,
            last_name=owner.split(" ", 1)[1],
            relationship=relationship,
            employee=employee_id(owner),
            is_student=relationship == "CHILD",
        )
    for c in COLLEAGUES:
        if c.status == "ACTIVE":
            _add_for(register, c)


def _add_for(register: Register, c: Colleague) -> None:
    employee = employee_id(c.name)
    for kind, name, own, paid in _BENEFITS:
        register.add(
            "hris/Benefit",
            f"{c.key} {kind}",
            c.started,
            employee=employee,
            provider_name=name,
            benefit_plan_type=kind,
            employee_contribution=own,
            company_contribution=paid,
            start_date=moment(c.started),
            employer_benefit=identity("hris/EmployerBenefit", kind),
        )
    register.add(
        "hris/BankInfo",
        c.key,
        c.started,
        employee=employee,
        account_number=None,
        routing_number=None,
        bank_name="Steeltown Credit Union",
        account_type="CHECKING",
        remote_created_at=moment(c.started),
    )
    monthly = float(c.pay * 1000 // 12) if c.pay else 160.0 * number(c.key, "hour", low=24, high=38)
    for run, start, end in _RUNS:
        _add_pay(register, c, (run, start, end), monthly)


def _add_pay(register: Register, c: Colleague, run: tuple[str, str, str], gross: float) -> None:
    name, start, end = run
    key, paid = f"{c.key} {name}", moment(end) + timedelta(hours=15)
    tax, pension = round(gross * 0.27, 2), round(gross * 0.04, 2)
    whole = identity("hris/EmployeePayrollRun", key)
    register.add(
        "hris/EmployeePayrollRun",
        key,
        paid,
        employee=employee_id(c.name),
        payroll_run=identity("hris/PayrollRun", name),
        gross_pay=gross,
        net_pay=round(gross - tax - pension, 2),
        start_date=stamp(start),
        end_date=stamp(end),
        check_date=stamp(end),
        earnings=[nested("hris/Earning", key, paid, employee_payroll_run=whole, amount=gross, type="SALARY")],
        deductions=[
            nested(
                "hris/Deduction",
                key,
                paid,
                employee_payroll_run=whole,
                name="Pension",
                employee_deduction=pension,
                company_deduction=pension,
            )
        ],
        taxes=[nested("hris/Tax", key, paid, employee_payroll_run=whole, name="Income tax", amount=tax, employer_tax=False)],
    )
