-- Invitations: whoever brings one along makes an account, once.
CREATE TABLE organiser_invitations (
    digest VARCHAR NOT NULL PRIMARY KEY, name VARCHAR NOT NULL, project VARCHAR NOT NULL, made_at FLOAT NOT NULL
)
