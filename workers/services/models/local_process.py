"""The server of EVERGRAPH_MODEL_FILE as a process of its own: llama.cpp on this machine alone, behind a key of this installation.

    python -m workers.services.models.local_process --port 8200
"""

import argparse
import logging
import signal
from importlib import import_module
from typing import Any

import httpx

from agent.understand.model.planner import instructions
from agent.understand.model.profile import PROFILES
from workers.services.models.local_server import KEY, name_of
from workers.settings import Settings, read_settings
from workers.storage.secret_files import keep_secret

KEPT_PROMPTS_MIB = 2_048                # memory for what prompts begin with, so that the next question need not read it again
WARM_SECONDS = 600.0                    # that reading the instructions may take; a slower server reads them with the first question

_log = logging.getLogger(__name__)


def main() -> None:
    """The command at the head of this file; ends on SIGTERM."""
    parser = argparse.ArgumentParser(description="A language model on this machine.")
    parser.add_argument("--port", type=int, required=True)
    given = parser.parse_args()
    settings = read_settings()
    serving = _server(settings, given.port)
    if PROFILES[settings.prompt_size].is_narrow:
        warm(settings, given.port)
    while serving is not None:
        signal.pause()


def _server(settings: Settings, port: int) -> Any:
    """The running server, once the model is loaded. Raises RuntimeError for a file that it cannot load."""
    llama = import_module("xllamacpp")          # of the extra `local`
    parameters = llama.CommonParams()
    parameters.model.path = str(settings.model_file)
    parameters.model_alias = {name_of(settings)}
    parameters.hostnames, parameters.port = ["127.0.0.1"], port
    parameters.api_keys = [keep_secret(settings.home, KEY)]
    parameters.n_ctx, parameters.n_parallel = settings.model_context, 1
    parameters.cache_ram_mib = KEPT_PROMPTS_MIB
    parameters.ui = parameters.endpoint_slots = parameters.endpoint_props = False      # what others ask is nobody's to see
    return llama.Server(parameters)


def warm(settings: Settings, port: int) -> None:
    """Has the server read what all prompts begin with, so that the first question does not wait for that."""
    said = [{"role": "system", "content": instructions(PROFILES[settings.prompt_size]).text}, {"role": "user", "content": "Message:"}]
    try:
        httpx.post(f"http://127.0.0.1:{port}/v1/chat/completions", json={"messages": said, "max_tokens": 1},
                   headers={"Authorization": f"Bearer {keep_secret(settings.home, KEY)}"}, timeout=WARM_SECONDS).raise_for_status()
    except httpx.HTTPError as error:
        _log.info("the instructions were not read ahead: %s", type(error).__name__)


if __name__ == "__main__":
    main()
