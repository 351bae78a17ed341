"""`evergraph demo`: what is kept from one start to the next."""

import json
from datetime import UTC, datetime
from pathlib import Path

from ingest.demo import SLUG
from ui.cli.demo import register
from workers.settings import make_settings
from workers.storage.tenant_registry import TenantRegistry
from workers.tenants.settings_editor import SettingsEditor


def test_starting_the_demo_again_keeps_what_operators_have_set(tmp_path: Path) -> None:
    settings, now = make_settings(home=tmp_path), datetime(2026, 11, 20, 9, 0, tzinfo=UTC)
    editor, registry = SettingsEditor(settings), TenantRegistry(tmp_path)
    register(settings)
    first = registry.get(SLUG)
    editor.apply(SLUG, json.dumps({"definitions": {"working_day_hours": 7}}), "ola", now)
    register(settings)
    assert registry.get(SLUG).company.definitions.working_day_hours == 7
    editor.undo(SLUG, "ola", now)
    register(settings)
    assert registry.get(SLUG) == first


def test_a_demo_company_that_cannot_be_read_is_made_anew(tmp_path: Path) -> None:
    settings = make_settings(home=tmp_path)
    register(settings)
    made = TenantRegistry(tmp_path).get(SLUG)
    (tmp_path / "tenants" / f"{SLUG}.json").write_text("{")
    register(settings)
    assert TenantRegistry(tmp_path).get(SLUG) == made
