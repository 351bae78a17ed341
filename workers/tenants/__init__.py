"""What is done to a company while it runs: settings (checked, previewed, applied, undone), apps linked, use counted, persons and companies erased."""
