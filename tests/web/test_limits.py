"""How visitors are counted: by address, of IPv6 by household, with buckets that fill again."""

import pytest

from pbp.web.guard import visitor_of
from pbp.web.limits import VISITORS_MAX, Buckets


def test_a_bucket_empties_and_fills_again_with_time():
    buckets = Buckets(per_minute=60)
    assert all(buckets.takes("a", 0.0) for _ in range(60))
    assert not buckets.takes("a", 0.0)
    assert buckets.takes("b", 0.0), "another visitor has a bucket of his own"
    assert buckets.takes("a", 1.0)
    assert not buckets.takes("a", 1.0)


def test_no_more_buckets_are_kept_than_there_may_be():
    buckets = Buckets(per_minute=60)
    for number in range(VISITORS_MAX + 10):
        buckets.takes(str(number), 0.0)
    assert len(buckets._left) == VISITORS_MAX


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("unix", "unix", True),
    ],
)
def test_visitors_are_told_apart_by_address_or_household(one, other, same):
    scopes = ({"client": (host, 1)} for host in (one, other))
    found = [visitor_of(scope) for scope in scopes]
    assert (found[0] == found[1]) is same
