"""Who may see what: the tables of policy.toml and the one function that decides from facts it is handed. Reads nothing."""
