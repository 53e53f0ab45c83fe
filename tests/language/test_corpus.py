"""Mails in, readings out: the whole corpus through `pbp read`'s own function."""

import json
from pathlib import Path

import pytest

from pbp.reading import Wanted, answer
from tests.language.corpus import ROOT, cases, differences, raw_of


@pytest.mark.parametrize("path", cases(), ids=lambda path: str(path.relative_to(ROOT))[:-5])
def test_a_mail_of_the_corpus_is_read_as_its_case_says(path: Path) -> None:
    case = json.loads(path.read_text(encoding="utf-8"))
    wanted = Wanted(handles=tuple(case["handles"]), ruleset=case["ruleset"], phase=case["phase"])
    got = json.loads(json.dumps(answer(path.name, raw_of(path), wanted)))
    assert list(differences(case["expect"], got)) == [], case["why"]
