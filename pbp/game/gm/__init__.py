"""The GM's part (C-10): each act a function that yields facts, by the words of mail.md.

An act is judged like anybody's mail: it is carried out, or refused with what would be right. Each
is recorded with the GM's reason; a player is always told what was entered for him.
"""
