"""A mailing list elsewhere as the board: posts go there, private mail never does."""

from datetime import timedelta
from email.utils import parseaddr

import msgspec
import pytest
from click.testing import CliRunner

from pbp.cli import main
from pbp.commands import check_list
from pbp.config import load_config
from tests.service.office import DAY, GAME, HOST, SETTINGS, START, Office, opened, ref_of, text_of

LIST = "game@lists.test"
AT = START + timedelta(hours=1)


def office() -> Office:
    return Office(settings=msgspec.structs.replace(SETTINGS, board_list=LIST))


def to_list(room: Office) -> list:
    return [row for row in room.outbox() if row.recipient == LIST]


def test_a_post_goes_to_the_list_once_as_the_gm_identity_and_names_its_handle():
    room = office()
    room.mail("小一", "灌水 大家好", AT)
    room.tick(AT + timedelta(minutes=10))
    posts = [row for row in room.outbox() if ref_of(row).kind == "chat"]
    assert [row.recipient for row in posts] == [LIST]
    mail = opened(posts[0])
    assert parseaddr(mail["From"])[1] == f"gm+{GAME}@{HOST}"
    assert parseaddr(mail["Reply-To"])[1] == f"board+{GAME}@{HOST}"
    assert "【小一】" in mail["Subject"]
    assert text_of(posts[0]).startswith("【小一】")


def test_announcements_come_to_each_player_too_with_his_own_part():
    room = office()
    room.tick(START + DAY)
    dawns = [row for row in room.outbox() if ref_of(row).kind == "dawn"]
    assert {ref_of(row).to for row in dawns} == {"list", *room.live.people()}


def test_nothing_private_ever_goes_to_the_list():
    room = office()
    room.mail("阿甲", "杀 小一", AT)
    room.run_out()
    secrets = [*room.live.tokens().values(), *(room.address(who) for who in room.setup.owners)]
    for row in to_list(room):
        assert ref_of(row).public
        shown = text_of(row) + row.data.partition(b"\r\n\r\n")[0].decode()
        assert not any(secret in shown for secret in secrets)
    assert to_list(room)


def test_there_are_no_bundles():
    room = office()
    room.mail("小一", "灌水 大家好", AT)
    for hours in range(1, 12):
        room.tick(START + timedelta(hours=hours, minutes=30))
    assert "bundle" not in {ref_of(row).kind for row in room.outbox()}


def test_an_answer_to_a_post_of_the_list_proves_nobody():
    room = office()
    (row,) = [row for row in to_list(room) if ref_of(row).kind == "nightfall"]
    room.mail("小一", "祈祷 小二", AT, auth="from", headers=[("In-Reply-To", row.message_id)])
    assert room.last_mail().code == "unauthenticated"


def test_the_stories_of_a_thread_stand_together_on_the_list():
    room = office()
    room.tick(START + DAY)
    room.mail("小二", "投票 阿甲", START + DAY + timedelta(hours=1))
    votes = [row for row in to_list(room) if ref_of(row).kind in ("vote_open", "vote")]
    assert opened(votes[1])["In-Reply-To"] == votes[0].message_id


# -- pbp check ------------------------------------------------------------------------------------


def config_of(tmp_path, port: int = 0):
    file = tmp_path / "config.yaml"
    file.write_text(f"intake: {{smtp: {{port: {port}}}}}\nboard: {{list_address: {LIST}}}\n")
    return file


@pytest.mark.parametrize(
    ("back", "running", "proved", "said"),
    [
        ("ours", True, True, "takes our posts"),
        ("both", True, False, "what a stranger writes"),
        ("none", True, False, "did not come back"),
        ("ours", False, False, "cannot be seen"),
    ],
)
def test_a_list_is_proved_by_what_comes_back_from_it(
    tmp_path, monkeypatch, back, running, proved, said
):
    config = load_config(config_of(tmp_path))
    config.data_path().mkdir()
    seen = []

    def come(_config, mark, _wait):
        seen.append(mark)
        return back == "both" or (back == "ours" and len(seen) == 1)

    monkeypatch.setattr(check_list, "has_come", come)
    finding = check_list.list_board(config, AT, 0, running=running)
    assert said in finding.found
    assert (finding.state == "fine") is proved
    assert check_list.is_proved(config) is proved


def test_no_game_is_started_on_a_list_that_was_not_tried(tmp_path):
    result = CliRunner().invoke(main, ["game", "new", "--config", str(config_of(tmp_path))])
    assert result.exit_code == 2
    assert "may take posts from strangers" in result.output


def test_another_list_has_to_be_tried_anew(tmp_path):
    config = load_config(config_of(tmp_path))
    config.data_path().mkdir()
    (config.data_path() / check_list.PROVED).write_text("other@lists.test")
    assert not check_list.is_proved(config)
