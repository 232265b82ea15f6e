"""What a project has, as sections of a report: its collection, audit, study, labels, runs and challenge."""
