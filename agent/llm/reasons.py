"""Why a language model gave no answer, in words: for whoever asked, and for operators what to do. Holds nothing that a server said."""

from collections.abc import Mapping

from agent.llm.port import Away, MayNotLeave, ModelFailed, ModelRefused, ModelTooSlow, ModelUnavailable, OverBudget

_AWAY: Mapping[Away, str] = {
    "unreachable": "The language model cannot be reached", "key": "The language model's server refuses the key that is set",
    "model": "The language model's server does not know the model that is set", "address": "There is no language model at the address that is set",
    "context": "The question has not enough room in the language model's context", "quota": "What may be used of the language model is used up",
}
_OTHERS: Mapping[type[ModelFailed], str] = {
    ModelTooSlow: "The language model did not answer in time", OverBudget: "The budget for the language model is used up",
    ModelRefused: "The language model declined", MayNotLeave: "Such texts may not be sent to the language model",
}
_USELESS = "The language model gave no usable answer"

ADVICE: Mapping[Away, str] = {
    "unreachable": "Nothing answers there: check the address, the network, and whether the server runs.",
    "key": "The server refuses the key: check it, and whether it may use this model.",
    "model": "The server does not know the model: check its name, or leave it out for the first that the server lists.",
    "address": "A server answers, but not as OpenAI's API does: most addresses end in /v1.",
    "context": "The model's context is too small: give the server more room for a prompt of about 12,000 tokens, or set another model.",
    "quota": "What may be used of this account is used up: look at the provider's billing.",
    "form": "The server refuses requests of this form: it may be too old, or speak another protocol.",
    "role": "No model is set for this.",
}
"""What an operator does about it."""


def why_away(failed: ModelFailed) -> str:
    """The reason in a clause for whoever asked."""
    return _AWAY.get(failed.why, _USELESS) if isinstance(failed, ModelUnavailable) else _OTHERS.get(type(failed), _USELESS)
