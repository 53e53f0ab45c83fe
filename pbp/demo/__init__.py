"""A whole game to watch: scripted people write real mails to a real server on this machine.

Nothing here is needed to run a game. The people know what their letters tell them and no more.
"""
