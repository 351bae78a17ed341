"""Files of a conversation: for their owner alone, bounded in kind, size and number, gone with the person."""

from datetime import UTC, datetime

import pytest

from kg.errors import BadInput
from memory.attachments import LARGEST, Attachments
from memory.history import History

ANA, BOB = ("acme", "ana@acme.test"), ("acme", "bob@acme.test")
AT = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)


def file(name: str = "people.csv", text: str = "Ana Ruiz") -> dict[str, object]:
    return {"at": AT, "name": name, "text": text, "after": 0}


@pytest.fixture
def url(tmp_path):
    return str(tmp_path / "kept")


def test_a_file_is_kept_for_its_owner_and_conversation_until_the_person_is_forgotten(url):
    files = Attachments(url)
    files.add(*ANA, "s1", file())
    files.add(*BOB, "s1", file(text="Bob Stone"))
    assert [each["text"] for each in files.of(*ANA, "s1")] == ["Ana Ruiz"]
    assert files.of(*ANA, "s2") == []
    History(url).forget_person(*ANA)
    assert (files.of(*ANA, "s1"), len(files.of(*BOB, "s1"))) == ([], 1)


@pytest.mark.parametrize("name, text, what_to_do", [
    ("scan.pdf", "%PDF-1.7", "Save the file as one of these"), ("", "Ana", "Save the file"), ("n" * 130 + ".txt", "Ana", "Save the file"),
    ("a.txt", " \n", "Save it as UTF-8"), ("a.txt", "Ana\0", "Save it as UTF-8"), ("a.txt", "A\ufffda", "Save it as UTF-8"),
    ("a.txt", "x" * (LARGEST + 1), "Attach the part"),
])
def test_what_cannot_be_used_is_refused_with_what_to_do(url, name, text, what_to_do):
    with pytest.raises(BadInput, match=what_to_do):
        Attachments(url).add(*ANA, "s1", file(name, text))


@pytest.mark.parametrize("given, kept", [
    ("../../etc/people.txt", "people.txt"), ("C:\\lists\\my people.csv", "my people.csv"), ("a\r\nb.csv", "a b.csv"),
])
def test_the_name_of_a_file_is_no_place(url, given, kept):
    files = Attachments(url)
    files.add(*ANA, "s1", file(given))
    assert [each["name"] for each in files.of(*ANA, "s1")] == [kept]


def test_a_conversation_holds_a_few_files(url):
    files = Attachments(url)
    for _ in range(5):
        files.add(*ANA, "s1", file())
    with pytest.raises(BadInput, match="Begin a new one"):
        files.add(*ANA, "s1", file())
