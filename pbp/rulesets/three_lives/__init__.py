"""`three_lives` – three lives (三生), clause by clause: docs/rules/three_lives.md, L-1 to L-9."""
