"""A company's settings while it runs: checked, previewed in plain words, applied in one step, kept with their history, undone."""
