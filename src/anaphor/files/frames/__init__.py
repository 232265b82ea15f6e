"""Tables that are in memory already: data frames of any library, lists of records, Hugging Face datasets."""
