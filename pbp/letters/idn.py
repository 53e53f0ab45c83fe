"""International domains: as ASCII, for all who know no other (RFC 5890); local parts stay."""


def in_ascii(address: str) -> str:
    """An address with its domain in ASCII; what cannot be written so stays as it is."""
    local, at, domain = address.rpartition("@")
    if domain.isascii():
        return address
    try:
        return f"{local}{at}{domain.encode('idna').decode('ascii')}"
    except UnicodeError:
        return address
