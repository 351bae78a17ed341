"""Leaving modules out of an import."""

import importlib
import sys

import pytest

from kg.lean import left_out


def test_a_module_that_is_left_out_seems_not_to_be_installed_until_the_end():
    sys.modules.pop("colorsys", None)
    with left_out("colorsys"), pytest.raises(ModuleNotFoundError):
        importlib.import_module("colorsys")
    assert importlib.import_module("colorsys").rgb_to_hls


def test_a_module_that_is_loaded_stays():
    with left_out("json"):
        assert importlib.import_module("json") is sys.modules["json"]
