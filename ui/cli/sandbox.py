"""`evergraph sandbox`: company folders as Merge's API."""

import json
import sys
from pathlib import Path

from ingest.sandbox import Served, serve


def run(folders: list[Path], port: int, as_json: bool) -> None:
    """Serves until Ctrl-C. Raises BadInput for a folder or a port that cannot be used."""
    serve(folders, port=port, ready=_say_json if as_json else _say)


def _say_json(served: Served) -> None:
    accounts = [{"tenant": a.tenant, "category": a.category, "token": a.token} for a in served.accounts]
    sys.stdout.write(json.dumps({"base_url": served.base_url, "api_key": served.api_key, "accounts": accounts}) + "\n")
    sys.stdout.flush()


def _say(served: Served) -> None:
    sys.stdout.write(f"Merge's API at {served.base_url}\nAPI key {served.api_key}\n")
    for account in served.accounts:
        sys.stdout.write(f"{account.tenant} {account.category}: account token {account.token}\n")
    sys.stdout.flush()
