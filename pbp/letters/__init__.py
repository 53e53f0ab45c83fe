"""From the bytes of a mail to the words of a person.

MIME, charsets, quotations, signatures, senders.
"""
