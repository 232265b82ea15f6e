resolve-help = Put a collection to a resolver, keep its answers.

    The run can be stopped at any time: the same command goes on where it stopped. `anaphor score` judges it.
    .with = The resolver; see `resolver list`.
    .output = The run's file; by default one in the folder runs.
    .limit = Ask only the first so many questions; the rest can follow.
    .again = Ask again what failed or timed out.
