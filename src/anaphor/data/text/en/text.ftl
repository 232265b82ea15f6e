text-example = { $count ->
    [one] One label is missing.
   *[other] { NUM($count) } labels are missing.
}
text-interface-en = English
text-interface-fr = French
text-place-field = field { $field }
text-none = none
text-or = {" or "}
text-did-you-mean = Did you mean { $names }?
text-known = Known: { $names }.
text-unknown-name = no { $kind } is called '{ $name }'
text-missing-extra = { $need } needs an extra that is not installed
    .todo = Run: pip install 'anaphor[{ $extra }]'
