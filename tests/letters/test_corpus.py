"""Every mail of the corpus opens as its JSON says."""

import pytest

from pbp.letters.opening import open_letter
from tests.letters import corpus
from tests.mails import make


@pytest.mark.parametrize("case", corpus.cases(), ids=lambda case: case.name)
def test_a_mail_opens_as_its_json_says(case: corpus.Case) -> None:
    letter = open_letter(case.raw)
    assert corpus.differences(case.expect, letter) == []


def test_the_corpus_is_what_its_script_makes() -> None:
    for name, (data, answer) in make.make().items():
        assert (corpus.FOLDER / f"{name}.eml").read_bytes() == data, name
        assert (corpus.FOLDER / f"{name}.json").read_text("utf-8") == answer, name


def test_no_mail_of_the_corpus_is_left_over() -> None:
    made = set(make.make())
    assert {path.stem for path in corpus.FOLDER.glob("*.eml")} == made
    assert {path.stem for path in corpus.FOLDER.glob("*.json")} == made
