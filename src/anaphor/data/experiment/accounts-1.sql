-- Organisers, their keys, sessions and log-ins.
CREATE TABLE organisers (name VARCHAR NOT NULL PRIMARY KEY, password VARCHAR NOT NULL, made_at FLOAT NOT NULL);
CREATE TABLE organiser_keys (
    id SERIAL NOT NULL PRIMARY KEY, digest VARCHAR NOT NULL UNIQUE, name VARCHAR NOT NULL, label VARCHAR NOT NULL,
    made_at FLOAT NOT NULL, FOREIGN KEY (name) REFERENCES organisers (name) ON DELETE CASCADE
);
CREATE TABLE organiser_sessions (
    digest VARCHAR NOT NULL PRIMARY KEY, name VARCHAR NOT NULL, "check" VARCHAR NOT NULL, seen_at FLOAT NOT NULL,
    FOREIGN KEY (name) REFERENCES organisers (name) ON DELETE CASCADE
);
CREATE TABLE organiser_logins (
    id SERIAL NOT NULL PRIMARY KEY, at FLOAT NOT NULL, name VARCHAR NOT NULL, what VARCHAR NOT NULL
)
