"""What annotation tools, crowd platforms and surveys export: one small file for each, and the table of all."""
