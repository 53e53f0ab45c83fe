"""Compiled templates, shared: the rule sets' environments read the same files."""

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket


class Compiled(BytecodeCache):
    """What Jinja made of each template's source, kept for this process alone.

    Jinja keys it by the template's name and checks the source, so a GM's own file is another one.
    """

    def __init__(self) -> None:
        self._made: dict[tuple[str, str], bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill a bucket with what was made of the same name and source."""
        made = self._made.get((bucket.key, bucket.checksum))
        if made is not None:
            bucket.bytecode_from_string(made)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was just made."""
        self._made[bucket.key, bucket.checksum] = bucket.bytecode_to_string()


COMPILED = Compiled()
"""All environments of mail pages have the same options, so what they compile is the same."""
