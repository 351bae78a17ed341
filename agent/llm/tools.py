"""Evergraph as tools of a LlamaIndex agent. Whoever asks is bound when the tools are made; no tool takes a person, a tenant or an id.

    from agent.llm.tools import function_tools
    tools = function_tools(toolbox)     # ui.asking.toolbox.Toolbox(assistant, "ana@acme.example")

Slow to import: LlamaIndex is loaded with it.
"""

from typing import Protocol

from llama_index.core.tools import FunctionTool


class Operations(Protocol):
    """What one person may have done, each in words and told in words."""

    def ask(self, question: str) -> str:
        """The answer to a question, with what it was understood as, or why there is none."""

    def find_name(self, name: str) -> str:
        """Who or what is called so."""

    def company_words(self, word: str) -> str:
        """The company's own words near a word."""

    def what_can_be_asked(self, words: str) -> str:
        """What the catalogue has by these words."""


_TOOLS = {
    "ask": ("ask_company", "Answer one question about the company's work apps in plain English, from the apps as they are now, as far as the person "
            "may see them. The result is JSON: status (answered, clarify or declined), text, table and references. Never fill in what it declines."),
    "find_name": ("find_name", "Find people, companies, projects and other things of the company by a name or a part of one."),
    "company_words": ("company_words", "Find the company's own words for job titles, priorities, sources and the like, near a word."),
    "what_can_be_asked": ("what_can_be_asked", "Look up which records, fields and conditions can be asked for, by some words."),
}


def function_tools(operations: Operations) -> list[FunctionTool]:
    """The operations as LlamaIndex tools, ready for an agent or a query engine."""
    return [FunctionTool.from_defaults(fn=getattr(operations, method), name=name, description=text) for method, (name, text) in _TOOLS.items()]
