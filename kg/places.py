"""Spellings of cities: Bengaluru is Bangalore. Pure text; knows no entity."""

import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources

from kg.names import fold


@lru_cache(maxsize=4096)
def city_key(name: str) -> str:
    """The one spelling that stands for all spellings of a city, folded."""
    plain = fold(name).strip()
    return _one_for_all().get(plain, plain)


def same_city(one: str | None, other: str | None) -> bool:
    """Two spellings of one city?"""
    return one is not None and other is not None and city_key(one) == city_key(other)


def other_spellings(name: str) -> tuple[str, ...]:
    """How else a city is written, folded; () for one that is written in one way only."""
    one = city_key(name)
    return tuple(each for each in (one, *_cities().get(one, ())) if each != fold(name).strip()) if one in _cities() else ()


@cache
def _cities() -> Mapping[str, tuple[str, ...]]:
    text = resources.files(__package__).joinpath("cities.toml").read_text("utf-8")
    return {city: tuple(others) for city, others in tomllib.loads(text).items()}


@cache
def _one_for_all() -> Mapping[str, str]:
    return {other: city for city, others in _cities().items() for other in others}
