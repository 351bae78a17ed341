"""The ticketing app of the demo company: what customers and colleagues report, who works on it, how fast it was closed."""
# A line of these tables is one thing that was said or reported, and is read best whole.
# ruff: noqa: E501

from datetime import datetime, timedelta

from ingest.demo.customers import CONTACTS, CUSTOMERS, contact_email
from ingest.demo.people import COLLEAGUES, Colleague
from ingest.demo.register import Register, fold, identity, moment, number, pick, table

PROJECTS = {"CARE": "Customer Care", "CTL": "Controls Firmware", "SHOP": "Workshop Floor", "PEOP": "People Desk"}
_TEAMS = {"Customer Care": "Customer Care", "Controls": "Controls", "Firmware": "Firmware", "Workshop": "Workshop", "Quality": "Quality"}
_TAGS = ("warranty", "flicker", "dimming", "delivery", "safety")
_NOT_IN_TICKETING = frozenset({"Teagan Wolfe", "Odette Marchand", "Winifred Osei"})

# key | title | type | P | status | assignees | account, contact | made | days until due | hours it took | text
_TICKETS = """
CARE-4101 | Lakeside lobby: dimmer trips at full load      | Bug      | P0 | In Progress | Kofi Asante, Deepika Rajan | Bill Haverstock | 2026-11-18 14:20 | 3 | | The dimmer of the Lakeside lobby trips as soon as all circuits reach 100 %. The hotel runs at 70 % until we come. Spare unit DX-16 is on its way.
CARE-4102 | East wing: two spots out of focus              | Bug      | P1 | Closed      | Lars Bjørnstad             | Bill Nakagawa   | 2026-09-03 09:00 | 7 | 52 | Two of the trial spots drift out of focus when warm. Exchanged against the new lens holder.
CARE-4103 | Desk lamps hum in the reading hall             | Bug      | P2 | Closed      | Kofi Asante                | Élodie Gagnon   | 2026-10-26 13:00 | 21 | 361 | Lamps 17 and 42 hum when dimmed below 30 %. Drivers exchanged on site.
CARE-4104 | Dining car clip comes loose                    | Bug      | P0 | Waiting     | Deepika Rajan, Vasant Kamath | William Strand | 2026-11-06 20:00 | 6 | | Three of 40 clips came loose after 96 hours on the shaker. New clip drawing is with the workshop.
CARE-4105 | Model room reading light too bright            | Question | P2 | Open        | Lars Bjørnstad             | Markéta Horáková | 2026-11-05 12:00 | 21 | | The guest asks for 300 instead of 450 lumens. Is a resistor enough?
CARE-4106 | Invoice shows the wrong delivery address       | Question | P3 | Closed      | Marisol Quintana           | Abigail Redfern | 2026-10-12 15:30 | 14 | 20 | Address corrected, new invoice sent.
CARE-4107 | Terrace lanterns leak after heavy rain         | Bug      | P0 | Closed      | Kofi Asante                | Simone Delacroix | 2026-08-09 12:10 | 3 | 19 | Water in 4 of 22 lanterns. Gasket glued, all dry again.
CARE-4108 | Row K sample: wiring plan                      | Task     | P2 | Open        | Marisol Quintana           | Petra Van Houten | 2026-11-05 14:00 | 27 | | Wiring plan for the four sample lights in row K.
CARE-4109 | Emergency exit light stays dark                | Bug      | P0 | Closed      | Deepika Rajan              | Samir Haddad    | 2026-07-21 10:00 | 1 | 96 | The battery of exit light 3 was empty. Took four days as the part was out of stock.
CARE-4110 | Remote control loses its pairing               | Bug      | P1 | Open        |                            | Silas Whitaker  | 2026-11-19 16:45 | 10 | | Remote forgets the room after a power cut.
CTL-2201  | DX-16 restarts when the bus is busy            | Bug      | P0 | In Progress | Vasant Kamath, Shreya Banerjee | | 2026-11-17 06:30 | 4 | | Above 200 telegrams a second the DX-16 restarts. Reproduced in the Bengaluru lab.
CTL-2202  | Fade curve jumps at 3 percent                  | Bug      | P1 | In Progress | Roopa Hegde                | | 2026-11-10 05:00 | 14 | | The logarithmic curve jumps between 3 and 4 %. Visible in dark rooms.
CTL-2203  | Over-the-air update stops at 80 percent        | Bug      | P0 | Closed      | Shreya Banerjee            | | 2026-09-15 07:00 | 2 | 30 | Timeout was too short for long cables. Raised to 12 seconds.
CTL-2204  | Bus analyser for the Hamilton bench            | Task     | P3 | Open        | Imtiaz Baig                | | 2026-10-01 08:00 | 75 | | Build a second analyser and ship it to Hamilton.
CTL-2205  | Scene memory lost after a brown-out            | Bug      | P1 | Closed      | Vasant Kamath              | | 2026-08-24 09:00 | 6 | 60 | Scenes are now written twice.
CTL-2206  | Test report for the flicker measurement        | Task     | P2 | Open        | Lavanya Murthy, Roopa Hegde | | 2026-11-11 06:00 | 12 | | Template for Larkspur, one page per spot.
CTL-2207  | Motion sensor false alarms at night            | Bug      | P2 | Waiting     | Imtiaz Baig                | | 2026-10-19 05:30 | 24 | | Warm air from the vents triggers the sensor.
SHOP-310  | Guard missing on spinning lathe 2              | Task     | P0 | Closed      | Obinna Eze                 | | 2026-06-02 12:00 | 1 | 6 | Guard mounted again, lathe released by quality.
SHOP-311  | Kiln 1 overshoots by 15 degrees                | Bug      | P1 | Open        | Curtis Nakashima           | | 2026-11-12 13:00 | 5 | | Kiln 1 goes to 535 instead of 520 degrees. Thermocouple ordered.
SHOP-312  | Brass sheet for the chandeliers                | Task     | P2 | Open        | Lucille Fontaine, Yolanda Pretorius | | 2026-11-13 15:00 | 18 | | 14 sheets of 1.5 mm, for three houses.
SHOP-313  | Packing line counts double                     | Bug      | P2 | Closed      | Nikhil Bhattacharya        | | 2026-10-05 12:30 | 14 | 44 | Light barrier cleaned.
PEOP-77   | Parental leave: paperwork for a colleague      | Task     | P2 | Open        | Eleanor Whitcombe          | | 2026-11-02 14:00 | 30 | | PRIVATE
PEOP-78   | Laptop for Delphine Ayotte                     | Task     | P3 | Open        | Yannick Dufresne           | | 2026-11-09 15:00 | 25 | | Starts on 7 December in Optics. Standard CAD machine.
"""
_STATUS = {"Open": "OPEN", "In Progress": "IN_PROGRESS", "Waiting": "ON_HOLD", "Closed": "CLOSED"}
# Normalised, P0 and P1 are the same word: only priority_native tells them apart.
_PRIORITY = {"P0": "URGENT", "P1": "URGENT", "P2": "NORMAL", "P3": "LOW"}

_PARTS = ("wall light", "track spot", "desk lamp", "pendant", "driver", "motion sensor", "exit light", "dimmer")
_FAULTS = (
    "flickers when cold",
    "does not pair",
    "hums below 20 %",
    "arrived with a scratch",
    "is dark after an update",
    "needs a spare part",
)


def ticketing_user_id(name: str) -> str:
    """The ticketing app's id of a colleague."""
    return identity("ticketing/User", fold(name))


def ticket_id(key: str) -> str:
    """The id of a ticket by its key, as `CARE-4101`."""
    return identity("ticketing/Ticket", key)


def add_tickets(register: Register) -> None:
    """Everything of the ticketing app."""
    _add_setup(register)
    for cells in table(_TICKETS):
        _add_told(register, cells)
    for n in range(44):
        _add_everyday(register, n)


def _add_setup(register: Register) -> None:
    for team in _TEAMS:
        register.add("ticketing/Team", team, "2025-03-03", name=team)
    agent = register.add(
        "ticketing/Role", "agent", "2025-03-03", name="Agent", ticket_actions=["VIEW", "CREATE", "EDIT", "CLOSE"], ticket_access="ALL"
    )
    for tag in _TAGS:
        register.add("ticketing/Tag", tag, "2025-03-03", name=tag)
    for key, name in PROJECTS.items():
        private = key == "PEOP"
        register.add(
            "ticketing/Collection",
            key,
            "2025-03-03",
            name=name,
            access_level="PRIVATE" if private else "COMPANY",
            collection_type="PROJECT",
            remote_created_at=moment("2022-01-10"),
        )
        register.add("ticketing/Project", key, "2025-03-03", name=name)
    _add_users(register, agent)
    _add_customers(register)


def _add_users(register: Register, role: str) -> None:
    for c in COLLEAGUES:
        if c.status == "ACTIVE" and c.name not in _NOT_IN_TICKETING:
            teams = [identity("ticketing/Team", c.team)] if c.team in _TEAMS else []
            email = c.email.upper() if c.name == "Obinna Eze" else c.email
            register.add(
                "ticketing/User",
                c.key,
                max(c.started, "2022-01-10"),
                name=c.name,
                email_address=email,
                is_active=True,
                teams=teams,
                roles=[role],
            )


def _add_customers(register: Register) -> None:
    for customer in CUSTOMERS:
        register.add(
            "ticketing/Account", fold(customer.name), "2025-03-03", name=customer.name, domains=[customer.domain] if customer.domain else []
        )
    for name, (account, phone, _) in CONTACTS.items():
        register.add(
            "ticketing/Contact",
            fold(name),
            "2025-03-03",
            name=name,
            email_address=contact_email(name).lower() or None,
            phone_number=phone or None,
            account=identity("ticketing/Account", fold(account)),
        )


def _add_told(register: Register, cells: tuple[str, ...]) -> None:
    key, title, kind, priority, status, assignees, contact, made, due, took, text = cells
    people = [name.strip() for name in assignees.split(",") if name.strip()]
    private = text == "PRIVATE"
    creator = people[0] if private else pick(("Philippa Ravensworth", "Marisol Quintana", "Hildegard Prinz", "Graham Oduya"), key)
    told = "Forms until 4 December; talk to nobody but Eleanor." if private else text
    _add(
        register,
        key,
        title,
        (kind, priority, status, made, due, took),
        description=told,
        assignees=[ticketing_user_id(p) for p in people],
        creator=ticketing_user_id(creator),
        access_level="PRIVATE" if private else "COMPANY",
        **_customer(contact),
    )
    if not private and people:
        _add_comments(register, key, people[0], moment(made))


def _customer(contact: str) -> dict[str, object]:
    if not contact:
        return {}
    return {"contact": identity("ticketing/Contact", fold(contact)), "account": identity("ticketing/Account", fold(CONTACTS[contact][0]))}


def _add(register: Register, key: str, title: str, facts: tuple[str, ...], **values: object) -> None:
    kind, priority, status, made, due, took = facts
    began = moment(made)
    done = began + timedelta(hours=float(took)) if took else None
    changed = done or min(began + timedelta(hours=number(key, "edit", low=1, high=40)), moment("2026-11-20 06:00"))
    register.add(
        "ticketing/Ticket",
        key,
        began,
        changed,
        remote_id=key,
        name=title,
        ticket_type=kind,
        status=_STATUS[status],
        status_native=status,
        priority=_PRIORITY[priority],
        priority_native=priority,
        due_date=began.replace(hour=0, minute=0) + timedelta(days=int(due)),
        completed_at=done,
        remote_created_at=began,
        remote_updated_at=changed,
        collections=[identity("ticketing/Collection", key.split("-")[0])],
        tags=[pick(_TAGS, key, "tag")] if number(key, "tagged", high=2) else [],
        ticket_url=f"https://fennimore.tickets.example/{key}",
        **values,
    )


def _add_comments(register: Register, key: str, who: str, began: datetime) -> None:
    texts = (
        "Looked at it, reproduced on the bench.",
        "Part ordered, expected within four working days.",
        "Asked the customer for a photo of the label.",
    )
    for n in range(number(key, "comments", low=1, high=3)):
        said = min(began + timedelta(hours=3 + 5 * n), moment("2026-11-20 07:00"))
        body = pick(texts, key, n)
        register.add(
            "ticketing/Comment",
            f"{key} {n}",
            said,
            body=body,
            html_body=f"<p>{body}</p>",
            user=ticketing_user_id(who),
            ticket=ticket_id(key),
            is_private=bool(n == 2),
            remote_created_at=said,
        )
    if number(key, "file", high=3) == 0:
        register.add(
            "ticketing/Attachment",
            key,
            began,
            file_name=f"{key.lower()}.jpg",
            ticket=ticket_id(key),
            content_type="image/jpeg",
            uploaded_by=ticketing_user_id(who),
            remote_created_at=began,
            file_url=f"https://fennimore.tickets.example/files/{key}.jpg",
        )
        register.get("ticketing", "tickets", ticket_id(key))["attachments"] = [identity("ticketing/Attachment", key)]


def _workers(project: str) -> list[Colleague]:
    teams = {"CARE": ("Customer Care",), "CTL": ("Controls", "Firmware"), "SHOP": ("Workshop", "Quality")}[project]
    return [c for c in COLLEAGUES if c.team in teams and c.status == "ACTIVE" and c.name not in _NOT_IN_TICKETING]


def _add_everyday(register: Register, n: int) -> None:
    project = pick(("CARE", "CARE", "CTL", "SHOP"), "everyday", n)
    key, made = f"{project}-{900 + n}", moment("2026-01-12 13:00") + timedelta(days=7 * n, hours=number("everyday", n, "hour", high=7))
    closed = n < 36 or n % 3 == 0
    took = str(number(key, "took", low=4, high=140)) if closed else ""
    contact = pick(tuple(CONTACTS), key, "contact") if project == "CARE" else ""
    title = f"{pick(_PARTS, key).capitalize()} {pick(_FAULTS, key, 'fault')}"
    facts = (
        "Bug" if number(key, "bug", high=3) else "Task",
        pick(("P0", "P1", "P2", "P2", "P3"), key),
        "Closed" if closed else "Open",
        f"{made:%Y-%m-%d %H:%M}",
        str(number(key, "due", low=3, high=20)),
        took,
    )
    who = pick(_workers(project), key, "who").name
    _add(
        register,
        key,
        f"{title} ({key.replace('-', ' ')})",
        facts,
        description=f"{title}. Reported by {CONTACTS[contact][0] if contact else 'a colleague'}.",
        assignees=[ticketing_user_id(who)],
        creator=ticketing_user_id("Philippa Ravensworth"),
        access_level="COMPANY",
        **_customer(contact),
    )
