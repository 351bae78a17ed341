"""Preferences: an append-only journal per person, its state as a pure fold over it, and a projection into the graph."""

from memory.preferences.derived import Chosen, repeated, unknown
from memory.preferences.state import Event, Kind, Preference, PreferenceRecord, Source, State, fold
from memory.preferences.store import Preferences

__all__ = ["Chosen", "Event", "Kind", "Preference", "PreferenceRecord", "Preferences", "Source", "State", "fold", "repeated", "unknown"]
