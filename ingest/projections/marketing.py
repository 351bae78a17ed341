"""Marketing, a beta of Merge's outside its SDK. Off until a real account confirms paths and fields: these lines are read off its documentation.

Names only; who got and opened what is a fact of the source.
"""

from collections.abc import Mapping

from ingest import readings
from ingest.projections.table import Projection

_PERSON = ("first_name last_name",)

MODELS: Mapping[str, Projection] = {
    "mktg/Campaign": Projection(("name",)),
    "mktg/MarketingEmail": Projection(("name",), edges={"campaign": "OF_CAMPAIGN"}, targets={"campaign": "Campaign"}),
    "mktg/Message": Projection(edges={"campaign": "OF_CAMPAIGN"}, targets={"campaign": "Campaign"}, restricted=True),
    "mktg/Action": Projection(edges={"contact": "WITH_CONTACT", "campaign": "OF_CAMPAIGN"},
                              targets={"contact": "Contact", "campaign": "Campaign"}, restricted=True),
    "mktg/Automation": Projection(("name",)),
    "mktg/Event": Projection(("name",)),
    "mktg/List": Projection(("name",)),
    "mktg/Template": Projection(("name",)),
    "mktg/Contact": Projection(
        _PERSON, email=("email", readings.business_address), search={"domain": ("email", readings.mail_host)},
        joins={"email": ("mail", readings.text)}),
    "mktg/User": Projection(("name",), email=("email", readings.address), joins={"email": ("mail", readings.text)}),
}

OFF: Mapping[str, str] = dict.fromkeys(
    MODELS, "a beta outside Merge's SDK, whose paths and fields no real account has confirmed")
