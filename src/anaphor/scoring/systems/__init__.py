"""Systems on the same items: compared with one another, beside people, and on other panels' references."""
