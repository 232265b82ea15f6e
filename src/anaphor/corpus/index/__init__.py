"""An index of a corpus: shards built by engines, here or elsewhere, and counted together."""
