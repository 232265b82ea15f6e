"""Which noun phrases syntax keeps from being the antecedent of a pronoun: binding and control."""
