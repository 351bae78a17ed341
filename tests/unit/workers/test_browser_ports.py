"""Neo4j is told where our web server will be before it is there, and the web server keeps that promise."""

import json
import re
import socket
from pathlib import Path

import pytest

from workers.services.neo4j import neo4j_server
from workers.services.parts import PARTS, Site
from workers.services.processes import free_port
from workers.services.state import Running
from workers.settings import Settings, make_settings


def site(settings: Settings, **last: Running) -> Site:
    return Site(settings, last, fetching=lambda *_: None, told=lambda _: None)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return make_settings(home=tmp_path, port=None)


def told(port: int) -> Running:
    return Running("neo4j", 0, 0.0, "", "", "", {"web_url": f"http://127.0.0.1:{port}"})


def test_the_configuration_greets_with_our_look_the_guide_and_an_empty_stream(tmp_path):
    neo4j_server.lay_out(neo4j_server.Shape(tmp_path, 7687, 7474, web=8123), "a secret")
    lines = (tmp_path / "conf/neo4j.conf").read_text().splitlines()
    (commands,) = [line.partition("=")[2] for line in lines if line.startswith("browser.post_connect_cmd=")]
    look, guide, clear = commands.split("; ")          # the Browser splits there, so nothing else may hold a semicolon
    assert commands.count(";") == 2 and json.loads(look.removeprefix("style "))["node.CrmAccount"]["caption"] == "{name}{stub}"
    assert re.fullmatch(r"guide http://127\.0\.0\.1:8123/tour\?key=[0-9a-f]{64}", guide) and clear == "clear"
    assert "a secret" not in commands
    assert "browser.remote_content_hostname_whitelist=127.0.0.1,localhost" in lines


def test_the_web_server_takes_the_port_that_the_browser_was_told(settings):
    port = free_port()
    assert PARTS["web"].prepare(site(settings, neo4j=told(port))).facts["port"] == port


def test_where_that_port_is_taken_the_web_server_still_starts(settings):
    busy = free_port()
    with socket.create_server(("127.0.0.1", busy)):
        assert PARTS["web"].prepare(site(settings, neo4j=told(busy))).facts["port"] != busy


def test_a_port_that_is_set_wins(tmp_path):
    wanted, other = free_port(), free_port()
    assert PARTS["web"].prepare(site(make_settings(home=tmp_path, port=wanted), neo4j=told(other))).facts["port"] == wanted
