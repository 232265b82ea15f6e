"""What is given beside runs: people's answers or counts, tables about items, and the map of changed wordings."""
