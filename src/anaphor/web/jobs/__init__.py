"""Work that takes longer than a page may: kept as files, done by a process of its own, taken up again after a crash."""
