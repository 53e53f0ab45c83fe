"""`prayer` – killers and prayers: two roles, joint prayer, run-off votes, prize shares."""
