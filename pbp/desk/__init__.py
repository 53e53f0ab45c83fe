"""The terminal desk: `pbp gm` for somebody who rarely uses a terminal.

It shows what the digest shows, asks, and hands the GM's own words on; what they do is decided where
a mail of his would be. Must never decide, and never change a game by another way.
"""
