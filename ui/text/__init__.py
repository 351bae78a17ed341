"""How names of apps, figures of a reader, Markdown and HTML elements are written. Pure; at the bottom of ui."""
