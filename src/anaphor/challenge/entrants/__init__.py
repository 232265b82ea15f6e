"""Teams that enter a challenge in a browser: accounts, what they send, trial runs, quotas, receipts, the board."""
