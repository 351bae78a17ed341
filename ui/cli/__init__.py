"""The command line: `evergraph ask`, `up`, `demo` and the others. A command loads what it needs when it is called."""

import errno
import logging
import sys
from logging.handlers import RotatingFileHandler

from kg.errors import BadInput, EvergraphError, WrongSetting
from ui.cli.commands import app
from workers.storage.home import home_folder

OK, FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def main() -> None:
    """Runs a command; the process's exit code says how it went: 0, 2 for input that cannot be used, 1 for a failure."""
    try:
        app()
    except EvergraphError as error:
        _complain(" ".join(str(error).split()))
        sys.exit(exit_code(error))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:             # whoever read our output has heard enough
        sys.exit(OK)
    except OSError as error:
        _complain(_of_the_disk(error) + ("; make room and try again, nothing is lost" if error.errno in _FULL else ""))
        sys.exit(BAD_INPUT if error.errno in _FULL else FAILED)
    except Exception as error:          # noqa: BLE001 - the edge of the process: a person gets a line, the log the rest
        _complain(f"something unexpected happened ({type(error).__name__}). Its details are in {_logged(error)}")
        sys.exit(FAILED)


def exit_code(error: EvergraphError) -> int:
    """2 for what the person can put right (input, settings, a full disk), 1 for what went wrong here."""
    is_full = isinstance(error.__cause__, OSError) and error.__cause__.errno in _FULL
    return BAD_INPUT if is_full or isinstance(error, BadInput | WrongSetting) else FAILED


def _of_the_disk(error: OSError) -> str:
    return ": ".join(str(part) for part in (error.filename, error.strerror) if part) or str(error)


def _complain(text: str) -> None:
    sys.stderr.write(f"evergraph: {text}\n")


def _logged(error: Exception) -> str:
    file = home_folder() / "logs" / "command-line.log"
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handler = RotatingFileHandler(file, maxBytes=1_000_000, backupCount=1)
    except OSError:
        return f"no log, for {file} cannot be written: {error}"
    log = logging.getLogger("evergraph.command_line")
    log.propagate = False
    log.addHandler(handler)
    log.error("a command broke", exc_info=error)
    handler.close()
    return str(file)
