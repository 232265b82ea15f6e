"""A participant's way through a study: place, consent, answers, end, and where they come from."""
