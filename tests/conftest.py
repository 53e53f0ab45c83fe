"""What every test shares: how many examples a property is tried with."""

from hypothesis import settings

# Loaded by default; `make fuzz` takes the other one. No deadline: machines are slow at times.
settings.register_profile("usual", max_examples=50, deadline=None)
settings.register_profile("fuzz", max_examples=5000, deadline=None)
settings.load_profile("usual")
