"""The server of a model file: a file that was cut short, through the real server; skipped where the extra `local` is not installed."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from workers.services import Services
from workers.services.errors import ModelFileUnusable
from workers.services.state import read_state
from workers.settings import make_settings

pytestmark = pytest.mark.skipif(find_spec("xllamacpp") is None, reason="the extra `local` is not installed")

CUT_SHORT = b"GGUF" + (3).to_bytes(4, "little") + (300).to_bytes(8, "little") + (20).to_bytes(8, "little") + b"\0" * 40
"""The head of a file with 300 tensors and 20 keys, and nothing of them."""


def test_a_file_that_was_cut_short_is_named_and_nothing_is_left_running(tmp_path: Path) -> None:
    file = tmp_path / "cut.gguf"
    file.write_bytes(CUT_SHORT)
    settings = make_settings(home=tmp_path / "home", model_file=file, openai_api_key=None, openai_base_url=None)
    services = Services(settings)
    with pytest.raises(ModelFileUnusable, match=f"{file} is cut short"):
        services.up(["model"])
    assert [row.state for row in services.status() if row.name == "model"] == ["crashed"]
    services.down(["model"])
    assert read_state(settings.home) == {}
