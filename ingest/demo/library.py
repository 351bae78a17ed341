"""The files and the knowledge base of the demo company: what everybody may read, and what only some may."""
# A line of these tables is one file or article, and is read best whole.
# ruff: noqa: E501

from ingest.demo.people import COLLEAGUES
from ingest.demo.register import RawRecord, Register, fold, identity, moment, nested, number, table

# folder | parent | shared with (all, or a group)
_FOLDERS = """
Customers           |           | all
Orchard & Pine      | Customers | all
Product             |           | all
Templates           |           | all
Leadership          |           | Leadership
"""

# name | folder | type | shared with | made | description
_FILES = """
Orchard & Pine lobby lighting plan.pdf  | Orchard & Pine | application/pdf | all | 2026-09-02 09:10 | Circuits, dimmers and spare parts of the lobby in Niagara-on-the-Lake.
Orchard & Pine rollout 2027.xlsx        | Orchard & Pine | application/vnd.openxmlformats-officedocument.spreadsheetml.sheet | all | 2026-10-27 15:00 | Rooms per house and quarter.
Larkspur flicker measurements.pdf       | Customers      | application/pdf | all | 2026-11-12 06:40 | One page per spot, as the museum asked for.
DX-16 data sheet.pdf                    | Product        | application/pdf | all | 2026-03-19 08:00 | Dimmer for sixteen circuits: limits, wiring, bus addresses.
Catalogue winter 2026.pdf               | Product        | application/pdf | all | 2026-10-05 12:00 |
Quote template.docx                     | Templates      | application/vnd.openxmlformats-officedocument.wordprocessingml.document | all | 2024-02-12 10:00 | Prices without tax, valid for thirty days.
Site visit checklist.docx               | Templates      | application/vnd.openxmlformats-officedocument.wordprocessingml.document | all | 2023-05-15 11:30 | What to photograph and measure before a quote.
Headcount plan 2027.xlsx                | Leadership     | application/vnd.openxmlformats-officedocument.spreadsheetml.sheet | Leadership | 2026-11-09 18:00 | Draft for the board; do not pass on.
Acquisition of a glassworks.docx        | Leadership     | application/vnd.openxmlformats-officedocument.wordprocessingml.document | Leadership | 2026-10-30 17:20 | Terms under discussion.
"""

# container | type | parent | visibility
_CONTAINERS = """
Handbook            | SPACE   |          | INTERNAL
Working here        | SECTION | Handbook | INTERNAL
Customer Care notes | SPACE   |          | INTERNAL
People team         | SPACE   |          | RESTRICTED
"""

# title | container | status | visibility | author | made | text
_ARTICLES = """
Travel policy                      | Working here        | PUBLISHED | INTERNAL   | Ingeborg Falk        | 2025-01-20 | Take the train for journeys of up to five hours. Flights are booked by Workplace Systems, economy class only. Hotels cost at most 190 Canadian dollars a night; in Lisbon and Bengaluru the showroom and the studio know good ones. Send receipts within thirty days.
Working from home                  | Working here        | PUBLISHED | INTERNAL   | Ingeborg Falk        | 2024-09-02 | Office jobs may work from home on up to three days a week. Teams agree on one day on which all are in. A second screen and a chair can be ordered from Workplace Systems.
Holidays and leave                 | Working here        | PUBLISHED | INTERNAL   | Eleanor Whitcombe    | 2025-12-01 | Vacation is asked for in the HR app, at least two weeks ahead. Days that are left on 31 March lapse. Sick leave needs a note from the third day on.
How we write to customers          | Handbook            | PUBLISHED | INTERNAL   | Keziah Morrow        | 2024-04-08 | Short sentences, no jargon. Say what happened, what we do about it and when. Never promise a date that the workshop has not confirmed.
What to do when a dimmer trips     | Customer Care notes | PUBLISHED | INTERNAL   | Kofi Asante          | 2026-11-19 | Run the lobby at 70 percent until somebody is there. Ask for the firmware of the DX-16: below 4.2 it restarts when the bus is busy, see ticket CTL-2201. Take a spare unit along.
Replacing lens holders on site     | Customer Care notes | PUBLISHED | INTERNAL   | Lars Bjørnstad       | 2026-09-08 | Spots that drift out of focus when warm need the new holder. Ten minutes each, no ladder for the east wing.
Opening hours of our showroom      | Handbook            | PUBLISHED | PUBLIC     | Rui Espada           | 2025-06-03 | The showroom in Lisbon is open from Tuesday to Saturday, 10 to 18 o'clock. Groups are asked to call first.
Laboratory rules                   | Handbook            | DRAFT     | INTERNAL   | Wen-Li Chao          | 2026-11-16 | Not agreed yet: who may switch on the spectrometer alone.
Handling grievances                | People team         | PUBLISHED | RESTRICTED | Ingeborg Falk        | 2025-03-11 | Who talks to whom, in which order, and what is written down.
"""
_GROUPS = ("Leadership", "People")
_INHERITED = ("Bojan Petrović", "Radmila Petrović")     # whose login somebody took over with their own address: whether the two are one, somebody has to say
_MADE = "2022-01-10"


def add_library(register: Register) -> None:
    """Everything of the file storage and of the knowledge base."""
    for category in ("filestorage", "knowledgebase"):
        _add_users(register, category)
    drive = register.add("filestorage/Drive", "company", _MADE, name="Fennimore", remote_created_at=moment(_MADE))
    was, now = _INHERITED
    register.add("knowledgebase/User", fold(was), _MADE, name=was, email_address=next(c.email for c in COLLEAGUES if c.name == now))
    _add_files(register, drive)
    _add_articles(register)


def _add_users(register: Register, category: str) -> None:
    known = [c for c in COLLEAGUES if c.status == "ACTIVE" and c.team != "Workshop"]
    for c in known:
        own = {"is_me": False} if category == "filestorage" else {}
        register.add(f"{category}/User", c.key, max(c.started, _MADE), name=c.name, email_address=c.email, **own)
    for team in _GROUPS:
        users = [identity(f"{category}/User", c.key) for c in known if c.team == team]
        register.add(f"{category}/Group", team, _MADE, name=team, users=users)


def _add_files(register: Register, drive: str) -> None:
    for name, parent, shared in table(_FOLDERS):
        register.add(
            "filestorage/Folder", name, _MADE, name=name, parent_folder=identity("filestorage/Folder", parent) if parent else None, drive=drive,
            permissions=_shared("filestorage", name, shared), remote_created_at=moment(_MADE), remote_updated_at=moment(_MADE),
        )
    for name, folder, kind, shared, made, text in table(_FILES):
        register.add(
            "filestorage/File", name, made, name=name, description=text or None, mime_type=kind, size=number(name, "size", low=20_000, high=4_000_000),
            folder=identity("filestorage/Folder", folder), drive=drive, permissions=_shared("filestorage", name, shared),
            remote_created_at=moment(made), remote_updated_at=moment(made),
        )


def _add_articles(register: Register) -> None:
    for name, kind, parent, visibility in table(_CONTAINERS):
        register.add(
            "knowledgebase/Container", name, _MADE, name=name, type=kind, status="PUBLISHED", visibility=visibility,
            parent_container=identity("knowledgebase/Container", parent) if parent else None,
            permissions=_of_articles(name, visibility), remote_created_at=moment(_MADE), remote_updated_at=moment(_MADE),
        )
    plan = register.add("knowledgebase/Attachment", "firmware", "2026-11-19", name="firmware versions.png", description="Where the number stands on the unit.")
    for title, container, status, visibility, author, made, text in table(_ARTICLES):
        user = identity("knowledgebase/User", next(c.key for c in COLLEAGUES if c.name == author))
        register.add(
            "knowledgebase/Article", title, made, title=title, description=text, author=user, last_edited_by=user, status=status, visibility=visibility,
            type="PAGE", parent_container=identity("knowledgebase/Container", container), permissions=_of_articles(title, visibility),
            attachments=[plan] if "dimmer" in title else [], article_url=f"https://fennimore-lighting.example/wiki/{fold(title)}",
            remote_created_at=moment(made), remote_updated_at=moment(made),
        )


def _of_articles(name: str, visibility: str) -> list[RawRecord]:
    return _shared("knowledgebase", name, "People") if visibility == "RESTRICTED" else []


def _shared(category: str, name: str, shared: str) -> list[RawRecord]:
    """One permission: for the company, or for a group."""
    group = None if shared == "all" else identity(f"{category}/Group", shared)
    return [nested(f"{category}/Permission", name, _MADE, type="GROUP" if group else "COMPANY", group=group, roles=["READ"])]
