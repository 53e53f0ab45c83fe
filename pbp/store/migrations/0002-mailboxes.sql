-- Mail that is fetched from mailboxes elsewhere, and the other clocks that have seen a mail.
ALTER TABLE letters ADD COLUMN stamps TEXT NOT NULL DEFAULT '';
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
