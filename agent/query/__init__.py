"""Plans carried out: the tasks of a goal run over live records, and what comes out of them before it is told."""
