"""The rules of a challenge: their record and its file, the sentences that are published, whether they are kept."""
