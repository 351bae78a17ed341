"""Work items. Comments and attachments are seen as their ticket is, which their own record does not say: key and relations."""

from collections.abc import Mapping

from ingest import readings
from ingest.projections.table import Projection, one_of

_COMPANY = {"access_level": one_of(None, "COMPANY")}
_RIGHTS = "who may see a record is asked live: a copy of rights would grant what was taken away"

MODELS: Mapping[str, Projection] = {
    "ticketing/Ticket": Projection(
        ("name",), keys={"remote_id": readings.ticket_key, "ticket_url": readings.ticket_key},
        search={"ticket_type": ("ticket_type", readings.text)},
        values={"ticket_type": ("ticket_type", readings.text), "priority": ("priority", readings.text), "tags": ("tags", readings.texts),
                "status": ("status", readings.text)},
        values_own=frozenset({"status"}),
        edges={"assignees": "ASSIGNED_TO", "assigned_teams": "ASSIGNED_TO_TEAM", "creator": "CREATED_BY", "collections": "IN_COLLECTION",
               "account": "WITH_ACCOUNT", "contact": "WITH_CONTACT", "parent_ticket": "PART_OF"},
        visible_when=_COMPANY,
        without={"attachments": "the attachment names its ticket itself", "permissions": _RIGHTS, "roles": _RIGHTS}),
    "ticketing/Collection": Projection(
        ("name",), keys={"collection_url": readings.last_part}, edges={"parent_collection": "PART_OF"}, visible_when=_COMPANY,
        without={"permissions": _RIGHTS}),
    "ticketing/Comment": Projection(
        edges={"ticket": "OF_TICKET", "user": "CREATED_BY", "contact": "WITH_CONTACT"}, restricted=True),
    "ticketing/Attachment": Projection(edges={"ticket": "OF_TICKET"}, restricted=True),
    "ticketing/User": Projection(
        ("name",), email=("email_address", readings.address), joins={"email_address": ("mail", readings.text)},
        edges={"teams": "MEMBER_OF", "roles": "HAS_ROLE"}),
    "ticketing/Contact": Projection(
        ("name",), email=("email_address", readings.business_address), search={"domain": ("email_address", readings.mail_host)},
        joins={"email_address": ("mail", readings.text), "phone_number": ("phone", readings.text)},
        edges={"account": "WORKS_FOR"}),
    "ticketing/Account": Projection(
        ("name",), keys={"domains": readings.host}, search={"domain": ("domains", readings.host)}, joins={"name": ("called", readings.text)}),
    "ticketing/Team": Projection(("name",)),
    "ticketing/Project": Projection(("name",)),
    "ticketing/Role": Projection(("name",)),
    "ticketing/Tag": Projection(("name",)),
}

LEFT_OUT: Mapping[str, str] = {
    "ticketing/Viewer": "who may see a ticket: listed only ticket by ticket, and a right is asked live",
}
