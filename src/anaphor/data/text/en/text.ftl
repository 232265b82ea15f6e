text-example = { $count ->
    [one] One label is missing.
   *[other] { NUM($count) } labels are missing.
}
text-interface-en = English
text-interface-fr = French
text-place-field = field { $field }
text-none = none
text-or = {" or "}
text-kind-setting = setting
text-did-you-mean = Did you mean { $names }?
text-known = Known: { $names }.
text-unknown-name = no { $kind } is called '{ $name }'
text-missing-extra = { $need } needs an extra that is not installed
    .todo = Run: pip install 'anaphor[{ $extra }]'
text-word-table = table
text-word-figure = figure
text-no-frames = no library for data frames is installed
    .todo = Run: pip install pandas (or polars); to_dict() needs neither.
text-no-figure = { $count ->
    [0] a { $record } has no figure
    [one] a { $record } has one figure, and there is no number { NUM($number) }
   *[other] a { $record } has { NUM($count) } figures, and there is no number { NUM($number) }
}
text-no-whole-number = { $setting } is { $given }
    .todo = Give a whole number from 0 on.
text-no-such-value = { $setting } is { $given }, which is none of { $known }
    .todo = Give one of these words, or the member of { $kind }.
