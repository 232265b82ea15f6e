resolver-help = List resolvers, and test whether one keeps the rules.
resolver-help-list = List the resolvers for `resolve --with`.
resolver-help-test = Test that a resolver keeps the rules. Blind to keys, ids and twins, steady, one answer each. Exit 1 if not.
    .resolver = The resolver to test.
    .collection = Take the questions from here; by default from the embedded ones.
    .schemas = How many schemas of each collection to ask.
