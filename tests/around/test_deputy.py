"""The deputy: takes over open questions when the GM is silent and a warning too; never a player."""

from datetime import timedelta

import pytest

from tests.service.office import GM_ADDRESS, START, Office, opened, text_of

HOUR = timedelta(hours=1)
DEPUTY = "deputy@elsewhere.test"


def got(office: Office, address: str, kind: str = "") -> list[str]:
    rows = [r for r in office.outbox() if r.recipient == address and kind in ("", r.kind)]
    return [text_of(row) for row in rows]


def with_deputy(span: str = "6h") -> Office:
    """A deputy is named; then a player asks for leave, which the GM is asked about."""
    office = Office()
    office.mail("gm", f"代理 {DEPUTY} {span}", START + HOUR)
    office.mail("小一", "请假 两天 出差", START + 2 * HOUR)
    return office


def write(office: Office, text: str, at) -> str:
    """The deputy answers the last mail that he got, as every mail program does."""
    row = [r for r in office.outbox() if r.recipient == DEPUTY][-1]
    to = opened(row)["Reply-To"].addresses[0].addr_spec
    rows = office.mail(DEPUTY, text, at, recipient=to)
    return "\n".join(text_of(r) for r in rows if r.recipient == DEPUTY)


def test_he_is_told_at_once_and_asked_only_after_the_gm_was_warned():
    office = with_deputy()
    assert len(got(office, DEPUTY)) == 1
    office.tick(START + 8 * HOUR)
    assert any("由代理替你答" in text for text in got(office, GM_ADDRESS))
    assert got(office, DEPUTY, "digest") == []
    office.tick(START + 9 * HOUR)
    assert len(got(office, DEPUTY, "digest")) == 1
    assert any("你的代理从现在起" in text for text in got(office, GM_ADDRESS))


def test_he_answers_questions_and_nothing_else_and_the_gm_hears_of_it():
    office = with_deputy()
    office.tick(START + 9 * HOUR)
    assert "代理只能答" in write(office, "延长 12h", START + 10 * HOUR)
    assert office.table.phases[0].closes == START + 24 * HOUR
    write(office, "同意 1", START + 11 * HOUR)
    assert office.table.answered[1].answer == "grant"
    assert any("> 同意 1" in text for text in got(office, GM_ADDRESS))


def test_before_his_time_and_once_the_gm_is_back_he_can_do_nothing():
    office = with_deputy()
    assert "轮不到代理" in write(office, "同意 1", START + 3 * HOUR)
    office.tick(START + 9 * HOUR)
    office.mail("gm", "摘要", START + 10 * HOUR)
    assert "天神回来了" in got(office, DEPUTY)[-1]
    assert "轮不到代理" in write(office, "同意 1", START + 11 * HOUR)
    assert 1 not in office.table.answered


def test_a_gm_who_writes_is_never_warned():
    office = with_deputy()
    for hour in range(4, 24, 4):
        office.mail("gm", "状态", START + hour * HOUR)
    office.tick(START + 23 * HOUR)
    assert not any("由代理替你答" in text for text in got(office, GM_ADDRESS))


@pytest.mark.parametrize("who", ["小一", "阿甲", "gm"])
def test_never_a_player_and_not_the_gm_himself(who):
    office = Office()
    address = office.address(who)
    (row,) = office.mail("gm", f"代理 {address.upper()} 6h", START + HOUR)
    assert "不能作代理" in text_of(row)
    assert office.table.around.deputy is None


@pytest.mark.parametrize("text", ["代理", "代理 老王 6h", "代理 a@b@c.test", "代理 x@host"])
def test_a_deputy_needs_an_address(text):
    office = Office()
    (row,) = office.mail("gm", text, START + HOUR)
    assert "例：代理" in text_of(row)


def test_another_deputy_takes_his_place_and_the_old_key_is_dead():
    office = with_deputy()
    key = office.live.token("deputy")
    office.mail("gm", "代理 other@elsewhere.test 6h", START + 3 * HOUR)
    assert office.live.token("deputy") != key
    assert "另请了人" in got(office, DEPUTY)[-1]
    office.mail("gm", "代理 无", START + 4 * HOUR)
    office.mail("gm", "代理 无", START + 5 * HOUR)
    assert office.last_mail().verdict == "refused"
    office.tick(START + 23 * HOUR)
    assert got(office, "other@elsewhere.test", "digest") == []


def test_naming_him_can_be_undone():
    office = with_deputy()
    office.mail("gm", "撤销", START + 3 * HOUR)
    assert office.table.around.deputy is None


def test_his_digest_names_no_address_of_his_in_what_others_get():
    office = with_deputy()
    office.tick(START + 9 * HOUR)
    others = [r.data for r in office.outbox() if r.recipient not in (DEPUTY, GM_ADDRESS)]
    assert not any(DEPUTY.encode() in data for data in others)
