"""From answers to measures: outcomes per item first, aggregation last."""
