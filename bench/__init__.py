"""How fast it is: every figure is a ratio against a baseline that was measured in the same run."""
