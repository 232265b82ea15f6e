-- Restarts and outcomes of participants, invitations, events of recruiters and accounts live elsewhere now.
-- Each answer is looked up by its participant, and counts by trial are few and may read the table without an index.
DROP TABLE api_keys;
DROP TABLE accounts;
ALTER TABLE participants ADD COLUMN restarts INTEGER DEFAULT 0 NOT NULL;
ALTER TABLE participants ADD COLUMN outcome VARCHAR;
CREATE INDEX recruits_by_session ON recruits (session);
DROP INDEX answers_by_trial;
CREATE TABLE invited (token VARCHAR NOT NULL PRIMARY KEY, made_at FLOAT NOT NULL, note TEXT);
CREATE TABLE recruiter_events (id VARCHAR NOT NULL PRIMARY KEY, at FLOAT NOT NULL, status VARCHAR NOT NULL)
