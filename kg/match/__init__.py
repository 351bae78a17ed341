"""Are two records the same person or company? Blocking keys, a table of weighted features, an explained score. Pure; knows no graph."""
