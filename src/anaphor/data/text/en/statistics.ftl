statistics-no-level = a level of { $level } is none
    .todo = It lies between 0 and 1, e.g. 0.95.
statistics-impossible-share = { $successes } successes in { $trials } trials are impossible
statistics-no-draws = { $times } draws of { $units } units are none
statistics-no-part = { $size } of { $units } units cannot be kept
