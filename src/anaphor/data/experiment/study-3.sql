-- What an answer said when it was saved, as a number. Answers from before have none, and are not checked.
ALTER TABLE answers ADD COLUMN check_sum BIGINT
