"""One whole game by hand: kills and prayers, a run-off, a held post, the end."""

from tests.property.stories import SHORT, Mail, Story


def _mail(minute: float, who: str, text: str, to: str = "gm") -> Mail:
    return Mail(int(minute * 60), who, text, to, "token")


LONG_STORY = Story(
    mails=(
        _mail(1, "阿甲", "杀 小一\n宣言：今夜有雨。"),
        _mail(2, "阿乙", "杀 小二"),
        _mail(3, "小一", "祈祷 小二"),
        _mail(4, "小二", "祈祷 小二"),
        _mail(14, "阿甲", "杀 小三"),
        _mail(16, "阿甲", "杀 小四"),
        _mail(21, "小一", "投票 阿甲"),
        _mail(22, "小二", "投票 阿乙"),
        _mail(23, "小四", "分析 小二说得对。", "board"),
        _mail(24, "阿甲", "投票 小一"),
        _mail(25, "阿乙", "投票 小一"),
        _mail(26, "小四", "投票 阿甲"),
        _mail(33, "小四", "改票 阿甲"),
        _mail(41, "小一", "投票 阿甲"),
        _mail(42, "小二", "投票 阿甲"),
        _mail(43, "小四", "投票 阿甲"),
        _mail(44, "阿甲", "投票 小一"),
        _mail(55, "阿乙", "杀 小二"),
        _mail(75, "小一", "投票 阿乙"),
        _mail(76, "小四", "投票 阿乙"),
        _mail(77, "阿乙", "投票 小四"),
    ),
    stopped=(50 * 60, 56 * 60),
    options={
        **SHORT,
        "publish_hold": "3m",
        "publish_tick": "1m",
        "settle_wait": "0",
        "early_end": "ask",
        "checkin": "off",
        "reveal_night_deaths": True,
    },
)
