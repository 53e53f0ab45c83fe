"""The letter: what is left of a mail once its machinery is taken off. Plain values, no I/O."""

import msgspec


class Dropped(msgspec.Struct, frozen=True):
    """What was taken off the person's own words.

    quoted, signature: characters that were cut; html: the words came out of HTML;
    attachments: names of the parts that are neither words nor machinery (a nameless one by its
    type).
    """

    quoted: int = 0
    signature: int = 0
    html: bool = False
    attachments: tuple[str, ...] = ()


class Letter(msgspec.Struct, frozen=True, kw_only=True):
    r"""A mail as the rest of the program sees it.

    sender: the one address of the From line (lower case), or None where there is none, several,
        or an "@" outside the brackets. sender_name: its display name.
    to: addresses of To, Cc and Delivered-To in order, as written (lower case).
    subject: decoded, one line, without CR, LF or invisible characters.
    message_id: without folding, None where there is none. references: ids of In-Reply-To, then
        References, in order, each once; in_reply_to: the first id of In-Reply-To or None.
    text: the person's own words: no quotation, signature, advertisement or markup; "\n" line ends.
    quoted: the quotation that was cut off (a change of vote in seven_kill may quote the vote).
    automatic: None · auto_reply · bounce · list · loop.
    recalls: the mail says that it recalls or replaces another one (C-6.4): Supersedes, Replaces,
        or a client's recall. damaged: characters of the words were lost on the way (U+FFFD).
    unreadable: the words cannot be had at all (no text part, a charset nobody knows, encrypted …).
    cut_off: reading the mail took too much time or memory; only its headers are known.
    hidden: the mail holds hidden or struck-out text.
    headers: the few others that rooms above need, lower-case names, decoded
        (authentication-results, received, date …), in the order of the mail.
    """

    sender: str | None = None
    sender_name: str = ""
    to: tuple[str, ...] = ()
    subject: str = ""
    message_id: str | None = None
    in_reply_to: str | None = None
    references: tuple[str, ...] = ()
    text: str = ""
    quoted: str = ""
    dropped: Dropped = Dropped()
    automatic: str | None = None
    recalls: bool = False
    damaged: bool = False
    unreadable: bool = False
    cut_off: bool = False
    hidden: bool = False
    headers: tuple[tuple[str, str], ...] = ()
