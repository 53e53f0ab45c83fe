"""A sign-up whose name and whose word stand apart: in subject and body, or on two lines."""

import pytest

from pbp.language.reader import Context, read


@pytest.mark.parametrize(
    ("subject", "body", "kind", "name"),
    [
        ("报名", "报名 小白", "signup", "小白"),
        ("报名", "小白", "signup", "小白"),
        ("报名！", "小白 青石\n大家好", "signup", "小白 青石"),
        ("Re: [g41] 报名", "\n报名：小白\n谢谢", "signup", "小白"),
        ("报名", "天神好：\n报名 小白", "signup", "小白"),
        ("报名", "替补 小白", "substitute", "小白"),
        ("替补", "替补 小白", "substitute", "小白"),
        ("替补", "小白", "substitute", "小白"),
        ("", "报名\n小白", "signup", "小白"),
        ("报名", "报名\n小白", "signup", "小白"),
        ("signup", "signup Lisa", "signup", "Lisa"),
        ("Sign up", "Lisa\nSee you", "signup", "Lisa"),
        ("substitute", "substitute Lisa", "substitute", "Lisa"),
        ("substitute", "Lisa", "substitute", "Lisa"),
        ("报名 阿东", "大家好", "signup", "阿东"),
        ("报名", "", "signup", ""),
        ("报名", "退出", "withdraw", ""),
        ("报名", "确认", "confirm", ""),
    ],
)
def test_the_name_is_found_wherever_it_stands(
    subject: str, body: str, kind: str, name: str
) -> None:
    found = read(subject, body, Context())
    assert [(one.kind, one.text) for one in found.readings] == [(kind, name)]
