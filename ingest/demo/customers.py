"""The customers of the demo company and what its CRM holds of them: accounts, contacts, leads, deals, notes, tasks.

Conversations stand in conversations.py.
"""

from dataclasses import dataclass
from datetime import timedelta

from ingest.demo.people import COLLEAGUES
from ingest.demo.register import RawRecord, Register, fold, identity, moment, nested, number, pick, table

# name | industry | city | country | owner | employees | domain
_ACCOUNTS = """
Orchard & Pine Hotels   | Hospitality     | Niagara-on-the-Lake | CA | Marguerite Dunlop | 640   | orchardandpine.example
Larkspur Museums        | Arts & Culture  | Ottawa              | CA | Theo Valcourt     | 310   | larkspurmuseums.example
Bellweather Theatres    | Arts & Culture  | Stratford           | CA | Marguerite Dunlop | 180   | bellweather.example
Copperline Rail         | Transport       | Winnipeg            | CA | Priscilla Amoah   | 4100  | copperlinerail.example
Juniper Row Restaurants | Hospitality     | Toronto             | CA | Ewan Macleish     | 950   | juniperrow.example
Saint-Aubin University  | Education       | Québec              | CA | Theo Valcourt     | 2700  | saint-aubin.example
Thornbury Yachts        | Shipbuilding    | Halifax             | CA | Priscilla Amoah   | 220   | thornburyyachts.example
Alder Street Architects | Architecture    | Toronto             | CA | Marguerite Dunlop | 75    | alderstreet.example
Wexcombe Libraries      | Public Sector   | London              | CA | Ewan Macleish     | 410   | wexcombe.example
Northgate Clinics       | Healthcare      | Calgary             | CA | Priscilla Amoah   | 1900  | northgateclinics.example
Palácio das Artes       | Arts & Culture  | Porto               | PT | Tomáš Vondráček   | 140   | palaciodasartes.example
Hotel Vltava Group      | Hospitality     | Prague              | CZ | Tomáš Vondráček   | 870   | vltavahotels.example
Cantina Morandi         | Hospitality     | Bologna             | IT | Giulia Santangelo | 60    | cantinamorandi.example
Oficina Solar           | Architecture    | Lisbon              | PT | Giulia Santangelo | 34    | oficinasolar.example
Redfern & Daughters     | Retail          | Boston              | US | Marguerite Dunlop | 520   | redfern.example
Kettle Harbor Brewing   | Food & Beverage | Portland            | US | Ewan Macleish     | 130   | kettleharbor.example
Dunmore Galleries       | Arts & Culture  | Chicago             | US | Theo Valcourt     | 48    | dunmoregalleries.example
Prairie Light Co-op     | Retail          | Saskatoon           | CA |                   | 26    |
"""

# name | account | phone | address as the CRM has it, where it is not first.last
_CONTACTS = """
Bill Haverstock    | Orchard & Pine Hotels   | +1 905 555 0142 |
Simone Delacroix   | Orchard & Pine Hotels   | +1 905 555 0177 |
Arjun Malhotra     | Orchard & Pine Hotels   |                 |
Bill Nakagawa      | Larkspur Museums        | +1 613 555 0119 | Bill.Nakagawa@larkspurmuseums.example
Hester Lindqvist   | Larkspur Museums        | +1 613 555 0164 |
Augustin Roy       | Bellweather Theatres    | +1 519 555 0103 |
Petra Van Houten   | Bellweather Theatres    |                 |
William Strand     | Copperline Rail         | +1 204 555 0151 | bill.strand@copperlinerail.example
Monique Lafleur    | Copperline Rail         | +1 204 555 0188 |
Dario Conti        | Juniper Row Restaurants | +1 416 555 0136 |
Fern Abbott        | Juniper Row Restaurants |                 |
Élodie Gagnon      | Saint-Aubin University  | +1 418 555 0125 |
Marc-André Pelletier | Saint-Aubin University | +1 418 555 0190 |
Rory MacAskill     | Thornbury Yachts        | +1 902 555 0147 |
Nadine Okafor      | Thornbury Yachts        | +1 902 555 0109 |
Celia Marchetti    | Alder Street Architects | +1 416 555 0172 |
Jonas Weir         | Alder Street Architects |                 |
Ottilie Barnes     | Wexcombe Libraries      | +1 519 555 0158 |
Samir Haddad       | Northgate Clinics       | +1 403 555 0133 |
Gwen Fairweather   | Northgate Clinics       | +1 403 555 0181 |
Inês Figueiredo    | Palácio das Artes       | +351 22 555 014 |
Jiří Nováček       | Hotel Vltava Group      | +420 255 550 11 |
Markéta Horáková   | Hotel Vltava Group      |                 |
Paolo Morandi      | Cantina Morandi         | +39 051 555 017 |
Leonor Brandão     | Oficina Solar           | +351 21 555 018 |
Abigail Redfern    | Redfern & Daughters     | +1 617 555 0126 | A.Redfern@Redfern.example
Constance Redfern  | Redfern & Daughters     | +1 617 555 0127 |
Silas Whitaker     | Kettle Harbor Brewing   | +1 207 555 0162 |
Ruth Dunmore       | Dunmore Galleries       | +1 312 555 0144 |
Elias Dunmore      | Dunmore Galleries       |                 |
Hank Osterberg     | Prairie Light Co-op     | +1 306 555 0105 |
"""

# name | company | title | owner | source | status | made | has an address
_LEADS = """
Verity Langstaff  | Quayside Apartments     | Interior Designer     | Joaquín Etxeberria | Trade fair | OPEN        | 2026-10-08 | yes
Omar Benali       | Cedar & Clay Spa        | Owner                 | Siobhán Reilly     | Web site   | OPEN        | 2026-10-21 | yes
Phyllis Trent     | Trent Valley Schools    | Facilities Head       | Joaquín Etxeberria | Referral   | QUALIFIED   | 2026-09-14 | yes
Gustav Ekholm     | Ekholm Interiors        | Partner               | Anouk Beaulieu     | Trade fair | OPEN        | 2026-11-12 | no
Yesenia Flores    | Casa Jacaranda          | General Manager       | Siobhán Reilly     | Web site   | UNQUALIFIED | 2026-06-30 | yes
Douglas Penhaligon | Penhaligon Homes       | Purchasing            | Joaquín Etxeberria | Cold call  | CLOSED      | 2026-05-05 | yes
Ruth Dunmore      | Dunmore Galleries       | Director              | Theo Valcourt      | Referral   | QUALIFIED   | 2025-12-01 | yes
Hiroko Tanabe     | Tanabe Tea Rooms        | Founder               | Marguerite Dunlop  | Web site   | OPEN        | 2026-11-03 | yes
Clement Adair     | Adair Funeral Homes     | Operations            | Siobhán Reilly     | Referral   | OPEN        | 2026-08-19 | no
Samir Haddad      | Northgate Clinics       | Facilities Director   | Priscilla Amoah    | Trade fair | QUALIFIED   | 2026-03-11 | yes
"""
# Leads that the CRM has deleted since, of somebody whose user there is gone too: nobody's answer, but what an operator finds in the graph.
_DELETED_LEADS = """
Sunniva Aalberg   | Harbourlight Cinemas    | Projection Manager    | Edda Rasmussen     | Cold call  | CLOSED      | 2026-04-16 | yes
"""
_CONVERTED = {"Ruth Dunmore": "2025-12-19", "Samir Haddad": "2026-04-02"}

# name | account | owner | stage | amount | closes | made
_DEALS = """
Lobby chandeliers, three houses | Orchard & Pine Hotels   | Marguerite Dunlop | Proposal    | 86400  | 2026-12-18 | 2026-07-02
Terrace lanterns                | Orchard & Pine Hotels   | Marguerite Dunlop | Won         | 31250  | 2026-05-22 | 2026-02-11
East wing track lighting        | Larkspur Museums        | Theo Valcourt     | Negotiation | 142800 | 2026-12-11 | 2026-06-18
Conservation store retrofit     | Larkspur Museums        | Theo Valcourt     | Won         | 58600  | 2026-03-27 | 2025-11-20
House lights renewal            | Bellweather Theatres    | Marguerite Dunlop | Discovery   | 64000  | 2027-02-26 | 2026-10-05
Foyer pendants                  | Bellweather Theatres    | Marguerite Dunlop | Lost        | 18700  | 2026-06-30 | 2026-01-19
Dining car fittings             | Copperline Rail         | Priscilla Amoah   | Negotiation | 219500 | 2027-01-29 | 2026-05-13
Six new dining rooms            | Juniper Row Restaurants | Ewan Macleish     | Proposal    | 47300  | 2026-12-04 | 2026-09-08
Reading hall                    | Saint-Aubin University  | Theo Valcourt     | Won         | 96100  | 2026-08-14 | 2026-02-24
Deck lights, 42-foot series     | Thornbury Yachts        | Priscilla Amoah   | Proposal    | 28900  | 2027-01-15 | 2026-09-22
Waiting rooms Calgary South     | Northgate Clinics       | Priscilla Amoah   | Discovery   | 73500  | 2027-03-12 | 2026-10-19
Main stage foyer                | Palácio das Artes       | Tomáš Vondráček   | Won         | 39200  | 2026-09-25 | 2026-04-09
Guest rooms Malá Strana         | Hotel Vltava Group      | Tomáš Vondráček   | Proposal    | 112000 | 2026-12-15 | 2026-07-28
Wine cellar                     | Cantina Morandi         | Giulia Santangelo | Lost        | 9800   | 2026-10-02 | 2026-06-03
Flagship store Newbury Street   | Redfern & Daughters     | Marguerite Dunlop | Negotiation | 77600  | 2026-12-09 | 2026-08-17
Tasting room                    | Kettle Harbor Brewing   | Ewan Macleish     | Won         | 21400  | 2026-10-30 | 2026-08-04
"""
STAGES = ("Discovery", "Proposal", "Negotiation", "Won", "Lost")
_NOT_IN_CRM = frozenset({"Harvir Gill"})  # too new: nobody has given him a seat
_SELLERS = frozenset({"Key Accounts", "Inside Sales", "Sales Europe"})


@dataclass(frozen=True, slots=True)
class Customer:
    """One line of the accounts table; `owner` and `domain` may be empty."""

    name: str
    industry: str
    city: str
    country: str
    owner: str
    size: int
    domain: str

    @property
    def currency(self) -> str:
        return {"CA": "CAD", "US": "USD"}.get(self.country, "EUR")


CUSTOMERS = tuple(Customer(n, i, c, k, o, int(s), d) for n, i, c, k, o, s, d in table(_ACCOUNTS))
_DOMAINS = {c.name: c.domain for c in CUSTOMERS}
_OWNERS = {c.name: c.owner for c in CUSTOMERS}
CONTACTS = {row[0]: row[1:] for row in table(_CONTACTS)}  # name → account, phone, address


def user_id(name: str) -> str:
    """The CRM's id of a colleague."""
    return identity("crm/User", fold(name))


def account_id(name: str) -> str:
    """The CRM's id of a customer."""
    return identity("crm/Account", fold(name))


def contact_id(name: str) -> str:
    """The CRM's id of a contact."""
    return identity("crm/Contact", fold(name))


def contact_email(name: str) -> str:
    """The address of a contact as the CRM has it, capitals and all; empty where it has none."""
    account, _, address = CONTACTS[name]
    domain = _DOMAINS[account]
    return address or (f"{fold(name)}@{domain}" if domain else "")


def email_addresses(key: str, address: str, made: str = "2025-03-03") -> list[RawRecord]:
    """The CRM's list of addresses of one person: one of them, or none."""
    return [nested("crm/EmailAddress", key, made, email_address=address, email_address_type="Work")] if address else []


def add_customers(register: Register) -> None:
    """Users, accounts, contacts, leads, deals and tasks."""
    for c in COLLEAGUES:
        if (c.team in _SELLERS or c.name in ("Desmond Achterberg", "Philippa Ravensworth")) and c.name not in _NOT_IN_CRM:
            register.add("crm/User", c.key, c.started, name=c.name, email=c.email, is_active=c.status == "ACTIVE")
    for customer in CUSTOMERS:
        _add_account(register, customer)
    for name in CONTACTS:
        _add_contact(register, name)
    _add_leads(register, _LEADS, is_deleted=False)
    _add_leads(register, _DELETED_LEADS, is_deleted=True)
    for stage in STAGES:
        register.add("crm/Stage", stage, "2025-03-03", name=stage)
    for cells in table(_DEALS):
        _add_deal(register, cells)


def _add_account(register: Register, c: Customer) -> None:
    key = fold(c.name)
    made = moment("2021-01-04") + timedelta(days=number(key, "since", high=1400))
    phone = f"+1 905 555 {number(key, 'phone', low=1000, high=9999)}"
    register.add(
        "crm/Account",
        key,
        made,
        moment("2026-06-01") + timedelta(days=number(key, "edit", high=150)),
        name=c.name,
        industry=c.industry,
        owner=user_id(c.owner) if c.owner else None,
        website=f"https://www.{c.domain}" if c.domain else None,
        number_of_employees=c.size,
        description=f"{c.industry} customer in {c.city}.",
        remote_created_at=made,
        remote_updated_at=moment("2026-06-01"),
        addresses=[
            nested(
                "crm/Address",
                key,
                made,
                street_1=f"{number(key, 'no', low=1, high=300)} King Street",
                city=c.city,
                country=c.country,
                address_type="BILLING",
            )
        ],
        phone_numbers=[nested("crm/PhoneNumber", key, made, phone_number=phone, phone_number_type="Work")],
        last_activity_at=moment("2026-11-02 15:00") + timedelta(days=number(key, "seen", high=15)),
    )


def _add_contact(register: Register, name: str) -> None:
    account, phone, _ = CONTACTS[name]
    first, last = name.split(" ", 1)
    made, owner = moment("2023-02-06") + timedelta(days=number(name, "since", high=900)), _OWNERS[account]
    register.add(
        "crm/Contact",
        fold(name),
        made,
        made + timedelta(days=number(name, "edit", high=300)),
        first_name=first,
        last_name=last,
        account=account_id(account),
        owner=user_id(owner) if owner else None,
        remote_created_at=made,
        email_addresses=email_addresses(fold(name), contact_email(name)),
        last_activity_at=made + timedelta(days=400),
        phone_numbers=[nested("crm/PhoneNumber", fold(name), made, phone_number=phone, phone_number_type="Work")] if phone else [],
    )


def _add_leads(register: Register, leads: str, is_deleted: bool) -> None:
    for cells in table(leads):
        _add_lead(register, cells, is_deleted)


def _add_lead(register: Register, cells: tuple[str, ...], is_deleted: bool) -> None:
    name, company, title, owner, source, status, made, has_address = cells
    first, last = name.split(" ", 1)
    converted = _CONVERTED.get(name)
    address = contact_email(name) if converted else f"{fold(name)}@{fold(company).replace('.', '')}.example" if has_address == "yes" else ""
    register.add(
        "crm/Lead",
        fold(name),
        made,
        converted or made,
        first_name=first,
        last_name=last,
        company=company,
        title=title,
        owner=user_id(owner),
        lead_source=source,
        status=status,
        remote_created_at=moment(made),
        remote_updated_at=moment(converted or made),
        email_addresses=email_addresses(f"lead {fold(name)}", address),
        converted_date=moment(converted) if converted else None,
        converted_contact=contact_id(name) if converted else None,
        converted_account=account_id(company) if converted else None,
        remote_was_deleted=is_deleted,
    )


def _add_deal(register: Register, cells: tuple[str, ...]) -> None:
    name, account, owner, stage, amount, closes, made = cells
    key, status = fold(f"{account} {name}"), {"Won": "WON", "Lost": "LOST"}.get(stage, "OPEN")
    changed = moment(closes if status != "OPEN" else "2026-11-10")
    deal = register.add(
        "crm/Opportunity",
        key,
        made,
        changed,
        name=name,
        amount=int(amount),
        owner=user_id(owner),
        account=account_id(account),
        stage=identity("crm/Stage", stage),
        status=status,
        close_date=moment(closes),
        remote_created_at=moment(made),
        last_activity_at=changed,
        description=f"{name} for {account}.",
    )
    if status == "OPEN":
        due = moment("2026-11-16") + timedelta(days=number(key, "task", high=20))
        what = pick(("Send the revised offer", "Ring back about the samples", "Book the site visit", "Confirm the delivery week"), key)
        register.add(
            "crm/Task",
            key,
            moment(made) + timedelta(days=30),
            subject=what,
            content=f"{what} for {name}.",
            owner=user_id(owner),
            account=account_id(account),
            opportunity=deal,
            due_date=due,
            status="OPEN",
        )
