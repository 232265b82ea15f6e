"""Tables that people open in a spreadsheet: nothing in them is a formula, and yes is 1 in all of them."""
