-- A letter that came for a game that was stopped was kept, not read: that mark may go.
DROP TRIGGER letter_reads_remain;
CREATE TRIGGER letter_reads_remain BEFORE DELETE ON letter_reads WHEN old.verdict <> 'stopped'
BEGIN SELECT RAISE(ABORT, 'append-only'); END;
