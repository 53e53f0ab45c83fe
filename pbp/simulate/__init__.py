"""Whole games by the thousand through the real engine: which set-up is fair, how long it lasts.

Intents go in, facts come out; no mail, no store, no page. Must never decide anything that a clause
decides: who may do what, who dies and who wins is said by the rule sets alone.
"""
