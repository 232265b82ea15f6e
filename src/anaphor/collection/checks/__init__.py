"""What is wrong with a collection: `check` gives findings, each with a code, a place and a sentence."""
