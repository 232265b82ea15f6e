schema-empty = { $record }.{ $field } is empty
    .todo = Leave it out.
schema-bad-span = a span cannot go from { $start } to { $end }
schema-no-id = a question has no id
    .todo = Give every item an id.
schema-no-text = question { $id } has no text
schema-long-text = question { $id } has a text of more than { NUM($most) } characters
schema-candidates = question { $id } has { $count ->
    [0] no
   *[other] { $count }
} candidates
    .todo = Give 1 to { $most }.
schema-bad-candidate = question { $id } has an empty candidate, or an endless one
schema-readings = question { $id } must have a reading (or None) for each candidate
schema-mark-outside = question { $id } marks a place beyond the end of its text
schema-cues-overlap = question { $id }: its cues do not stand one after the other
schema-bad-gap = question { $id }: a gap is written _ or left empty, and nothing else is
schema-bad-count = { $right } right answers of { $asked } people are impossible
schema-bad-key = item { $id }: the key { $key } is none of its { $count } candidates
schema-pairs = item { $id } does not have one pair per candidate
schema-no-item = schema { $id } has no item
schema-conditions = schema { $id } names { $found } conditions for { $wanted } variants
    .todo = Give one condition for each variant, or none at all.
schema-other-item = problem { $id } has an item called { $item }
schema-item-twice = two items are called { $name }
    .todo = Give each its own id.
schema-entry-twice = two entries are called { $name }
    .todo = Give each its own id.
