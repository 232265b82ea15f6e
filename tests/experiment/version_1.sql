-- A rehearsed study as the first version of the tables kept it.
BEGIN TRANSACTION;
CREATE TABLE accounts (
	name VARCHAR NOT NULL,
	password VARCHAR NOT NULL,
	made_at FLOAT NOT NULL,
	PRIMARY KEY (name)
);
CREATE TABLE anaphor_version (
	version INTEGER NOT NULL
);
INSERT INTO "anaphor_version" VALUES(1);
CREATE TABLE answers (
	participant INTEGER NOT NULL,
	trial VARCHAR NOT NULL,
	choice INTEGER,
	rt_ms FLOAT,
	onset_ms FLOAT,
	response_ms FLOAT,
	frame_ms FLOAT,
	focus_losses INTEGER NOT NULL,
	hidden_ms FLOAT NOT NULL,
	repeated_key BOOLEAN NOT NULL,
	device VARCHAR,
	attempt VARCHAR,
	comment TEXT,
	received_at FLOAT NOT NULL,
	PRIMARY KEY (participant, trial),
	FOREIGN KEY(participant) REFERENCES participants (number) ON DELETE CASCADE
);
INSERT INTO "answers" VALUES(1,'s1.1',0,1018.4,0.0,1018.4,16.7,0,0.0,0,'key',NULL,NULL,1.700000000115028143e+09);
INSERT INTO "answers" VALUES(1,'s0.0',0,1578.8,0.0,1578.8,16.7,0,0.0,0,'key',NULL,NULL,1.70000000586167669298e+09);
INSERT INTO "answers" VALUES(2,'s0.1',1,2926.0,0.0,2926.0,16.7,0,0.0,0,'key',NULL,NULL,1.70000001255775427819e+09);
INSERT INTO "answers" VALUES(2,'s1.0',1,1510.3,0.0,1510.3,16.7,0,0.0,0,'key',NULL,NULL,1.70000001555772018435e+09);
CREATE TABLE api_keys (
	digest VARCHAR NOT NULL,
	account VARCHAR NOT NULL,
	made_at FLOAT NOT NULL,
	PRIMARY KEY (digest),
	FOREIGN KEY(account) REFERENCES accounts (name) ON DELETE CASCADE
);
CREATE TABLE conflicts (
	id INTEGER NOT NULL,
	participant INTEGER NOT NULL,
	trial VARCHAR NOT NULL,
	sent TEXT NOT NULL,
	received_at FLOAT NOT NULL,
	PRIMARY KEY (id),
	FOREIGN KEY(participant) REFERENCES participants (number) ON DELETE CASCADE
);
CREATE TABLE log (
	id INTEGER NOT NULL,
	at FLOAT NOT NULL,
	who VARCHAR NOT NULL,
	what VARCHAR NOT NULL,
	detail TEXT,
	PRIMARY KEY (id)
);
CREATE TABLE participants (
	number INTEGER NOT NULL,
	token VARCHAR NOT NULL,
	list INTEGER NOT NULL,
	nth INTEGER NOT NULL,
	started_at FLOAT NOT NULL,
	seen_at FLOAT NOT NULL,
	consent VARCHAR,
	consented_at FLOAT,
	screening TEXT,
	finished_at FLOAT,
	withdrawn_at FLOAT,
	freed_at FLOAT,
	excluded TEXT,
	simulated BOOLEAN NOT NULL,
	PRIMARY KEY (number),
	UNIQUE (list, nth),
	UNIQUE (token)
);
INSERT INTO "participants" VALUES(1,'juGgEtiWe4xs-Vv5xjG1YaDs',0,0,1700000000.0,1.70000000943933796885e+09,'e414dc085ba4ec6a',1700000000.0,'{"adult": true, "native": true}',1.70000000943933796885e+09,NULL,NULL,NULL,1);
INSERT INTO "participants" VALUES(2,'msFTG48wBXy6mS3b2IYkD6M_',1,0,1.70000000943933796885e+09,1.70000001877725052837e+09,'e414dc085ba4ec6a',1.70000000943933796885e+09,'{"adult": true, "native": true}',1.70000001877725052837e+09,NULL,NULL,NULL,1);
CREATE TABLE recruits (
	participant INTEGER NOT NULL,
	recruiter VARCHAR NOT NULL,
	person VARCHAR NOT NULL,
	session VARCHAR,
	PRIMARY KEY (participant),
	UNIQUE (recruiter, person),
	FOREIGN KEY(participant) REFERENCES participants (number) ON DELETE CASCADE
);
INSERT INTO "recruits" VALUES(1,'link','simulated-c2ce7ed4d57b',NULL);
INSERT INTO "recruits" VALUES(2,'link','simulated-5143e6c3f339',NULL);
CREATE TABLE shown (
	participant INTEGER NOT NULL,
	trial VARCHAR NOT NULL,
	position INTEGER NOT NULL,
	schema VARCHAR,
	"order" VARCHAR NOT NULL,
	PRIMARY KEY (participant, trial),
	UNIQUE (participant, schema),
	FOREIGN KEY(participant) REFERENCES participants (number) ON DELETE CASCADE
);
INSERT INTO "shown" VALUES(1,'s1.1',0,'s1','0,1');
INSERT INTO "shown" VALUES(1,'s0.0',1,'s0','1,0');
INSERT INTO "shown" VALUES(2,'s0.1',0,'s0','1,0');
INSERT INTO "shown" VALUES(2,'s1.0',1,'s1','0,1');
CREATE TABLE study (
	id INTEGER NOT NULL,
	name VARCHAR NOT NULL,
	design TEXT NOT NULL,
	fingerprint VARCHAR NOT NULL,
	quota INTEGER NOT NULL,
	paused BOOLEAN NOT NULL,
	frozen_at FLOAT,
	PRIMARY KEY (id)
);
INSERT INTO "study" VALUES(1,'old','{
 "name": "old",
 "interface": "en",
 "collection": "old",
 "collection_fingerprint": "0123456789abcdef",
 "seed": 1,
 "trials": [
  {
   "id": "s0.0",
   "kind": "item",
   "text": "Sentence s0.0: she was late.",
   "candidates": [
    "Ada",
    "Bea"
   ],
   "prompt": "Who was late?",
   "key": 0,
   "item": "s0.0",
   "schema": "s0"
  },
  {
   "id": "s0.1",
   "kind": "item",
   "text": "Sentence s0.1: she was late.",
   "candidates": [
    "Ada",
    "Bea"
   ],
   "prompt": "Who was late?",
   "key": 1,
   "item": "s0.1",
   "schema": "s0"
  },
  {
   "id": "s1.0",
   "kind": "item",
   "text": "Sentence s1.0: she was late.",
   "candidates": [
    "Ada",
    "Bea"
   ],
   "prompt": "Who was late?",
   "key": 1,
   "item": "s1.0",
   "schema": "s1"
  },
  {
   "id": "s1.1",
   "kind": "item",
   "text": "Sentence s1.1: she was late.",
   "candidates": [
    "Ada",
    "Bea"
   ],
   "prompt": "Who was late?",
   "key": 0,
   "item": "s1.1",
   "schema": "s1"
  }
 ],
 "lists": [
  [
   "s0.0",
   "s1.1"
  ],
  [
   "s0.1",
   "s1.0"
  ]
 ],
 "words": {
  "title": "Study",
  "consent": "You agree.",
  "instructions": "Read.",
  "debrief": "Thank you."
 },
 "quota": 3,
 "block": 40,
 "lease_s": 3600,
 "returning": "resume",
 "return_within_s": 86400,
 "recruiting": {
  "recruiter": "link"
 },
 "exclusion": {
  "attention_failures": 2,
  "control_level": 0.05,
  "fast_ms": 300,
  "fast_share": 0.2,
  "adults_only": true,
  "native_only": true
 },
 "version": 1
}
','fbb277e7629f4106',3,0,1700000000.0);
CREATE INDEX answers_by_trial ON answers (trial);
COMMIT;
