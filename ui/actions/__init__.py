"""What people and operators do beside asking, for pages, the API and the command line alike."""
