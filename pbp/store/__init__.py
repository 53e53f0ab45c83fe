"""The only place that speaks SQL: letters, inputs, facts, games, outbox."""
