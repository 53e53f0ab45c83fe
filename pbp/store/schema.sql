-- The journal as it is today. A new file gets this; an older one gets the numbered migrations.
-- Instants are whole microseconds since 1970-01-01T00:00:00Z. What happened is never changed:
-- the triggers at the end forbid it to everybody, us included.

-- Mails as they came in; what became of them stands in letter_reads.
CREATE TABLE letters (
  id INTEGER PRIMARY KEY,
  received_at INTEGER NOT NULL,
  envelope_from BLOB,
  recipients BLOB NOT NULL,          -- one a line, UTF-8 or whatever stood on the wire
  peer TEXT NOT NULL,
  proved TEXT,
  raw BLOB NOT NULL,
  stamps TEXT NOT NULL DEFAULT ''    -- other clocks: name=microseconds, one a line
) STRICT;

-- How far mailboxes elsewhere have been read, and digests of what was fetched from each.
CREATE TABLE positions (
  name TEXT PRIMARY KEY,
  validity INTEGER NOT NULL,
  uid INTEGER NOT NULL,
  begin INTEGER NOT NULL,
  read_until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE fetched (
  name TEXT NOT NULL,
  digest BLOB NOT NULL,
  PRIMARY KEY (name, digest)
) STRICT, WITHOUT ROWID;

-- The letters that wait to be read, in the order in which they must be.
CREATE TABLE unread (
  received_at INTEGER NOT NULL,
  letter INTEGER NOT NULL REFERENCES letters (id),
  PRIMARY KEY (received_at, letter)
) STRICT, WITHOUT ROWID;

CREATE TABLE games (
  id TEXT PRIMARY KEY,
  born INTEGER NOT NULL,             -- 1, 2, 3 … in order of birth
  ruleset TEXT NOT NULL,
  locale TEXT NOT NULL,
  config BLOB NOT NULL,
  secret BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  state TEXT NOT NULL,
  next_deadline INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX games_by_deadline ON games (next_deadline, id) WHERE next_deadline IS NOT NULL;

CREATE TABLE letter_reads (
  letter INTEGER PRIMARY KEY REFERENCES letters (id),
  game TEXT REFERENCES games (id),
  verdict TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX letter_reads_by_game ON letter_reads (game, letter) WHERE game IS NOT NULL;

-- What makes a second delivery of one mail recognisable.
CREATE TABLE delivery_keys (
  key BLOB PRIMARY KEY,
  letter INTEGER NOT NULL REFERENCES letters (id)
) STRICT, WITHOUT ROWID;

CREATE TABLE inputs (
  game TEXT NOT NULL REFERENCES games (id),
  seq INTEGER NOT NULL CHECK (seq > 0),
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE facts (
  game TEXT NOT NULL,
  seq INTEGER NOT NULL CHECK (seq > 0),
  input_seq INTEGER NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (game, seq),
  FOREIGN KEY (game, input_seq) REFERENCES inputs (game, seq)
) STRICT, WITHOUT ROWID;

-- Complete messages; how their sending goes stands in deliveries.
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY,
  game TEXT REFERENCES games (id),
  recipient TEXT NOT NULL,
  envelope_from TEXT NOT NULL,
  message_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  ref BLOB NOT NULL,
  data BLOB NOT NULL
) STRICT;
CREATE INDEX outbox_by_message_id ON outbox (message_id);
CREATE INDEX outbox_by_game ON outbox (game, id);

CREATE TABLE deliveries (
  mail INTEGER PRIMARY KEY REFERENCES outbox (id),
  priority INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('queued', 'sending', 'sent', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0,
  next_try_at INTEGER NOT NULL,
  last_error TEXT
) STRICT;
CREATE INDEX deliveries_queued ON deliveries (priority, mail, next_try_at) WHERE state = 'queued';
CREATE INDEX deliveries_next_try ON deliveries (next_try_at) WHERE state = 'queued';
CREATE INDEX deliveries_sending ON deliveries (mail) WHERE state = 'sending';
CREATE INDEX deliveries_failed ON deliveries (mail) WHERE state = 'failed';

-- In the same step as the row itself, which is half of the time of a small transaction.
CREATE TRIGGER letters_wait AFTER INSERT ON letters
BEGIN INSERT INTO unread VALUES (new.received_at, new.id); END;
CREATE TRIGGER letters_are_read AFTER INSERT ON letter_reads
BEGIN
  DELETE FROM unread WHERE letter = new.letter
    AND received_at = (SELECT received_at FROM letters WHERE id = new.letter);
END;

CREATE TABLE addresses (
  address TEXT NOT NULL,
  game TEXT NOT NULL REFERENCES games (id),
  seat TEXT NOT NULL,
  kind TEXT NOT NULL,
  PRIMARY KEY (address, game, seat, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE counters (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE heartbeat (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  at INTEGER NOT NULL
) STRICT;

-- What was done on the server's own machine: by whom, when, and how it ended.
CREATE TABLE acts (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  who TEXT NOT NULL,                 -- the user of this machine
  command TEXT NOT NULL,             -- a word: serve, gm, game_new …
  game TEXT,
  words TEXT NOT NULL,               -- what was asked, as it was written
  outcome TEXT NOT NULL              -- a word: done, refused, failed
) STRICT;

-- What may go: the raw bytes of a letter when its game is over (retain_raw), and, in a game in which
-- somebody is forgotten, his name and addresses wherever they stand.
CREATE TABLE forgotten (
  id INTEGER PRIMARY KEY,
  game TEXT NOT NULL REFERENCES games (id),
  at INTEGER NOT NULL,
  followed INTEGER NOT NULL,         -- whether the facts followed from the inputs before
  digest BLOB NOT NULL,              -- of all facts after
  open INTEGER NOT NULL              -- 1 while it is being done, in one transaction
) STRICT;

CREATE TRIGGER letters_stay BEFORE UPDATE ON letters
WHEN new.raw <> x'' OR new.id <> old.id OR new.received_at <> old.received_at
BEGIN SELECT RAISE(ABORT, 'append-only'); END;
CREATE TRIGGER letters_remain BEFORE DELETE ON letters
BEGIN SELECT RAISE(ABORT, 'append-only'); END;
CREATE TRIGGER inputs_stay BEFORE UPDATE ON inputs
WHEN NOT EXISTS (SELECT 1 FROM forgotten WHERE game = old.game AND open = 1)
BEGIN SELECT RAISE(ABORT, 'append-only'); END;
CREATE TRIGGER inputs_remain BEFORE DELETE ON inputs
BEGIN SELECT RAISE(ABORT, 'append-only'); END;
CREATE TRIGGER facts_stay BEFORE UPDATE ON facts
WHEN NOT EXISTS (SELECT 1 FROM forgotten WHERE game = old.game AND open = 1)
BEGIN SELECT RAISE(ABORT, 'append-only'); END;
CREATE TRIGGER facts_remain BEFORE DELETE ON facts
BEGIN SELECT RAISE(ABORT, 'append-only'); END;
CREATE TRIGGER letter_reads_stay BEFORE UPDATE ON letter_reads
BEGIN SELECT RAISE(ABORT, 'append-only'); END;
-- A letter that came for a game that was stopped was kept, not read: that mark may go.
CREATE TRIGGER letter_reads_remain BEFORE DELETE ON letter_reads WHEN old.verdict <> 'stopped'
BEGIN SELECT RAISE(ABORT, 'append-only'); END;
CREATE TRIGGER outbox_stay BEFORE UPDATE ON outbox
WHEN NOT EXISTS (SELECT 1 FROM forgotten WHERE game = old.game AND open = 1)
BEGIN SELECT RAISE(ABORT, 'append-only'); END;
CREATE TRIGGER outbox_remain BEFORE DELETE ON outbox
BEGIN SELECT RAISE(ABORT, 'append-only'); END;
CREATE TRIGGER acts_stay BEFORE UPDATE ON acts
BEGIN SELECT RAISE(ABORT, 'append-only'); END;
CREATE TRIGGER acts_remain BEFORE DELETE ON acts
BEGIN SELECT RAISE(ABORT, 'append-only'); END;
