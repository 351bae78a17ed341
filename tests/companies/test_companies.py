"""The evaluation companies: their folders are whole, the same on every run, and every expectation holds alone and in file order."""

import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.companies import check
from tests.companies.birchwood import make as birchwood
from tests.companies.kaveri import make as kaveri
from tests.companies.quillstack import make as quillstack
from tests.companies.seeblick import make as seeblick
from tests.waiting import PROGRAM_SECONDS

LEAST = 120  # conversations in each half


@pytest.fixture(params=[seeblick, kaveri, quillstack, birchwood], ids=lambda m: str(m.ABOUT["tenant"]), scope="module")
def company(request: pytest.FixtureRequest) -> ModuleType:
    """The generator of one company."""
    module: ModuleType = request.param
    return module


@pytest.fixture(scope="module")
def folder(company: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The company's folder."""
    path = tmp_path_factory.mktemp(str(company.ABOUT["tenant"]))
    company.write(path)
    return path


@pytest.fixture(scope="module")
def kaveri_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the company that has linked all that the faults are about."""
    path = tmp_path_factory.mktemp("faults")
    kaveri.write(path)
    return path


def test_folder_is_whole(folder: Path) -> None:
    assert check.faults_of(folder) == []


def test_another_process_writes_the_same_bytes(company: ModuleType, folder: Path, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", company.__name__, str(tmp_path)], check=True, cwd=Path(__file__).parents[2], timeout=PROGRAM_SECONDS)
    once, again = ({f.relative_to(d): f.read_bytes() for f in d.rglob("*.json*")} for d in (folder, tmp_path))
    assert once == again


def test_expectations_hold_in_file_order(company: ModuleType) -> None:
    quiz = company.questions.ask(company.build())
    assert quiz.hold_in_order() == []
    assert all(len(half) >= LEAST for half in quiz.halves)


@pytest.mark.skipif(not check.can_grade(), reason="the project's grade.py is not beside this checkout")
def test_right_answers_grade_as_right(folder: Path) -> None:
    assert check.grading_faults(folder) == []


@pytest.mark.parametrize(
    ("resource", "good", "bad"),
    [
        ("hris/employees", '"first_name"', '"forename"'),
        ("ticketing/tickets", '"status":"CLOSED"', '"status":"SHUT"'),
        ("ats/applications", '"job":"', '"job":"0'),
        ("hris/time_off", "T00:00:00.000000Z", "T00:00:00Z"),
    ],
)
def test_check_sees_a_fault(kaveri_folder: Path, tmp_path: Path, resource: str, good: str, bad: str) -> None:
    shutil.copytree(kaveri_folder, tmp_path, dirs_exist_ok=True)
    records = tmp_path / f"{resource}.json"
    records.write_text(records.read_text("utf-8").replace(good, bad, 1), "utf-8")
    assert len(check.faults_of(tmp_path)) == 1
