"""Parts of a plan in plain English: nouns, phrases and whole goals. What was understood is told from here."""
