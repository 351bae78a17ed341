"""What is wrong with this machine or its settings: what `evergraph doctor` says."""
