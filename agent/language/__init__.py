"""Words as people write them: tokens, plain forms, other languages, deeds, attempts, and what reading a text may cost. Knows no company."""
