"""A language model out of a GGUF file, served on this machine by llama.cpp: its file and its command. Starts nothing itself."""

import sys
from importlib.util import find_spec
from pathlib import Path

from workers.services.errors import ExtraMissing, ModelFileUnusable, ServiceFailed
from workers.settings import Settings

KEY = "model-api-key"                   # the secret's name
MAGIC = b"GGUF"
_ADVICE = "Set it to a GGUF file that may be read, or leave it out."
_NOT_LOADED = "failed to load model"    # what llama.cpp says last
_WHY = "error loading model: "          # and before it


def name_of(settings: Settings) -> str:
    """How the model is called: its file, without folder and ending."""
    return settings.model_file.stem if settings.model_file is not None else ""


def is_wanted(settings: Settings) -> bool:
    """Is a file to be served here? Not where a setting names another model, or switches models off."""
    return settings.model_file is not None and settings.model_calls > 0


def check_model(settings: Settings) -> None:
    """Whether the file can be served, as far as that is seen without serving it. Raises ModelFileUnusable, ExtraMissing."""
    if settings.model_file is not None:
        check_file(settings.model_file)
        check_extra()


def check_file(file: Path) -> None:
    """Raises ModelFileUnusable for what is no GGUF file at all. One that was cut short is noticed by the server, within a second."""
    try:
        with file.open("rb") as stream:
            begins = stream.read(len(MAGIC))
    except OSError as error:
        raise ModelFileUnusable(f"EVERGRAPH_MODEL_FILE cannot be used: {file} cannot be read ({error.strerror}). {_ADVICE}") from error
    if begins != MAGIC:
        raise ModelFileUnusable(f"EVERGRAPH_MODEL_FILE cannot be used: {file} is no GGUF file. {_ADVICE}")


def check_extra() -> None:
    """Raises ExtraMissing where the server is not installed."""
    if find_spec("xllamacpp") is None:
        raise ExtraMissing(
            "EVERGRAPH_MODEL_FILE is set, but what serves it is not installed. Run `uv sync --extra local` in a checkout, or "
            "`pip install \"evergraph[local]\"`; or leave the setting out.")


def command(port: int) -> list[str]:
    """The command that runs the server in the foreground until SIGTERM."""
    return [sys.executable, "-m", "workers.services.models.local_process", "--port", str(port)]


def explained(failed: ServiceFailed, settings: Settings) -> ServiceFailed:
    """Why the server did not start: the file, where that is what it says, else the failure with the end of the log."""
    said = str(failed)
    if _NOT_LOADED not in said:
        return failed
    why = said.partition(_WHY)[2].partition("\n")[0]
    because = f" ({why})" if why and _NOT_LOADED not in why else ""
    return ModelFileUnusable(
        f"EVERGRAPH_MODEL_FILE cannot be used: {settings.model_file} is cut short, damaged, or of a kind that the server does not know{because}. "
        "Fetch the file again, or set another.")
