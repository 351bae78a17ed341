"""What models are told when they plan and when they compare, each in a file with a version, which `--trace` shows."""

from agent.llm.prompts import prompt_file


def instructions(name: str) -> tuple[str, int]:
    """The words of a prompt and their version. Raises ValueError for a file without one."""
    file = prompt_file(name, __package__)
    return file.text, file.version


def fenced(text: str) -> str:
    """Words of a person or of records, between marks that they cannot close."""
    return f"««{text.replace('«', '‹').replace('»', '›')}»»"
