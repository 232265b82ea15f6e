"""What a French clause is made of: its words, noun phrases, verb groups and inflected forms."""
