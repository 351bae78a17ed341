"""A Neo4j server out of jars: its folder, configuration, command and first password. Starts nothing itself.

Knows no Cypher. Why these flags and settings:

- heap between 256 MB and EVERGRAPH_NEO4J_HEAP, `ExitOnOutOfMemoryError`: a server without memory ends instead of limping
- `--add-opens`, `--enable-native-access`: what Neo4j's own start script gives it; no JMX beans, one encoding on every machine
- `TieredStopAtLevel=1` (`is_brief`): less compiling at the start, slower once warm
- `--console-mode`: in the foreground, ended by SIGTERM, which does not wait for idle threads (`thread_pool_shutdown_wait_time`,
  an internal name: look again at every upgrade)
- addresses on 127.0.0.1, any free port; no certificate on loopback; authentication off only in throw-away tests
- limits of time, locks and memory of transactions: the defaults are none, and a runaway query must end
- `min_replan_interval`: how long a query plan is kept at least; `use_parameter_size` (an internal name too): a query is planned once, not anew for
  lists of one, ten and a hundred, each of which takes a cold server a second
- nothing is reported (usage, telemetry); `LOAD CSV` reads no file of the machine; the Browser's guide comes from our web server
"""

import base64
import hashlib
import http.client
import os
import secrets
import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kg.errors import WrongSetting
from workers.services.neo4j.greeting import greeting
from workers.services.neo4j.java import Java

OPENED = "java.base/java.nio", "java.base/java.io", "java.base/sun.nio.ch", "java.base/java.util.concurrent"
HASH_ROUNDS = 1024
PASSWORD_REFUSED = (
    "The local Neo4j refuses the password kept in secrets/neo4j-password of Evergraph's home: it was changed in one place only. "
    "Write the right one into that file, or delete the folder neo4j beside it: the graph is made again from the source."
)

CONF = """\
server.default_listen_address=127.0.0.1
server.bolt.listen_address=127.0.0.1:{bolt}
server.bolt.advertised_address=127.0.0.1:{bolt}
server.http.listen_address=127.0.0.1:{http}
server.http.advertised_address=127.0.0.1:{http}
server.https.enabled=false
dbms.security.auth_enabled={auth}
server.memory.pagecache.size={pagecache}
db.transaction.timeout=60s
db.lock.acquisition.timeout=10s
db.memory.transaction.max=256m
dbms.memory.transaction.total.max=512m
dbms.cypher.min_replan_interval={replan}
internal.cypher.use_parameter_size=false
dbms.usage_report.enabled=false
client.allow_telemetry=false
server.bolt.telemetry.enabled=false
server.directories.import=import
dbms.security.allow_csv_import_from_file_urls=false
internal.server.bolt.thread_pool_shutdown_wait_time=0s
browser.remote_content_hostname_whitelist=127.0.0.1,localhost
"""


@dataclass(frozen=True, slots=True)
class Shape:
    """How one server is laid out. Sizes as Neo4j writes them: "1g"."""

    folder: Path
    bolt: int
    http: int
    auth: bool = True
    heap: str = "1g"
    pagecache: str = "128m"
    is_brief: bool = False      # for demos and tests: half the work at the start, slower once it is warm
    replan: str = "10s"         # how long a plan is kept whatever becomes of the graph; where it keeps growing, planning takes half of all the time
    web: int | None = None      # port of our web server, from which the Browser takes its guide; it need not be up

    @property
    def uri(self) -> str:
        """Where drivers connect."""
        return f"bolt://127.0.0.1:{self.bolt}"

    @property
    def browser_url(self) -> str:
        """Where people look."""
        return f"http://127.0.0.1:{self.http}/browser/"


def lay_out(shape: Shape, password: str | None = None) -> None:
    """Writes the folder and the configuration; the password too, where the server has never run. Raises OSError."""
    for name in ("conf", "data/dbms", "logs", "import", "plugins", "run"):
        (shape.folder / name).mkdir(parents=True, exist_ok=True)
    shape.folder.chmod(0o700)
    conf = CONF.format(bolt=shape.bolt, http=shape.http, auth=str(shape.auth).lower(), pagecache=shape.pagecache, replan=shape.replan)
    welcome = f"browser.post_connect_cmd={greeting(shape.web, password or '')}\n" if shape.web else ""
    (shape.folder / "conf/neo4j.conf").write_text(conf + welcome, "utf-8")
    if password and not has_run(shape.folder):
        _write_first_password(shape.folder / "data/dbms/auth.ini", password)


def has_run(folder: Path) -> bool:
    """Whether a server has made its databases there, so that its password is settled."""
    return (folder / "data/databases/system").is_dir()


def command(shape: Shape, java: Java, jars: Sequence[Path]) -> list[str]:
    """The command that runs the server in the foreground until SIGTERM."""
    return [
        str(java.command), "-Xms256m", f"-Xmx{shape.heap}", "-XX:+UseG1GC", "-XX:+ExitOnOutOfMemoryError",
        "--enable-native-access=ALL-UNNAMED",
        "-Dlog4j2.disable.jmx=true", "-Dfile.encoding=UTF-8", *(f"--add-opens={package}=ALL-UNNAMED" for package in OPENED),
        *(["-XX:TieredStopAtLevel=1"] if shape.is_brief else []),
        "-cp", os.pathsep.join(map(str, jars)), "org.neo4j.server.CommunityEntryPoint",
        f"--home-dir={shape.folder}", f"--config-dir={shape.folder / 'conf'}", "--console-mode",
    ]


def answers(bolt: int, http_port: int) -> bool:
    """Whether Bolt shakes hands and the Browser's page is there. The query that proves it is `Graph.check`'s."""
    return _shakes_hands(bolt) and page_is_there(http_port, "/browser/index.html")


def commits(http_port: int, password: str, user: str = "neo4j", database: str = "neo4j") -> bool:
    """Whether the server lets that person in and opens and commits a transaction in the database.

    Over HTTP, because the driver takes three seconds to import. Raises WrongSetting where the password is refused.
    """
    token = base64.b64encode(f"{user}:{password}".encode()).decode()
    headers = {"Authorization": f"Basic {token}", "Content-Type": "application/json", "Accept": "application/json"}
    status, body = _call(http_port, "POST", f"/db/{database}/tx/commit", '{"statements": []}', headers)
    if status == http.client.UNAUTHORIZED:
        raise WrongSetting(PASSWORD_REFUSED)
    return status == http.client.OK and b'"errors":[]' in body.replace(b" ", b"")


def speaks_http(port: int) -> bool:
    """Whether a web server of this machine answers, whatever it says."""
    return _call(port, "GET", "/")[0] != 0


def page_is_there(port: int, path: str) -> bool:
    """Whether a web server of this machine gives that page (200)."""
    return _call(port, "GET", path)[0] == http.client.OK


def _call(port: int, method: str, path: str, body: str | None = None, headers: Mapping[str, str] | None = None) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)    # not through a proxy, whatever the environment says
    try:
        connection.request(method, path, body, dict(headers or {}))
        answer = connection.getresponse()
        return answer.status, answer.read()
    except (OSError, http.client.HTTPException):
        return 0, b""
    finally:
        connection.close()


def _shakes_hands(port: int) -> bool:
    hello = bytes.fromhex("6060b017" "00000405" "00000404" "00000004" "00000003")     # Bolt's preamble, then four versions
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
            connection.sendall(hello)
            return connection.recv(4) not in (b"", bytes(4))
    except OSError:
        return False


def _write_first_password(file: Path, password: str) -> None:
    """What `neo4j-admin dbms set-initial-password` writes, without a second Java and without the password on a command line."""
    salt = secrets.token_bytes(32)
    digest = hashlib.sha256(salt + password.encode()).digest()
    for _ in range(HASH_ROUNDS - 1):
        digest = hashlib.sha256(digest).digest()
    file.touch(0o600)
    file.write_text(f"neo4j:SHA-256,{digest.hex().upper()},{salt.hex().upper()},{HASH_ROUNDS}:\n", "utf-8")
