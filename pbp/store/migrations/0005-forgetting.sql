-- What may go: the raw bytes of a letter when its game is over (retain_raw), and, in a game in which
-- somebody is forgotten, his name and addresses wherever they stand. Everything else stays.
CREATE TABLE forgotten (
  id INTEGER PRIMARY KEY,
  game TEXT NOT NULL REFERENCES games (id),
  at INTEGER NOT NULL,
  followed INTEGER NOT NULL,
  digest BLOB NOT NULL,
  open INTEGER NOT NULL
) STRICT;
DROP TRIGGER letters_stay;
CREATE TRIGGER letters_stay BEFORE UPDATE ON letters
WHEN new.raw <> x'' OR new.id <> old.id OR new.received_at <> old.received_at
BEGIN SELECT RAISE(ABORT, 'append-only'); END;
DROP TRIGGER inputs_stay;
CREATE TRIGGER inputs_stay BEFORE UPDATE ON inputs
WHEN NOT EXISTS (SELECT 1 FROM forgotten WHERE game = old.game AND open = 1)
BEGIN SELECT RAISE(ABORT, 'append-only'); END;
DROP TRIGGER facts_stay;
CREATE TRIGGER facts_stay BEFORE UPDATE ON facts
WHEN NOT EXISTS (SELECT 1 FROM forgotten WHERE game = old.game AND open = 1)
BEGIN SELECT RAISE(ABORT, 'append-only'); END;
DROP TRIGGER outbox_stay;
CREATE TRIGGER outbox_stay BEFORE UPDATE ON outbox
WHEN NOT EXISTS (SELECT 1 FROM forgotten WHERE game = old.game AND open = 1)
BEGIN SELECT RAISE(ABORT, 'append-only'); END;
