"""Text only: every query of the product, named, described and parameterised. `kg.queries` loads the files; nothing runs here."""
