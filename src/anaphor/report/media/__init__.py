"""How a report is written: for the terminal, as a page, as Markdown, as LaTeX."""
