"""The calendar: deadlines, what may happen when, and what is put right in the course of a challenge."""
