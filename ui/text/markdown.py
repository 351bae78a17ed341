"""Markdown that surfaces draw. What came out of a record is text here, never markup: it shows exactly what it is. Pure."""

from kg.leaving import defused, escape

__all__ = ["defused", "escape"]
