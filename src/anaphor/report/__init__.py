"""Reports: pages and figures from the records of other rooms; nothing is computed here."""
