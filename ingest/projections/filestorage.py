"""Files. Who may see one is its own permissions: what is not shared with the whole company enters as key and relations."""

from collections.abc import Mapping

from ingest import readings
from ingest.projections.table import SHARED_WITH_ALL, Projection

_SHARED = {"permissions": SHARED_WITH_ALL}
_RIGHTS = {"permissions": "only read to see whether the whole company may see it; who else may is asked live"}

MODELS: Mapping[str, Projection] = {
    "filestorage/File": Projection(
        ("name",), keys={"name": readings.without_ending}, texts=("name", "description"),
        edges={"folder": "IN_FOLDER", "drive": "IN_DRIVE"}, visible_when=_SHARED, without=_RIGHTS, expand=("permissions",)),
    "filestorage/Folder": Projection(
        ("name",), edges={"parent_folder": "PART_OF", "drive": "IN_DRIVE"}, visible_when=_SHARED, without=_RIGHTS, expand=("permissions",)),
    "filestorage/Drive": Projection(restricted=True),           # does not say who may see it
    "filestorage/Group": Projection(("name",), edges={"users": "HAS_MEMBER", "child_groups": "CONTAINS"}),
    "filestorage/User": Projection(("name",), email=("email_address", readings.address), joins={"email_address": ("mail", readings.text)}),
}

LEFT_OUT: Mapping[str, str] = {
    "filestorage/DownloadRequestMeta": "how to download a file: an address and headers, no record",
}
