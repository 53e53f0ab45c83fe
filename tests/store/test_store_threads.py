"""Several threads use one store: nobody is told that it is busy, and nothing gets lost."""

from concurrent.futures import ThreadPoolExecutor

from pbp.store import LetterRead, Outcome

LETTERS = 100


def take_in(store, make):
    for _ in range(LETTERS // 2):
        store.append_letters([make.letter(), make.letter()])


def referee(store, make):
    read = 0
    while read < LETTERS:
        for letter in store.next_letters(5):
            read += 1
            store.commit(
                Outcome(
                    letters=(LetterRead(letter.id, "g1", "accepted", make.noon),),
                    inputs=(make.input(read),),
                    facts=(make.fact(read, input_seq=read),),
                    mails=(make.mail(f"<{letter.id}>", game="g1"),),
                )
            )


def send_out(store, make):
    sent = 0
    while sent < LETTERS:
        for row in store.claim_due(make.noon, 5):
            store.mark_sent(row.id)
            sent += 1


def look_on(store, _make):
    seen = 0
    while seen < LETTERS:
        seen = len(list(store.facts("g1")))
        assert store.last_seqs("g1")[0] >= seen


def test_intake_referee_outbox_and_onlooker_do_not_collide(filed, make):
    """The store waits 10 ms for a foreign lock here, so a collision would soon be an error."""
    filed.add_game(make.game())
    with ThreadPoolExecutor(4) as pool:
        running = [pool.submit(work, filed, make) for work in (look_on, send_out, referee, take_in)]
        for one in running:
            one.result(60)
    assert filed.count_outbox() == {"sent": LETTERS}
    assert filed.count_unread() == 0
    assert [row.seq for row in filed.inputs("g1")] == list(range(1, LETTERS + 1))
