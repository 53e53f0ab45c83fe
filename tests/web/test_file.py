"""The file of the public view, row by row: no secret, no trace of when secret mail came."""

import json
from datetime import timedelta

import pytest

from pbp.board.file import open_to_write
from pbp.service.publishing import key_of
from tests.service.office import START
from tests.web.counter import Counter, publisher_over
from tests.web.test_secrets import GAMES, ROLES, begun, secrets_of

LATER = START + timedelta(hours=2)


def dump(connection) -> str:
    return "\n".join(connection.iterdump())


def test_secret_mail_leaves_no_trace_in_the_file_not_even_a_time_of_writing():
    counter = Counter()
    before, changes = dump(counter.connection), counter.connection.total_changes
    for who, text in (("阿甲", "杀 小一"), ("小一", "状态"), ("小二", "祈祷 小一"), ("gm", "摘要")):
        assert counter.mail(who, text, LATER)
        counter.publisher.publish_all()
    publisher_over(counter.referee, counter.connection).publish_all()
    assert counter.connection.total_changes == changes
    assert dump(counter.connection) == before


def test_a_publisher_that_starts_anew_goes_on_where_the_file_stands():
    counter = Counter(options={"publish_hold": "0", "publish_tick": "0"})
    counter.mail("阿甲", "杀 小一", LATER)
    again = publisher_over(counter.referee, counter.connection)
    again.publish_all()
    counter.mail("小三", "灌水\n诸位早", LATER, to="board")
    again.publish_all()
    assert "诸位早" in counter.client.get("/g41/t/chat").text
    changes = counter.connection.total_changes
    publisher_over(counter.referee, counter.connection).publish_all()
    assert counter.connection.total_changes == changes


def test_a_held_post_is_in_no_row_before_it_is_published():
    counter = Counter(options={"publish_hold": "10m", "publish_tick": "0"})
    counter.mail("小三", "灌水\n此帖还在等", LATER, to="board")
    counter.publisher.publish_all()
    assert "此帖还在等" not in dump(counter.connection)
    counter.tick(LATER + timedelta(minutes=11))
    counter.publisher.publish_all()
    assert "此帖还在等" in dump(counter.connection)


def test_the_name_of_a_post_cannot_be_worked_out_by_trying_what_it_might_mean():
    counter = Counter()
    post = counter.table.posts[0]
    assert key_of(b"one", post, {}) == key_of(b"one", post, {}) != key_of(b"other", post, {})


@pytest.mark.parametrize("ruleset", GAMES)
def test_no_row_of_the_file_holds_a_secret_while_a_game_runs(ruleset):
    player = begun(ruleset)
    live = player._live()
    connection = open_to_write(":memory:")
    publisher_over(player.referee, connection).publish_all()
    text, table = dump(connection), live.play.table
    published = {str(d) for p in table.posts for d in p.data.get("declarations") or ()}
    for secret in secrets_of(live):
        assert any(secret in said for said in published) or secret not in text, secret
    assert live.secret.hex() not in text
    (sheet,) = (json.loads(row[0]) for row in connection.execute("SELECT sheet FROM games"))
    assert sheet["result"] is None
    for seat in sheet["seats"]:
        assert seat["owner"] == ""
        if not seat["deaths"]:
            assert not any(role in json.dumps(seat, ensure_ascii=False) for role in ROLES), seat
