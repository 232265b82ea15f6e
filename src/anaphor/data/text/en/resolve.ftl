resolve-help = Put a collection to a resolver, keep its answers.

    The run can be stopped at any time: the same command goes on where it stopped. `anaphor score` judges it.
    .with = The resolver; see `resolver list`.
    .output = The run's file; by default one in the folder runs.
    .limit = Ask only the first so many questions; the rest can follow.
    .again = Ask again what failed or timed out.
resolve-title = { $respondent } on { $collection }
resolve-progress = { $resolver } on { $collection }
resolve-stopped = Answers up to here are in { $path }; the same command goes on from there.
resolve-line-dropped = { $path }: a half-written last line was dropped; its question was asked again.
resolve-failed = { $path }: { $count } questions failed or timed out; the same command with --again asks them once more.
resolve-several-sentences = { $count } of { $answers } questions have several sentences, and the model abstains on them, as in paper 2; add ,sentences=last to --with to let it read the last one, or ,sentences=whole for all of them.
resolve-row-run = run
resolve-row-respondent = respondent
resolve-row-signature = signature
resolve-row-questions = questions
resolve-row-asked = asked now
resolve-row-choices = choices
resolve-row-abstentions = abstentions
resolve-row-missing = not yet asked
resolve-row-usage = usage
