"""Articles. Published and open to the whole company, they are searched by their text; all others enter as key and relations."""

from collections.abc import Mapping

from ingest import readings
from ingest.projections.table import NOT_NARROWED, Projection, one_of

_OPEN = {"visibility": one_of("PUBLIC", "INTERNAL"), "permissions": NOT_NARROWED}
_RIGHTS = "only read to see whether the whole company may see it; who else may is asked live"

MODELS: Mapping[str, Projection] = {
    "knowledgebase/Article": Projection(
        ("title",), texts=("title", "description"),
        edges={"author": "CREATED_BY", "last_edited_by": "EDITED_BY", "parent_article": "PART_OF", "parent_container": "IN_CONTAINER",
               "attachments": "HAS_ATTACHMENT"},
        visible_when={"status": one_of("PUBLISHED"), **_OPEN}, expand=("permissions",),
        without={"permissions": _RIGHTS, "root_container": "the end of the way up from parent_container"}),
    "knowledgebase/Container": Projection(
        ("name",), edges={"parent_article": "PART_OF", "parent_container": "PART_OF"},
        visible_when={"status": one_of(None, "PUBLISHED"), **_OPEN}, expand=("permissions",), without={"permissions": _RIGHTS}),
    "knowledgebase/Attachment": Projection(restricted=True),    # seen as its article is, which its own record does not say
    "knowledgebase/Group": Projection(("name",), edges={"parent_group": "PART_OF", "users": "HAS_MEMBER"}),
    "knowledgebase/User": Projection(("name",), email=("email_address", readings.address), joins={"email_address": ("mail", readings.text)}),
}

LEFT_OUT: Mapping[str, str] = {}
