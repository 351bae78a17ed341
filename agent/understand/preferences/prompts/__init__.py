"""What a model is told when it reads what people said of how they want things, in a file with a version, which `--trace` shows."""
