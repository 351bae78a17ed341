"""What the graph is made of, as tables: labels of the Common Models, relations, constraints.

Labels and relation types enter a statement only from here, never from data. A new Common Model is a line of LABELS and,
where its foreign keys say something new, a line of RELATIONS.
"""

import re
from collections.abc import Mapping
from typing import Protocol


class Writes(Protocol):
    """What of kg.graph.Graph is needed here; the door itself stands on these tables."""

    def write(self, name: str, *, seconds: float = 30.0) -> object:
        """Run the named query."""


PROJECTION = 7        # part of every version: raise it when rows of unchanged records come out differently, so that the new ones win

LABELS: Mapping[str, str] = {
    "hris/BankInfo": "BankInfo",
    "hris/Benefit": "Benefit",
    "hris/Company": "Company",
    "hris/Dependent": "Dependent",
    "hris/Employee": "Employee",
    "hris/EmployeePayrollRun": "PayrollEntry",
    "hris/EmployerBenefit": "EmployerBenefit",
    "hris/Employment": "Employment",
    "hris/Group": "Group",
    "hris/Location": "Location",
    "hris/PayGroup": "PayGroup",
    "hris/PayrollRun": "PayrollRun",
    "hris/Team": "Team",
    "hris/TimeOff": "TimeOff",
    "hris/TimeOffBalance": "TimeOffBalance",
    "hris/TimesheetEntry": "TimesheetEntry",

    "ats/Activity": "Activity",
    "ats/Application": "Application",
    "ats/Attachment": "CandidateAttachment",
    "ats/Candidate": "Candidate",
    "ats/Department": "Department",
    "ats/Eeoc": "Eeoc",
    "ats/Job": "Job",
    "ats/JobInterviewStage": "InterviewStage",
    "ats/JobPosting": "JobPosting",
    "ats/Offer": "Offer",
    "ats/Office": "Office",
    "ats/RejectReason": "RejectReason",
    "ats/RemoteUser": "RecruitingUser",
    "ats/ScheduledInterview": "Interview",
    "ats/Scorecard": "Scorecard",
    "ats/Tag": "CandidateTag",

    "crm/Account": "CrmAccount",
    "crm/Contact": "CrmContact",
    "crm/CustomObjectClass": "CustomObjectClass",
    "crm/Engagement": "Engagement",
    "crm/EngagementType": "EngagementType",
    "crm/Lead": "Lead",
    "crm/Note": "Note",
    "crm/Opportunity": "Opportunity",
    "crm/Stage": "OpportunityStage",
    "crm/Task": "CrmTask",
    "crm/User": "CrmUser",

    "ticketing/Account": "TicketAccount",
    "ticketing/Attachment": "TicketAttachment",
    "ticketing/Collection": "Collection",
    "ticketing/Comment": "Comment",
    "ticketing/Contact": "TicketContact",
    "ticketing/Project": "TicketProject",
    "ticketing/Role": "TicketRole",
    "ticketing/Tag": "TicketTag",
    "ticketing/Team": "TicketTeam",
    "ticketing/Ticket": "Ticket",
    "ticketing/User": "TicketUser",

    "accounting/Account": "LedgerAccount",
    "accounting/AccountingAttachment": "LedgerAttachment",
    "accounting/AccountingPeriod": "AccountingPeriod",
    "accounting/BalanceSheet": "BalanceSheet",
    "accounting/BankFeedAccount": "BankFeedAccount",
    "accounting/BankFeedTransaction": "BankFeedTransaction",
    "accounting/CashFlowStatement": "CashFlowStatement",
    "accounting/CompanyInfo": "LedgerCompany",
    "accounting/Contact": "LedgerContact",
    "accounting/CreditNote": "CreditNote",
    "accounting/Employee": "LedgerEmployee",
    "accounting/Expense": "Expense",
    "accounting/ExpenseReport": "ExpenseReport",
    "accounting/GeneralLedgerTransaction": "LedgerTransaction",
    "accounting/IncomeStatement": "IncomeStatement",
    "accounting/Invoice": "Invoice",
    "accounting/Item": "Item",
    "accounting/ItemFulfillment": "ItemFulfillment",
    "accounting/JournalEntry": "JournalEntry",
    "accounting/Payment": "Payment",
    "accounting/PaymentMethod": "PaymentMethod",
    "accounting/PaymentTerm": "PaymentTerm",
    "accounting/Project": "LedgerProject",
    "accounting/PurchaseOrder": "PurchaseOrder",
    "accounting/SalesOrder": "SalesOrder",
    "accounting/TaxRate": "TaxRate",
    "accounting/TrackingCategory": "TrackingCategory",
    "accounting/Transaction": "Transaction",
    "accounting/VendorCredit": "VendorCredit",

    "filestorage/Drive": "Drive",
    "filestorage/File": "File",
    "filestorage/Folder": "Folder",
    "filestorage/Group": "FileGroup",
    "filestorage/User": "FileUser",

    "knowledgebase/Article": "Article",
    "knowledgebase/Attachment": "ArticleAttachment",
    "knowledgebase/Container": "Container",
    "knowledgebase/Group": "KnowledgeGroup",
    "knowledgebase/User": "KnowledgeUser",

    "mktg/Action": "MarketingAction",
    "mktg/Automation": "Automation",
    "mktg/Campaign": "Campaign",
    "mktg/Contact": "MarketingContact",
    "mktg/Event": "MarketingEvent",
    "mktg/List": "MarketingList",
    "mktg/MarketingEmail": "MarketingEmail",
    "mktg/Message": "MarketingMessage",
    "mktg/Template": "MarketingTemplate",
    "mktg/User": "MarketingUser",

    "merge/MappedField": "MappedField",
    "catalogue/Value": "FieldValue",

    "hub/Person": "PersonHub",          # made here, by kg/hubs.py: what several records are together
    "hub/Company": "CompanyHub",

    "memory/Preference": "Preference",  # made by memory/preferences: what decides a person's defaults
    "memory/Message": "Message",        # made by memory/preferences: in which turn one was said
    "memory/Mention": "Mention",        # made by memory/stream.py: who named what, when
}

# Records that may be joined, and what they are: a person, a company, or either, which is decided by what the record holds.
HUB_KINDS: Mapping[str, str] = {
    "hris/Employee": "person",
    "ats/Candidate": "person",
    "ats/RemoteUser": "person",
    "crm/Contact": "person",
    "crm/Lead": "person",
    "crm/User": "person",
    "ticketing/Contact": "person",
    "ticketing/User": "person",
    "accounting/Employee": "person",
    "filestorage/User": "person",
    "knowledgebase/User": "person",
    "hris/Company": "company",
    "crm/Account": "company",
    "ticketing/Account": "company",
    "accounting/CompanyInfo": "company",
    "accounting/Contact": "either",
}

HUBS = frozenset({"hub/Person", "hub/Company"})     # what several records are together: of no app

RELATIONS: tuple[str, ...] = (
    "JOINED_IN",              # hub of a record: the same person or company in several apps
    # People and where they belong.
    "REPORTS_TO",             # manager
    "MEMBER_OF",              # team, teams
    "IN_GROUP",               # groups
    "WORKS_AT",               # work_location
    "EMPLOYED_BY",            # company of an employee
    "HAS_ROLE",               # roles
    "PART_OF",                # every parent_… but an article's container, payroll_run
    "OF_EMPLOYEE",            # employee
    # Hiring.
    "OF_CANDIDATE",           # candidate
    "OF_APPLICATION",         # application
    "OF_INTERVIEW",           # interview
    "FOR_JOB",                # job
    "IN_STAGE",               # current_stage, job_interview_stage, stage
    "IN_DEPARTMENT",          # departments
    "IN_OFFICE",              # offices
    "HIRING_MANAGER",         # hiring_managers
    "RECRUITER",              # recruiters
    "CREDITED_TO",            # credited_to
    "ORGANIZED_BY",           # organizer
    "INTERVIEWED_BY",         # interviewer, interviewers
    # Customers.
    "OWNED_BY",               # owner
    "WORKS_FOR",              # account of a contact
    "WITH_ACCOUNT",           # account of anything else
    "WITH_CONTACT",           # contact, contacts, vendor
    "ABOUT_OPPORTUNITY",      # opportunity
    "OF_TYPE",                # engagement_type
    "CONVERTED_TO",           # converted_contact
    "CONVERTED_TO_ACCOUNT",   # converted_account
    # Work items.
    "ASSIGNED_TO",            # assignees
    "ASSIGNED_TO_TEAM",       # assigned_teams
    "CREATED_BY",             # creator, user
    "IN_COLLECTION",          # collections
    "OF_TICKET",              # ticket
    # The books.
    "OF_COMPANY",             # company of a document
    "FOR_CUSTOMER",           # customer
    "ON_ACCOUNT",             # account of a document, bank_feed_account
    "ON_TERMS",               # payment_term
    "FOR_ORDER",              # purchase_orders, sales_order(s)
    "SETTLED_BY",             # payments
    "PAID_WITH",              # payment_method
    "IN_PERIOD",              # accounting_period
    "TRACKED_IN",             # tracking_categories
    "TAXED_AT",               # purchase_tax_rate, sales_tax_rate
    # Files and articles.
    "IN_DRIVE",               # drive
    "IN_FOLDER",              # folder
    "IN_CONTAINER",           # parent_container of an article
    "EDITED_BY",              # last_edited_by
    "HAS_ATTACHMENT",         # attachments
    "HAS_MEMBER",             # users of a group
    "CONTAINS",               # child_groups
    # Marketing, which is off.
    "OF_CAMPAIGN",            # campaign
)

_STATEMENTS = (
    "schema_identity", "schema_chunk_identity", "schema_name_key", "schema_email", "schema_seen", "schema_words", "schema_chunk_words",
    "schema_old_words", "schema_join_due", "schema_join_taken", "schema_block_over", "schema_pair_state",
    "schema_mentions", "schema_preferences", "schema_messages", "schema_ready",
)


def in_words(model: str) -> str:
    """What a record of the model is: "Crm Account"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", LABELS[model])


def ensure_schema(graph: Writes) -> None:
    """Constraints and indexes, all of them online on return. Calling it again changes nothing.

    Raises GraphUnavailable, GraphTooSlow where the indexes do not come up within a minute.
    """
    for name in _STATEMENTS:
        graph.write(name, seconds=70.0)


def ensure_vectors(graph: Writes) -> None:
    """The indexes of vectors, online on return. Only for an installation that has a model for vectors. Raises as `ensure_schema`."""
    for name in ("schema_name_vectors", "schema_text_vectors", "schema_ready"):
        graph.write(name, seconds=70.0)
