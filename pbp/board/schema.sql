-- The public view. Everything in it can be derived anew from the journal; a file of another version
-- is thrown away and made again.
CREATE TABLE games (
  id TEXT PRIMARY KEY,
  place INTEGER NOT NULL,
  stamp TEXT NOT NULL,
  state TEXT NOT NULL,
  sheet TEXT NOT NULL
) STRICT;
CREATE TABLE seasons (
  year TEXT PRIMARY KEY,
  stamp TEXT NOT NULL,
  tables TEXT NOT NULL
) STRICT;
CREATE TABLE threads (
  game TEXT NOT NULL,
  slug TEXT NOT NULL,
  kind TEXT NOT NULL,
  phase TEXT NOT NULL,
  life TEXT NOT NULL,
  posts INTEGER NOT NULL,
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  PRIMARY KEY (game, slug)
) STRICT, WITHOUT ROWID;
CREATE TABLE posts (
  id INTEGER PRIMARY KEY,
  game TEXT NOT NULL,
  key TEXT NOT NULL,
  thread TEXT NOT NULL,
  floor INTEGER NOT NULL,
  kind TEXT NOT NULL,
  phase TEXT NOT NULL,
  life TEXT NOT NULL,
  author TEXT NOT NULL,
  at INTEGER NOT NULL,
  subject TEXT NOT NULL,
  text TEXT NOT NULL,
  about TEXT NOT NULL,
  UNIQUE (game, key)
) STRICT;
CREATE INDEX posts_by_floor ON posts (game, thread, floor);
CREATE INDEX posts_by_time ON posts (game, at, id);
CREATE VIRTUAL TABLE said USING fts5 (words, tokenize = "unicode61 remove_diacritics 2");
