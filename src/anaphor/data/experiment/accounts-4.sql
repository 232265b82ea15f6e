-- Keys of programs end, and whoever was removed does not come back by the domain of an address alone.
ALTER TABLE organiser_keys ADD COLUMN until FLOAT;
CREATE TABLE organiser_removed (digest VARCHAR NOT NULL PRIMARY KEY, at FLOAT NOT NULL)
