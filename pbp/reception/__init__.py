"""The reception: what the server answers to people who come by the web with a key.

The web process asks over a socket; every question carries the key of the person for whom it asks,
and is checked here each time. What a person does here is a letter or a command like any other.
"""
