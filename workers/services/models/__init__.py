"""Language models: the servers that settings name, one on this machine for a model file, and what a company may still use of them today."""
