resolve-help = Put a collection to a resolver, keep its answers.

    The run can be stopped at any time: the same command goes on where it stopped. `anaphor score` judges it.
    .with = The resolver; see `resolver list`.
    .output = The run's file; by default one in the folder runs.
    .limit = Ask only the first so many questions; the rest can follow.
    .again = Ask again what failed or timed out.
resolve-title = { $respondent } on { $collection }
resolve-progress = { $resolver } on { $collection }
resolve-stopped = Answers up to here are in { $path }; the same command goes on from there.
resolve-kept = Answers up to here are in { $path }; the same call with output="{ $path }" goes on from there.
resolve-line-dropped = { $path }: a half-written last line was dropped; its question was asked again.
resolve-failed = { $path }: { $count } questions failed or timed out; the same command with --again (again=True in Python) asks them once more.
resolve-several-sentences = { $count } of { $answers } questions have several sentences, and the model abstains on them, as in paper 2; add ,sentences=last to its name to let it read the last one, or ,sentences=whole for all of them.
resolve-unreadable = { $count ->
        [one] One reply
       *[other] { NUM($count) } replies
    } could not be read as a choice; the first: { $first }.
resolve-cut-off = { $count ->
        [one] One reply was
       *[other] { NUM($count) } replies were
    } cut off by the limit of tokens, and no answer was read; raise it: ,max_tokens=512 behind the model's name.
resolve-untrusted = { $failed } of { $answers } questions failed ({ $share } %: { $reasons }), more than { $most } %: these answers tell more of the fault than of the system, and `score` does not rank them. { $kept ->
        [yes] They are kept ({ $path }).{ " " }
       *[no] { "" }
    }Mend the fault and run it again{ $kept ->
        [yes] { " " }into another file
       *[no] { "" }
    }, or allow more: --most-failed 1.
resolve-silent = It chose no candidate in { NUM($answers) } questions: `score` does not rank such a run, since its score would be that of a guess.
resolve-row-run = run
resolve-row-respondent = respondent
resolve-row-signature = signature
resolve-row-questions = questions
resolve-row-asked = asked now
resolve-row-choices = choices
resolve-row-abstentions = abstentions
resolve-row-tokens = choices by tokens scored
resolve-tokens = { $first ->
        [1] 1 token
       *[other] { $last ->
            [more] { $first } tokens or more
           *[other] { $first }–{ $last } tokens
        }
    }: { NUM($count) }
resolve-row-missing = not yet asked
resolve-row-usage = usage
resolve-in-memory = in memory
resolve-line = { $respondent } on { $collection }, { $answers ->
        [one] 1
       *[other] { NUM($answers) }
    } of { NUM($questions) } questions, { $abstentions ->
        [one] 1 abstention
       *[other] { NUM($abstentions) } abstentions
    }
resolve-no-number = { $setting } is { $value }
    .todo = Give a whole number from 1 on.
