import anaphor

found = anaphor.audit.run("items.csv", language="en", quick=True)
print(found)
found.figure().savefig("audit.png")
