import anaphor

collection = anaphor.load("anaphor-en")
audit = anaphor.audit.run(collection, quick=True)
scores = anaphor.score(anaphor.resolve(collection, "nearest"))
anaphor.report.write("report.html", collection, audit, "What the last word gets.", scores)
scores.figure().savefig("score.png")
