"""One use case: a letter or an instant comes in; facts, notices and outbox rows are committed."""
