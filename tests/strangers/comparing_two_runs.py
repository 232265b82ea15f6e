import anaphor

one = anaphor.resolve("anaphor-fr", "nearest")
other = anaphor.resolve("anaphor-fr", "cooccurrence")
found = anaphor.compare(one, other)
print(found)
found.figure().savefig("comparison.png")
