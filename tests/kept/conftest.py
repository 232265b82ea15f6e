"""The plug-in is another package's code and the fixtures hold programs: neither is collected as tests."""

collect_ignore = ["files", "make.py", "plugin"]
