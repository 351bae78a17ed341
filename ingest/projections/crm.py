"""Customers. What was said (engagements, notes, tasks) is for owner and participants: key and relations."""

from collections.abc import Mapping

from ingest import readings
from ingest.projections.table import Projection

_PERSON = ("first_name last_name",)
_TEXT = readings.text
_FAMILY = {"family_name": ("last_name", _TEXT)}
_PHONES = {"phone_numbers": ("phone", readings.typed("phone_number", "phone_number_type"))}
_ADDRESSES = {"email_addresses": ("mail", readings.within("email_address")), **_PHONES}

MODELS: Mapping[str, Projection] = {
    "crm/Account": Projection(
        ("name",),
        search={"domain": ("website", readings.host), "industry": ("industry", _TEXT), "city": ("addresses", readings.cities)},
        values={"industry": ("industry", _TEXT), "city": ("addresses", readings.cities)},
        joins={**_PHONES, "addresses": ("address", readings.places), "name": ("called", _TEXT),
               "description": ("called", readings.former_names)},
        edges={"owner": "OWNED_BY"}),
    "crm/Contact": Projection(
        _PERSON, email=("email_addresses", readings.work_addresses),
        search={**_FAMILY, "domain": ("email_addresses", readings.work_mail_hosts), "city": ("addresses", readings.cities)},
        values={"city": ("addresses", readings.cities)}, joins=_ADDRESSES, edges={"account": "WORKS_FOR", "owner": "OWNED_BY"}),
    "crm/Lead": Projection(
        _PERSON, email=("email_addresses", readings.work_addresses),
        search={**_FAMILY, "company": ("company", _TEXT), "domain": ("email_addresses", readings.work_mail_hosts)},
        values={"lead_source": ("lead_source", _TEXT)}, joins=_ADDRESSES,
        edges={"owner": "OWNED_BY", "converted_contact": "CONVERTED_TO", "converted_account": "CONVERTED_TO_ACCOUNT"}),
    "crm/Opportunity": Projection(("name",), edges={"account": "WITH_ACCOUNT", "owner": "OWNED_BY", "stage": "IN_STAGE"}),
    "crm/Engagement": Projection(
        edges={"account": "WITH_ACCOUNT", "contacts": "WITH_CONTACT", "owner": "OWNED_BY", "engagement_type": "OF_TYPE"},
        restricted=True),
    "crm/Note": Projection(
        edges={"account": "WITH_ACCOUNT", "contact": "WITH_CONTACT", "opportunity": "ABOUT_OPPORTUNITY", "owner": "OWNED_BY"},
        restricted=True),
    "crm/Task": Projection(
        edges={"account": "WITH_ACCOUNT", "contact": "WITH_CONTACT", "opportunity": "ABOUT_OPPORTUNITY", "owner": "OWNED_BY"},
        restricted=True),
    "crm/User": Projection(("name",), email=("email", readings.address), joins={"email": ("mail", _TEXT)}),
    "crm/Stage": Projection(("name",)),
    "crm/EngagementType": Projection(("name",)),
    "crm/CustomObjectClass": Projection(("name",), without={"fields": "columns of the class, not records"}),
}

LEFT_OUT: Mapping[str, str] = {
    "crm/CustomObject": "all it holds are fields of the customer's own, which nobody has classified (class X); its class is there",
    "crm/Association": "ties custom objects, which are left out, and has no id",
    "crm/AssociationType": "describes associations, which are left out; Merge lists it only class by class",
}
