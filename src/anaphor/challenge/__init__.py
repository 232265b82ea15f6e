"""Running a challenge: sealed entries, a referee that asks them, and evidence that can be checked afterwards."""
