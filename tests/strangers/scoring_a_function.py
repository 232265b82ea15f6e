import anaphor


def longest(question: anaphor.Question) -> anaphor.Candidate:
    return max(question.candidates, key=lambda candidate: len(candidate.text))


found = anaphor.score(anaphor.resolve("anaphor-fr", longest))
print(found)
found.figure().savefig("score.png")
