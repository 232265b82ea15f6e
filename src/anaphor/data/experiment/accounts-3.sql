-- Roles, addresses that an identity provider vouches for, and links to a new password of an account.
ALTER TABLE organisers ADD COLUMN role VARCHAR NOT NULL DEFAULT 'owner';
ALTER TABLE organisers ADD COLUMN email VARCHAR;
CREATE UNIQUE INDEX organisers_email ON organisers (email);
ALTER TABLE organiser_invitations ADD COLUMN role VARCHAR NOT NULL DEFAULT 'owner';
ALTER TABLE organiser_invitations ADD COLUMN account VARCHAR REFERENCES organisers (name) ON DELETE CASCADE
