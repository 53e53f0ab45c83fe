"""pbp: a play-by-post server that referees forum killer games by e-mail."""
