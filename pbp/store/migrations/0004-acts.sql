-- What was done on the server's own machine: by whom, when, and how it ended.
CREATE TABLE acts (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  who TEXT NOT NULL,
  command TEXT NOT NULL,
  game TEXT,
  words TEXT NOT NULL,
  outcome TEXT NOT NULL
) STRICT;
CREATE TRIGGER acts_stay BEFORE UPDATE ON acts
BEGIN SELECT RAISE(ABORT, 'append-only'); END;
CREATE TRIGGER acts_remain BEFORE DELETE ON acts
BEGIN SELECT RAISE(ABORT, 'append-only'); END;
