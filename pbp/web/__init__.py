"""The board for browsers: a process of its own that reads the public view and nothing else.

What a signed-in person sees, and all that he does, is asked of the server over one socket with the
key that his browser carries (pbp.reception answers). Must never import the journal, the service or
anything else that has seen a secret.
"""
