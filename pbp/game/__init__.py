"""The pure core: nouns, intents, facts, time, chance, ballots, the engine.

Sees no file, socket, clock, random, logger, locale or template.
"""
