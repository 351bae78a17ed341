"""The tenants of an installation: owner-only files, found by name and by person."""

import json
import re
from pathlib import Path

import pytest
from pydantic import SecretStr

from ingest.company import Account, Company, Person
from kg.errors import BadInput
from workers.storage.tenant_registry import Damaged, Tenant, TenantRegistry, with_company


def tenant(slug: str, *emails: str) -> Tenant:
    account = Account(id="4b1a5b7e-0000-4000-8000-000000000001", category="hris", integration="BambooHR", token="account-token")
    company = Company(
        tenant=slug, name=slug.title(), domain=f"{slug}.example", people=tuple(Person(email=e) for e in emails), linked_accounts=(account,),
    )
    return Tenant(company=company, folder=f"/companies/{slug}", merge_api_key=SecretStr("merge-key"))


def test_a_saved_tenant_is_read_back_whole(tmp_path: Path) -> None:
    TenantRegistry(tmp_path).save(tenant("acme", "ada@acme.example"))
    assert TenantRegistry(tmp_path).get("acme") == tenant("acme", "ada@acme.example")


def test_a_tenants_file_is_its_owners_alone_and_its_secrets_are_not_shown(tmp_path: Path) -> None:
    registry = TenantRegistry(tmp_path)
    registry.save(tenant("acme"))
    modes = {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "tenants", tmp_path / "tenants/acme.json")}
    assert modes == {"tenants": 0o700, "acme.json": 0o600}
    assert "merge-key" not in repr(registry.get("acme")) and "account-token" not in repr(registry.get("acme"))


def test_tokens_and_keys_are_sealed_in_the_file_and_open_with_the_installations_key_alone(tmp_path: Path) -> None:
    registry, file = TenantRegistry(tmp_path), tmp_path / "tenants/acme.json"
    registry.save(tenant("acme"))
    assert "merge-key" not in file.read_text() and "account-token" not in file.read_text()
    (tmp_path / "secrets/tenants-key").write_text("another key\n")
    (damaged,) = TenantRegistry(tmp_path).damaged()
    assert re.search(r"tokens of acme cannot be opened.*tenants-key.*Put that file back", damaged.why)


def test_a_token_that_was_written_in_by_hand_is_taken_and_sealed_at_the_next_change(tmp_path: Path) -> None:
    registry, file = TenantRegistry(tmp_path), tmp_path / "tenants/acme.json"
    registry.save(tenant("acme"))
    by_hand = json.loads(file.read_text())
    by_hand["company"]["linked_accounts"][0]["token"] = "token-by-hand"
    file.write_text(json.dumps(by_hand))
    assert registry.get("acme").company.linked_accounts[0].token == "token-by-hand"
    registry.change("acme", lambda known: with_company(known, name="Acme Ltd"))
    assert "token-by-hand" not in file.read_text()
    assert registry.get("acme").company.linked_accounts[0].token == "token-by-hand"


def test_a_person_is_found_in_every_tenant_that_knows_the_address(tmp_path: Path) -> None:
    registry = TenantRegistry(tmp_path)
    for each in (tenant("beta", "Ada@Example.com"), tenant("acme", "ada@example.com", "bo@example.com"), tenant("none")):
        registry.save(each)
    assert [found.slug for found in registry.of_person(" ADA@example.com")] == ["acme", "beta"]
    assert registry.of_person("nobody@example.com") == []


def test_a_removed_tenant_is_gone_and_removing_it_again_does_nothing(tmp_path: Path) -> None:
    registry = TenantRegistry(tmp_path)
    registry.save(tenant("acme"))
    registry.remove("acme")
    registry.remove("acme")
    assert registry.all() == ()


def test_an_unknown_tenant_is_named_with_the_known_ones(tmp_path: Path) -> None:
    registry = TenantRegistry(tmp_path)
    registry.save(tenant("acme"))
    with pytest.raises(BadInput, match=r"no tenant 'amce' here. Known: acme"):
        registry.get("amce")


@pytest.mark.parametrize("slug", ["", "../secrets/neo4j", "Acme", "a/b"])
def test_a_name_that_is_no_slug_reaches_no_file(slug: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no tenant's name"):
        TenantRegistry(tmp_path).get(slug)


def test_a_damaged_file_is_named_without_showing_what_it_holds(tmp_path: Path) -> None:
    registry = TenantRegistry(tmp_path)
    registry.save(tenant("acme"))
    file = tmp_path / "tenants/acme.json"
    file.write_text(file.read_text().replace('"source": "sandbox"', '"source": "account-token"'))
    with pytest.raises(Damaged, match="settings of acme cannot be read just now") as caught:
        registry.get("acme")
    assert "acme.json: source" in caught.value.why and "account-token" not in caught.value.why + str(caught.value)
    assert str(tmp_path) not in str(caught.value)       # for people no path


DAMAGES = {"cut short": lambda text: text[: len(text) // 2], "not UTF-8": None, "another company's": lambda text: text.replace('"acme"', '"beta"'),
           "empty": lambda text: "", "of another shape": lambda text: "[]"}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_damaged_tenant_file_affects_no_other_tenant_and_can_be_mended(damage, tmp_path: Path) -> None:
    registry, file = TenantRegistry(tmp_path), tmp_path / "tenants/acme.json"
    for each in (tenant("acme", "ada@acme.example"), tenant("beta", "bo@beta.example")):
        registry.save(each)
    whole = file.read_text()
    file.write_bytes(damage(whole).encode() if damage else b"\xff\xfe")
    assert [found.slug for found in registry.all()] == ["beta"]
    assert [found.slug for found in registry.damaged()] == ["acme"] and str(file) in registry.damaged()[0].why
    assert [found.slug for found in registry.of_person("bo@beta.example")] == ["beta"]
    assert registry.slugs() == ("acme", "beta")         # it is not gone
    file.write_text(whole)
    assert [found.slug for found in registry.all()] == ["acme", "beta"] and registry.damaged() == ()


def test_a_failed_save_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    registry = TenantRegistry(tmp_path)
    registry.save(tenant("acme", "ada@acme.example"))
    (tmp_path / "tenants").chmod(0o500)
    file = tmp_path / "tenants/beta.json"
    file.mkdir(mode=0o700) if (tmp_path / "tenants").stat().st_uid == 0 else None      # root ignores modes: a folder in the way does it
    with pytest.raises(OSError):
        registry.save(tenant("beta"))
    assert registry.get("acme").company.people == (Person(email="ada@acme.example"),)
    assert not list((tmp_path / "tenants").glob(".*"))
