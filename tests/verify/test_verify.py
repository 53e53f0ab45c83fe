"""`pbp verify`: a game is checked from its published mails alone, and whatever is forged is found.

clauses: C-3.5, C-3.6
"""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from pbp.cli import main
from pbp.evidence import read_mail
from pbp.game import receipts, sheets
from pbp.game.nouns import Seat
from pbp.service.outgoing import about_of
from pbp.service.public import Archive
from pbp.verify import OPEN, RIGHT, WRONG, verify
from tests.signup.house import CLOSES, GAME, House, address_of, made
from tests.verify.played import PLAYERS, mails_to, play, text_of, whole_game, with_text


def findings(raws):
    found = verify([mail for raw in raws if (mail := read_mail(raw)) is not None])
    return found.get(GAME, [])


def verdicts(raws):
    return {one.verdict for one in findings(raws)}


def said(raws):
    return "\n".join(one.line() for one in findings(raws))


def own():
    return mails_to(whole_game(), PLAYERS[0])


def changed(raws, kind_of_line, change):
    """The mails with the first line that matches changed wherever it stands."""
    pattern = re.compile(kind_of_line, re.MULTILINE)
    assert any(pattern.search(text_of(raw)) for raw in raws)
    return [
        with_text(raw, pattern.sub(change, text_of(raw), count=1))
        if pattern.search(text_of(raw))
        else raw
        for raw in raws
    ]


# -- what is right ------------------------------------------------------------------------------


def test_an_honest_game_is_found_so_from_one_players_mailbox():
    """C-3.5: everyone can check, with nothing but what he was mailed."""
    found = findings(own())
    assert WRONG not in {one.verdict for one in found}
    right = "\n".join(one.what for one in found if one.verdict == RIGHT)
    for what in (
        "the commitment to the seed was kept",
        "the commitment to the roles was kept",
        "the commitment to the owners was kept",
        "the lots come from",
        "the numbers of the roster are as drawn",
        "the roles are as drawn",
        "went to their owners by lot",
        "gives the heads of 4 closes",
        "receipts are in the log",
        "with their words",
    ):
        assert what in right


@pytest.mark.parametrize("name", PLAYERS)
def test_every_mailbox_gives_the_same_verdict(name):
    assert WRONG not in verdicts(mails_to(whole_game(), name))


def test_all_mailboxes_together_hold_one_story():
    raws = [raw for name in PLAYERS for raw in mails_to(whole_game(), name)]
    assert WRONG not in verdicts(raws)


def test_before_the_end_nothing_can_be_checked_and_that_is_said():
    raws = [raw for raw in own() if "=sheet" not in text_of(raw)]
    assert verdicts(raws) == {OPEN}


def test_what_a_player_writes_in_a_post_is_no_evidence():
    """Only mail of the GM identity counts."""
    forged = f"=deal {'0' * 64}\n=sheet deal\n=end\n"
    post = with_text(own()[-1], forged).replace(
        b"From: ", b"From: x <seat3+g41@games.test>\nX-From: "
    )
    assert read_mail(post) is None


def test_what_a_player_writes_is_no_evidence_in_a_bundle_of_posts_either():
    """Bundles come from the GM identity; nobody can spoil the check for the others."""
    house = House()
    house.fill(6)
    house.until(CLOSES)
    house.mail(address_of(PLAYERS[0]), f"灌水\n=deal {'0' * 64}\n=N1 {'0' * 64}\n=sheet deal")
    house.pass_time(hours=5)
    house.gm("中止 试试")
    raws = mails_to(house, PLAYERS[1])
    assert any(f"=deal {'0' * 64}" in text_of(raw) for raw in raws)
    assert WRONG not in verdicts(raws)


def test_a_game_whose_roles_were_cast_has_nothing_to_draw_again():
    """C-3.5: where the GM cast the roles by hand the roster says so, and so does the check."""
    from pbp.service import setup

    cast = {"青石": "killer", "晨风": "villager", "夜雨": "villager", "孤帆": "villager"}
    whole = made(
        plan=None,
        seats=tuple(Seat(number=n, handle=h, role=r) for n, (h, r) in enumerate(cast.items(), 1)),
        owners={h: setup.Owner(f"N{n}", (f"p{n}@o.test",)) for n, h in enumerate(cast)},
    )
    house = House(whole=whole)
    assert "由天神指定" in house.last("roster", "p0@o.test")
    house.gm("中止 试试")
    raws = [bytes(row.data) for row in house.outbox() if row.recipient == "p0@o.test"]
    assert WRONG not in verdicts(raws)
    assert "all roles were cast by hand" in said(raws)


def test_owners_that_are_not_revealed_are_said_not_to_be_opened():
    """C-3.6: reveal_owners."""
    house = play(House(options={"reveal_owners": "false"}))
    raws = mails_to(house, PLAYERS[0])
    assert "the commitment to the owners was not opened" in said(raws)
    assert WRONG not in verdicts(raws)
    assert not any(
        name in text_of(raws[-1]) for name in PLAYERS if "=sheet owners" in text_of(raws[-1])
    )


def test_seats_by_lot_are_drawn_again():
    """C-3.2: select random."""
    house = House(options={"select": "random"})
    house.fill(9)
    house.until(CLOSES)
    seated = next(iter(house.table.start.names.values()))
    house.gm("中止 试试")
    assert "the seats were given by lot" in said(mails_to(house, seated))


# -- what is forged -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "change"),
    [
        (r"^seat 1 (\S+) \w+", r"seat 1 \1 killer by"),
        (r"^owner (\S+) \S+", r"owner \1 冯二"),
        (r"^signup \S+$", "signup 冯二"),
        (r"^beacon .*$", "beacon 1"),
        (r"^option night .*$", "option night 23h"),
        (r"^ruleset prayer$", "ruleset nothing"),
        (r"^option killers 2$", "option killers x"),
        (r"^game g41$", "game g42"),
        (r"^salt d0", "salt d1"),
        (r"^=N1 .{4}", "=N1 0000"),
        (r"^=leaf .{4}", "=leaf 0000"),
        (r"^=close D1$", "=close D2"),
        (r"^=end$", "=And"),
        (r"^=salt .", "=salt z"),
        (r"^=read \w+", "=read kill"),
        (r"^=receipt (\S+)-1 ", r"=receipt \1-2 "),
        (r"^1\. \S+", "1. 假名"),
    ],
)
def test_each_kind_of_forgery_is_found(line, change):
    assert WRONG in verdicts(changed(own(), line, change))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_no_character_of_the_evidence_can_be_changed_unseen(data):
    """Any other character anywhere in a marked line or a sheet makes it wrong."""
    raws = own()
    place, number = data.draw(st.sampled_from(evidence_lines()))
    lines = text_of(raws[place]).split("\n")
    line = lines[number]
    at = data.draw(st.integers(1, len(line) - 1))
    other = data.draw(st.sampled_from("0123456789abcdefxyz甲=").filter(lambda c: c != line[at]))
    lines[number] = line[:at] + other + line[at + 1 :]
    forged = [*raws[:place], with_text(raws[place], "\n".join(lines)), *raws[place + 1 :]]
    assert WRONG in verdicts(forged), (line, lines[number])


def evidence_lines():
    found = []
    for place, raw in enumerate(own()):
        inside = False
        for number, line in enumerate(text_of(raw).split("\n")):
            inside = (inside or line.startswith("=sheet ")) and line != "=end"
            if line.startswith("=") or (inside and len(line) > 1):
                found.append((place, number))
    return found


def test_a_gm_who_deals_himself_is_found_though_all_his_commitments_fit():
    """C-3.5: the roles are drawn again from the sign-ups."""
    raws = own()
    report = next(text_of(raw) for raw in raws if "=sheet deal" in text_of(raw))
    sheet = report.split("=sheet deal\n")[1].split("\n=end")[0].split("\n")
    killer = next(n for n, line in enumerate(sheet) if line.endswith(" killer"))
    villager = next(n for n, line in enumerate(sheet) if line.endswith(" villager"))
    forged = list(sheet)
    forged[killer] = sheet[killer].replace("killer", "villager")
    forged[villager] = sheet[villager].replace("villager", "killer")
    raws = [
        with_text(
            raw,
            text_of(raw)
            .replace("\n".join(sheet), "\n".join(forged))
            .replace(sheets.commitment(sheet), sheets.commitment(forged)),
        )
        for raw in raws
    ]
    assert "it is not so that the roles are as drawn" in said(raws)


def test_two_players_who_were_shown_different_commitments_find_it_together():
    raws = own() + changed(mails_to(whole_game(), PLAYERS[1]), r"^=deal .{4}", "=deal 0000")
    assert "2 different commitments to the roles" in said(raws)


def test_a_receipt_that_is_not_in_the_log_is_named():
    """A mail that was answered and then left out."""
    raws = own()
    leaf = next(m for raw in raws if (m := re.search(r"^=leaf (\w+)", text_of(raw), re.M)))[1]
    cut = [
        with_text(raw, text_of(raw).replace(f"=leaf {leaf}\n", ""))
        if "=sheet" in text_of(raw)
        else raw
        for raw in raws
    ]
    assert f"a receipt is not in the log: {leaf}" in said(cut)
    assert "does not give the head" in said(cut)


# -- the command --------------------------------------------------------------------------------


def run(*paths: Path):
    return CliRunner().invoke(main, ["verify", *map(str, paths)])


def test_the_command_reads_eml_files_folders_and_a_maildir(tmp_path):
    for number, raw in enumerate(own()):
        folder = tmp_path / "Maildir" / ("cur" if number % 2 else "new")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{number}.mail").write_bytes(raw)
    done = run(tmp_path / "Maildir")
    assert done.exit_code == 0, done.output
    assert "g41: ok: the roles are as drawn" in done.output
    eml = tmp_path / "one.eml"
    eml.write_bytes(own()[0])
    assert run(eml).exit_code == 0


def exported(house):
    """The board.mbox that `pbp export` writes."""
    about = about_of(house.live, house.referee.settings)
    writer = house.referee.writer
    return Archive(house.table, writer.renderer, about, writer.names(about)).mbox("games.test")


def test_the_published_archive_alone_shows_that_seats_and_roles_are_as_drawn(tmp_path):
    """C-3.5, C-3.6: the mbox of an export, named or in its folder."""
    file = tmp_path / "board.mbox"
    file.write_bytes(exported(whole_game()))
    for path in (file, tmp_path):
        done = run(path)
        assert done.exit_code == 0, done.output
        assert "g41: ok: the roles are as drawn" in done.output


def test_a_changed_archive_is_found_wrong(tmp_path):
    seed = re.compile(rb"^=seed (\w)", re.MULTILINE)
    raw = exported(whole_game())
    assert seed.search(raw) is not None
    other = seed.sub(lambda m: b"=seed " + (b"0" if m[1] != b"0" else b"1"), raw)
    (tmp_path / "board.mbox").write_bytes(other)
    assert run(tmp_path).exit_code == 1


def test_the_command_ends_with_1_where_something_is_wrong(tmp_path):
    for number, raw in enumerate(changed(own(), r"^seat 1 (\S+) \w+", r"seat 1 \1 wolf")):
        (tmp_path / f"{number}.eml").write_bytes(raw)
    done = run(tmp_path)
    assert done.exit_code == 1
    assert "WRONG" in done.output


@pytest.mark.parametrize("bytes_", [b"", b"\x00\xff\x00", b"no mail at all"])
def test_the_command_ends_with_2_where_a_file_cannot_be_read(tmp_path, bytes_):
    file = tmp_path / "odd.eml"
    file.write_bytes(bytes_)
    done = run(file)
    assert done.exit_code == 2
    assert "odd.eml" in done.output


def test_the_command_ends_with_2_where_a_file_is_missing(tmp_path):
    assert run(tmp_path / "none.eml").exit_code == 2


def test_the_findings_as_json(tmp_path):
    (tmp_path / "a.eml").write_bytes(own()[0])
    done = CliRunner().invoke(main, ["verify", "--json", str(tmp_path)])
    assert '"g41"' in done.output


# -- the chain ----------------------------------------------------------------------------------


def test_the_head_of_the_chain_tells_nothing_of_how_many_wrote():
    """Non-interference: as long, in the same place, and new at each close even if nobody wrote."""
    loud, still = play(House()), play(House(), chatty=False)
    for house in (loud, still):
        heads = re.findall(
            r"^=([ND]\d) (\w{64})$", "\n".join(map(text_of, mails_to(house, PLAYERS[5]))), re.M
        )
        assert [phase for phase, _ in heads] == ["N1", "D1", "N2", "D2"]
        assert len({head for _, head in heads}) == 4

    def shown(house):
        texts = [
            text_of(raw) for raw in mails_to(house, PLAYERS[5]) if "=sheet" not in text_of(raw)
        ]
        return [re.sub(r"^=(\w+) \w{64}$", r"=\1", text, flags=re.M) for text in texts]

    def stamped(texts):
        """Times of his own receipts aside, which are his own."""
        return [
            re.sub(r"\d\d:\d\d:\d\d|\d+小时\d+分\d+秒|\d+小时\d+分", "", text) for text in texts
        ]

    assert stamped(shown(loud)) == stamped(shown(still))


def test_the_leaf_of_a_close_cannot_be_guessed():
    """Who knows all mails still cannot tell whether somebody wrote between two closes."""
    house = whole_game()
    names = [leaf for phase, leaf in receipts.chain(house.table) if phase]
    assert len(set(names)) == len(names)
    before_the_end = [text_of(raw) for raw in own() if "=sheet" not in text_of(raw)]
    assert not any(leaf in text for leaf in names for text in before_the_end)


def test_a_players_receipts_are_his_own():
    """收据: numbers, times, margins, what became of each, with its proof; nobody else's."""
    text = next(text_of(raw) for raw in own() if "=receipt " in text_of(raw))
    handle = whole_game().handle_of(PLAYERS[0])
    assert "早于截止" in text
    assert all(line.split()[1].startswith(f"{handle}-") for line in re.findall("=receipt.*", text))
