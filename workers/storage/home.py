"""Where Evergraph's home is, for commands that must start at once; everything else reads it from `workers.settings`."""

import os
from pathlib import Path

from platformdirs import user_data_path


def home_folder() -> Path:
    """The home as the settings have it, without the half second that importing them takes."""
    given = os.environ.get("EVERGRAPH_HOME", "")  # noqa: TID251 - the one setting that is read in two places; a test holds them together
    return Path(given).expanduser().absolute() if given else user_data_path("evergraph")
