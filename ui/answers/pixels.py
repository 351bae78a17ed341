"""A picture as pixels, for where no SVG is shown. The door to resvg; draws what it is given and decides nothing.

The letters are those of one font that comes along, on every machine the same; what it has not is spelt in Latin letters. Nothing else is loaded.
"""

import re
from html import escape

import resvg_py
from anyascii import anyascii
from font_roboto import Roboto, RobotoBold

_TWICE = 2.0                            # pixels for each of the picture's own, for screens that have more
# Letters outside these are not in the font: Latin, Greek, Cyrillic, Vietnamese; signs of punctuation and of currencies.
_STRANGE = re.compile("[^\\s\u0020-\u052f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf]")


def as_pixels(svg: str) -> bytes:
    """A picture of ours in SVG as PNG, twice as large."""
    spelt = _STRANGE.sub(lambda letter: escape(anyascii(letter[0])), svg)
    return resvg_py.svg_to_bytes(svg_string=spelt, zoom=_TWICE, skip_system_fonts=True, font_files=[str(Roboto), str(RobotoBold)],
                                 font_family="Roboto", sans_serif_family="Roboto")
