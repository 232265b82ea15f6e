answer-bad-candidate = a choice cannot be candidate number { $candidate }
answer-not-finite = answer to { $question }: scores and times must be finite numbers
answer-bad-time = answer to { $question }: a reply cannot take { $seconds } seconds
answer-no-score = answer to { $question }: the chosen candidate has no score
answer-most-failed = the share of failures must be between 0 and 1, not { $value }
    .todo = For example --most-failed 0.05, or 1 to rank every run.
