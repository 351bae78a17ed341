"""The books: for finance only, so all of it is restricted; names and numbers are kept to be found by those who may."""

from collections.abc import Mapping

from ingest import readings
from ingest.projections.table import Projection

_PERSON = ("first_name last_name",)
_LINES = "lines are amounts and texts, read live"
_APPLIED = "what was set off against what are amounts, read live"
_SET_OFF = {"applied_payments": _APPLIED}
_ADDRESSES = "addresses are read live"
_HASHED = dict.fromkeys(("addresses", "phone_numbers"), "kept as keyed hashes only")
_NUMBERS = {"phone_numbers": ("phone", readings.typed("number", "type")), "tax_number": ("tax", readings.text),
            "addresses": ("address", readings.places)}
_OF_COMPANY = {"company": "OF_COMPANY"}
_FILED = {**_OF_COMPANY, "tracking_categories": "TRACKED_IN", "accounting_period": "IN_PERIOD"}     # how most documents are filed

MODELS: Mapping[str, Projection] = {
    "accounting/Contact": Projection(
        ("name",), email=("email_address", readings.business_address), search={"domain": ("email_address", readings.mail_host)},
        joins={"email_address": ("mail", readings.text), "name": ("called", readings.text), **_NUMBERS},
        edges=_OF_COMPANY, restricted=True, without=_HASHED),
    "accounting/CompanyInfo": Projection(
        ("name", "legal_name"), aliases=("legal_name",), search={"domain": ("urls", readings.host)},
        joins={"name": ("called", readings.text), **_NUMBERS},
        restricted=True, without=_HASHED),
    "accounting/Employee": Projection(
        _PERSON, aliases=("employee_number",), email=("email_address", readings.business_address),
        search={"family_name": ("last_name", readings.text), "employee_number": ("employee_number", readings.text)},
        joins={"email_address": ("mail", readings.text)},
        edges=_OF_COMPANY, restricted=True),

    # Documents.
    "accounting/Invoice": Projection(
        ("number",),
        edges={**_FILED, "contact": "WITH_CONTACT", "employee": "OF_EMPLOYEE", "payment_term": "ON_TERMS", "purchase_orders": "FOR_ORDER",
               "sales_orders": "FOR_ORDER", "payments": "SETTLED_BY"}, restricted=True,
        without={"line_items": _LINES, **_SET_OFF, "applied_credit_notes": _APPLIED, "applied_vendor_credits": _APPLIED}),
    "accounting/CreditNote": Projection(
        ("number",), edges={**_FILED, "contact": "WITH_CONTACT", "payments": "SETTLED_BY"}, restricted=True,
        without={"line_items": _LINES, **_SET_OFF}),
    "accounting/VendorCredit": Projection(
        ("number",), edges={**_FILED, "vendor": "WITH_CONTACT"}, restricted=True, without={"lines": _LINES}),
    "accounting/PurchaseOrder": Projection(
        ("purchase_order_number",),
        edges={**_FILED, "vendor": "WITH_CONTACT", "customer": "FOR_CUSTOMER", "payment_term": "ON_TERMS"}, restricted=True,
        without={"line_items": _LINES, "delivery_address": _ADDRESSES}),
    "accounting/SalesOrder": Projection(
        ("transaction_number",),
        edges={**_OF_COMPANY, "tracking_categories": "TRACKED_IN", "customer": "FOR_CUSTOMER", "payment_term": "ON_TERMS"}, restricted=True,
        without={"lines": _LINES, "shipping_address": _ADDRESSES}),
    "accounting/ItemFulfillment": Projection(
        edges={**_OF_COMPANY, "sales_order": "FOR_ORDER", "customer": "FOR_CUSTOMER"}, restricted=True, without={"lines": _LINES}),
    "accounting/Payment": Projection(
        edges={**_FILED, "contact": "WITH_CONTACT", "account": "ON_ACCOUNT", "payment_method": "PAID_WITH"}, restricted=True,
        without={"applied_to_lines": _APPLIED}),
    "accounting/Expense": Projection(
        edges={**_FILED, "contact": "WITH_CONTACT", "employee": "OF_EMPLOYEE", "account": "ON_ACCOUNT"}, restricted=True),
    "accounting/ExpenseReport": Projection(
        ("report_identifier",), edges={**_FILED, "employee": "OF_EMPLOYEE"}, restricted=True, without={"lines": _LINES}),
    "accounting/Transaction": Projection(
        ("number",), edges={**_FILED, "contact": "WITH_CONTACT", "account": "ON_ACCOUNT"}, restricted=True, without={"line_items": _LINES}),
    "accounting/JournalEntry": Projection(
        ("journal_number",), edges={**_FILED, "payments": "SETTLED_BY"}, restricted=True, without={"lines": _LINES, **_SET_OFF}),
    "accounting/GeneralLedgerTransaction": Projection(edges=_FILED, restricted=True, without={"general_ledger_transaction_lines": _LINES}),
    "accounting/AccountingAttachment": Projection(edges=_OF_COMPANY, restricted=True),

    # Reports, by their titles.
    "accounting/BalanceSheet": Projection(("name",), edges=_OF_COMPANY, restricted=True),
    "accounting/CashFlowStatement": Projection(("name",), edges=_OF_COMPANY, restricted=True),
    "accounting/IncomeStatement": Projection(("name",), edges=_OF_COMPANY, restricted=True),

    # What documents are filed under.
    "accounting/Account": Projection(("name",), edges={**_OF_COMPANY, "parent_account": "PART_OF"}, restricted=True),
    "accounting/Item": Projection(
        ("name",), edges={**_OF_COMPANY, "purchase_account": "ON_ACCOUNT", "sales_account": "ON_ACCOUNT", "purchase_tax_rate": "TAXED_AT",
                          "sales_tax_rate": "TAXED_AT"}, restricted=True),
    "accounting/Project": Projection(("name",), edges={**_OF_COMPANY, "contact": "FOR_CUSTOMER"}, restricted=True),
    "accounting/TrackingCategory": Projection(("name",), edges={**_OF_COMPANY, "parent_category": "PART_OF"}, restricted=True),
    "accounting/AccountingPeriod": Projection(("name",), restricted=True),
    "accounting/TaxRate": Projection(
        ("name",), aliases=("code",), edges=_OF_COMPANY, restricted=True, without={"tax_components": "percentages, read live"}),
    "accounting/PaymentTerm": Projection(("name",), edges=_OF_COMPANY, restricted=True),
    "accounting/PaymentMethod": Projection(("name",), restricted=True),
}

LEFT_OUT: Mapping[str, str] = {
    "accounting/AccountingPhoneNumber": "comes inside a contact; kept as a keyed hash only",
    "accounting/Address": "comes inside a contact or an order, and is read live",
    "accounting/BankFeedAccount": "accounts at a bank and their numbers, as bank details are (class E); nobody looks one up by name",
    "accounting/BankFeedTransaction": "lines of a bank statement: payee and amount, tied to nothing but an account that is left out",
    "accounting/ExpenseReportLine": "comes inside its report: amounts and texts, read live",
}
