-- Study, participants, what they see and answer and accounts were foreseen here and moved out in version 2.
CREATE TABLE study (
    id SERIAL NOT NULL PRIMARY KEY, name VARCHAR NOT NULL, design TEXT NOT NULL, fingerprint VARCHAR NOT NULL,
    quota INTEGER NOT NULL, paused BOOLEAN NOT NULL, frozen_at FLOAT
);
CREATE TABLE participants (
    number SERIAL NOT NULL PRIMARY KEY, token VARCHAR NOT NULL UNIQUE, list INTEGER NOT NULL, nth INTEGER NOT NULL,
    started_at FLOAT NOT NULL, seen_at FLOAT NOT NULL, consent VARCHAR, consented_at FLOAT, screening TEXT,
    finished_at FLOAT, withdrawn_at FLOAT, freed_at FLOAT, excluded TEXT, simulated BOOLEAN NOT NULL,
    UNIQUE (list, nth)
);
CREATE TABLE recruits (
    participant INTEGER NOT NULL PRIMARY KEY, recruiter VARCHAR NOT NULL, person VARCHAR NOT NULL, session VARCHAR,
    UNIQUE (recruiter, person), FOREIGN KEY (participant) REFERENCES participants (number) ON DELETE CASCADE
);
CREATE TABLE shown (
    participant INTEGER NOT NULL, trial VARCHAR NOT NULL, position INTEGER NOT NULL, schema VARCHAR,
    "order" VARCHAR NOT NULL, PRIMARY KEY (participant, trial), UNIQUE (participant, schema),
    FOREIGN KEY (participant) REFERENCES participants (number) ON DELETE CASCADE
);
CREATE TABLE answers (
    participant INTEGER NOT NULL, trial VARCHAR NOT NULL, choice INTEGER, rt_ms FLOAT, onset_ms FLOAT,
    response_ms FLOAT, frame_ms FLOAT, focus_losses INTEGER NOT NULL, hidden_ms FLOAT NOT NULL,
    repeated_key BOOLEAN NOT NULL, device VARCHAR, attempt VARCHAR, comment TEXT, received_at FLOAT NOT NULL,
    PRIMARY KEY (participant, trial), FOREIGN KEY (participant) REFERENCES participants (number) ON DELETE CASCADE
);
CREATE INDEX answers_by_trial ON answers (trial);
CREATE TABLE conflicts (
    id SERIAL NOT NULL PRIMARY KEY, participant INTEGER NOT NULL, trial VARCHAR NOT NULL, sent TEXT NOT NULL,
    received_at FLOAT NOT NULL, FOREIGN KEY (participant) REFERENCES participants (number) ON DELETE CASCADE
);
CREATE TABLE log (
    id SERIAL NOT NULL PRIMARY KEY, at FLOAT NOT NULL, who VARCHAR NOT NULL, what VARCHAR NOT NULL, detail TEXT
);
CREATE TABLE accounts (name VARCHAR NOT NULL PRIMARY KEY, password VARCHAR NOT NULL, made_at FLOAT NOT NULL);
CREATE TABLE api_keys (
    digest VARCHAR NOT NULL PRIMARY KEY, account VARCHAR NOT NULL, made_at FLOAT NOT NULL,
    FOREIGN KEY (account) REFERENCES accounts (name) ON DELETE CASCADE
)
