"""Asking a machine: blinded questions in, checked answers out; questions as lines of JSON, functions as resolvers."""
