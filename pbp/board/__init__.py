"""The public view: what may be read on the web, in a file of its own that can be made anew.

The server writes it after each commit from facts for everybody; the web opens nothing else. Must
never import the journal (pbp.store), nor anything that has seen a secret.
"""
