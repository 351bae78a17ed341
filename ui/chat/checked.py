"""The page as Gradio runs it, but for calls that no page of ours would send: what such a call holds is told to nobody, nor written into a log."""

from typing import Any

import gradio as gr

_UNFIT = "What was sent does not fit the page. Open it anew."


class Checked(gr.Blocks):
    """Blocks that refuse values which do not fit in a sentence. Gradio by itself writes a traceback, with the values, into the log."""

    async def preprocess_data(self, *args: Any, **more: Any) -> Any:
        """As Gradio has it. Raises gr.Error."""
        try:
            return await super().preprocess_data(*args, **more)
        except (gr.Error, ValueError, TypeError, LookupError, AttributeError) as error:
            raise gr.Error(_UNFIT, print_exception=False) from error
