"""`pbp game import`: people from a list, who count when they, or the GM for them, confirm."""

import re
from email import message_from_bytes, policy

import pytest

PLAN = """
game:
  ruleset: prayer
  seats: 6
  options: {killers: 2, villagers: 4}
  signup_closes: 2099-03-01 20:00
"""
LIST = """# who wrote on the forum
wang@one.test, 王五, 青石
li@two.test 李四
zhao@three.test\t赵六\t夜雨   # by telephone
"""


@pytest.fixture
def signing_up(house):
    plan = house.folder / "plan.yaml"
    plan.write_text(PLAN, "utf-8")
    assert house.pbp("game", "new", plan).returncode == 0
    return house


def listed(house, text: str):
    file = house.folder / "people.txt"
    file.write_text(text, "utf-8")
    return file


def delivered(house) -> None:
    from tests.server.test_serve import until

    server = house.serve()
    until(lambda: house.mailbox("zhao@three.test"))
    house.stop(server)


def names(house) -> str:
    return house.pbp("gm", "g1", "摘要").stdout


def test_who_is_on_the_list_is_asked_to_confirm_and_does_not_count_before(signing_up) -> None:
    done = signing_up.pbp("game", "import", "g1", listed(signing_up, LIST), "--yes")
    assert done.returncode == 0, done.stderr
    assert "0 count, 3 are asked to confirm" in done.stdout
    delivered(signing_up)
    (mail,) = signing_up.mailbox("wang@one.test")
    text = message_from_bytes(mail, policy=policy.default).get_body(("plain",)).get_content()
    assert "天神替你报了名" in text
    assert "> 报名 王五 青石" in text
    assert re.search(r"^- +王五", names(signing_up), re.MULTILINE)
    assert signing_up.pbp("audit", "g1").returncode == 0


def test_whom_the_gm_vouches_for_counts_at_once(signing_up) -> None:
    done = signing_up.pbp("game", "import", "g1", listed(signing_up, LIST), "--vouch", "--yes")
    assert "3 count, 0 are asked to confirm" in done.stdout
    assert re.search(r"^- \*王五", names(signing_up), re.MULTILINE)
    delivered(signing_up)
    (mail,) = signing_up.mailbox("wang@one.test")
    text = message_from_bytes(mail, policy=policy.default).get_body(("plain",)).get_content()
    assert "天神已替你报名" in text
    assert "公开名：王五" in text
    assert not re.search(r"你的邮箱|请回复：确认|signup", text)
    again = signing_up.pbp("game", "import", "g1", listed(signing_up, LIST), "--yes")
    assert again.returncode == 2
    assert again.stderr.count("has signed up already") == 3
    assert signing_up.pbp("audit", "g1").returncode == 0


def test_every_wrong_line_is_named_at_once_and_nobody_is_signed_up(signing_up) -> None:
    wrong = (
        "wang@one.test, 王五\nno address, x\nli@two.test\nzhao@three.test, 天神\n"
        "a@four.test, 周八, 一, 二, 三\nwang@one.test, 吴九\nb@five.test, 王五\n"
        "c@six.test, 郑十, 12\n"
    )
    done = signing_up.pbp("game", "import", "g1", listed(signing_up, wrong), "--yes")
    assert done.returncode == 2
    lines = [int(n) for n in re.findall(r"people\.txt:(\d+): ", done.stderr)]
    assert lines == [2, 3, 4, 5, 6, 7, 8]
    assert "an example: wang@example.org, 王五, 青石" in done.stderr
    assert "王五" not in names(signing_up)


def test_a_handle_that_would_be_refused_is_found_before_anybody_is_signed_up(signing_up) -> None:
    done = signing_up.pbp(
        "game", "import", "g1", listed(signing_up, "wang@one.test 王五 青石"), "--vouch", "--yes"
    )
    assert done.returncode == 0, done.stderr
    wrong = (
        "li@two.test 李四 杀\nzhao@three.test 赵六 赵六\na@four.test 周八 青石\n"
        "b@five.test 吴九 王五\nc@six.test 郑十 晨风\nd@seven.test 钱一 晨风。\n"
        "e@eight.test 冯二 12号\n"
    )
    done = signing_up.pbp("game", "import", "g1", listed(signing_up, wrong), "--vouch", "--yes")
    assert done.returncode == 2
    lines = [int(n) for n in re.findall(r"people\.txt:(\d+): ", done.stderr)]
    assert lines == [1, 2, 3, 4, 6, 7]
    assert "杀 is a word of command" in done.stderr
    assert "李四" not in names(signing_up)


def test_it_is_shown_first_and_done_after_a_yes(signing_up) -> None:
    unsaid = signing_up.pbp("game", "import", "g1", listed(signing_up, LIST))
    assert unsaid.returncode != 0
    assert "wang@one.test" in unsaid.stdout
    assert "王五" not in names(signing_up)


def test_wrong_use_is_named(house) -> None:
    empty = listed(house, "# nobody\n")
    nowhere = house.pbp("game", "import", "g1", empty)
    assert (nowhere.returncode, "pbp game new" in nowhere.stderr) == (2, True)
    house.pbp("game", "new", house.game_file())
    running = house.pbp("game", "import", "g1", listed(house, LIST), "--yes")
    assert (running.returncode, "takes no sign-ups" in running.stderr) == (2, True)


def test_an_empty_list_is_said_so(signing_up) -> None:
    done = signing_up.pbp("game", "import", "g1", listed(signing_up, "# nobody\n"), "--yes")
    assert (done.returncode, "nobody stands in it" in done.stderr) == (2, True)
