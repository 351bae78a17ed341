"""The sandbox as a process of its own: serves folders as Merge's API, its keys the same at every start.

    python -m workers.services.sandbox_process --port 8100 FOLDER…
"""

import argparse
import json
from pathlib import Path

from ingest.sandbox import Options, Served, serve
from workers.services.sandbox_facts import served_file
from workers.settings import clock_of, read_settings
from workers.storage.owner_only import write_private
from workers.storage.secret_files import keep_secret


def main() -> None:
    """The command at the head of this file; ends on SIGTERM."""
    parser = argparse.ArgumentParser(description="Merge's API over evaluation folders.")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("folders", nargs="*", type=Path)
    given = parser.parse_args()
    settings = read_settings()
    options = Options(
        api_key=keep_secret(settings.home, "sandbox-api-key"), control_key=keep_secret(settings.home, "sandbox-control-key"),
        clock=clock_of(settings),
    )
    serve(given.folders, port=given.port, options=options, ready=lambda served: write_private(served_file(settings.home), _as_json(served)))


def _as_json(served: Served) -> str:
    return json.dumps({
        "base_url": served.base_url, "api_key": served.api_key, "control_url": served.control_url, "control_key": served.control_key,
    })


if __name__ == "__main__":
    main()
