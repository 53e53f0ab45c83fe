"""Turns of phrase that make a vote, undo one, or make it doubtful: data for the readers of prose.

Everything here is compared with folded text. Nothing here decides; votes.py and commands.py do.
"""

import re

SEPARATING = ",，。!！;；、… ~～.:：)）]】》」—-"
"""Marks that separate a name from the words behind it."""

WORD_STOPS = " ,。!?;:、()…~/"
CLAUSE_MAX = 40

CLAUSE_ENDS = re.compile(r"[,。!?;:、()\n“”\"「」『』…~—]+|\.(?= |$)|\.{2,}| - |--")
SENTENCE_ENDS = re.compile(r"[。!?\n]+|\.(?= |$)|\.{3,}")

CONDITION = re.compile(
    r"如果|如若|要是|假如|假设|假使|倘若|若(?!干)|除非|否则|不然|要不|只要|万一|前提|一旦"
    r"|的话(?=[,。;就那]| |$)"
    r"|(?<![a-z])(?:if|unless|otherwise|else|provided|in case)(?![a-z])"
)
REASON = re.compile(
    r"因为|因|由于|理由|原因|毕竟|主要是|(?<![a-z])(?:because|since|as|reason|cause|for|due)(?![a-z])"
)
ALTERNATIVE = re.compile(r" ?[,;]? ?(?:或者|或|还是|要么|抑或|or(?![a-z])|/(?! ?[投改]?票?理由))")
AND_SIGNS = (
    r"、|/|&|→|[-=—]+>|改为|改成|\+|和|与|跟|及|以及|还有|或者|或|还是|要么|抑或|or(?= )|and(?= )"
)
JOINED = re.compile(rf" ?(?:[,;] ?(?:或者|或|还是|要么|抑或|or(?= )|and(?= ))|{AND_SIGNS}) ?")
LISTED = re.compile(r" ?[、/&] ?(?=[^ 、/&])(?![投改]?票?理由)")
"""Between names of a list, where the next one is no name that anybody has."""
LOOSELY_JOINED = re.compile(r"[,;]? ?|\n")
SPACE = re.compile(" ")
PARTICLES = re.compile(r" ?(?:吧|了|啊|哦|呀|啦|哈|呗|嘛|咯|喽|噢|一票)+")
SHORT_PARTICLES = re.compile(r"[吧了啊哦呀啦哈呗嘛咯喽噢]+")

ABOUT = re.compile(
    r"的|是|就|会|等于|才|都|不如|比|肯定|一定|能|没|可以|对|吗|呢|还是不|and |who|are|is|was|were"
)
"""Behind "vote X" without a subject: the sentence speaks about voting."""
OF_THEM = re.compile(
    r"的(?!理由|原因|话)|以外|之外|除外|外的|之后|以后|之前|以前|后就|后来|时(?!间)|那[时会次]"
)
"""Behind a name: it is about those who have to do with it, about all others, or about then."""
GOES_ON = re.compile(
    r" |因|由于|理由|他|她|它|ta|这|此|原因|毕竟|主要"
    r"|because|since|as|for|please|pls|today|now|he|she"
)
"""What may follow a name directly where nobody says who votes."""

FIRST_PERSON = ("我", "本人", "俺", "在下", "这票", "这一票", "i", "i'm", "im", "my", "i'll")
OPENERS = """
那么 那 所以 因此 于是 综上 综上所述 总之 好吧 好 嗯 哎 唉 行 首先 天神 法官 导演 大家好 你好
今天 今晚 今日 本轮 这轮 这一轮 此轮 这次 本次 最后 最终 还是 先 就 决定 选择 要 把 将 直接 重新
这 一 一票 票 的 我 本人 在下 俺 自己 这票 这一票 继续 坚持 依旧 依然 仍然 仍 只能 只好 必须 也 正式
投出 投票 改票 暂且 暂时 手动 结论 结论是 我的选择是 个人
i i'm im i’m am i'll i’ll will my so ok okay well today then therefore hereby still final finally
and the a hi hello vote: gm
"""
"""What may stand before a vote word in its clause, so that the vote is the writer's own."""

ALTERNATIVELY = ("要么", "或者", "或", "抑或", "either", "or")
DENIAL = re.compile(
    r"(?:不|别|没|没有|勿|莫|未|非|拒绝|反对|停止|取消|n't|n’t|not|never|no|without)"
    r"(?:再|要|会|想|能|该|应该|得|用|打算|准备|可能|可以|愿意|去|把票|把这票|going to| )*$"
)
OTHERS = re.compile(
    r"(?:他|她|它|你|您|们|大家|谁|人|家|he|she|they|you|who|everyone|people)(?:就|会|也|都| )*$"
)
SPEECH = re.compile(
    r"(?:说|道|称|喊|问|写|讲|觉得|认为|建议|要求|主张|呼吁|号召|劝|希望|请"
    r"|said|says|say|wrote|thinks?)$"
)

VOTE_WORDS = re.compile(
    r"改票对象|投票对象|投票给|投一票给|票投给|票给|投给|改投给|改投|改票|投票|投|飞|挂|票|弃权|弃票|空票"
    r"|(?<![a-z])(?:change (?:my )?vote to|vote goes to|vote is for|vote is|vote for|voting for"
    r"|votes? to|vote|voting|abstain)(?![a-z])"
)
CHANGE_WORD = re.compile(r"改|change")
ABSTAIN_WORD = re.compile(r"弃|空|abstain")
FORM_WORD = re.compile(r"[投改]票对象")
LINKS = re.compile(r"[ :]*(?:[是为] ?:? ?)?")
"""What may stand between such a word and the name."""
FROM_NAME = re.compile(r"(?:从|由|把票从)(?P<name>.{1,12})$")

REASON_LABEL = re.compile(r"(?:投票|改票)?(?:的)?理由 ?[:是]? ?|(?:vote |change )?reason ?: ?")
VOTER_LABEL = re.compile(r"(?:投票|改票)理由 ?[:]?|(?:vote |change )reason ?:")
DECLARATION_LABEL = re.compile(r"(?:杀人宣言|宣言|杀帖|杀贴|declaration) ?: ?")
MEASURES = "票个天次人名轮夜分点步年月日张句条种楼%％:"
"""Behind a bare number: it counts something and is nobody's number."""

ASKED = re.compile(
    r"我?(?:归票?|站边|跟票?|同票|同上|同楼上|不变|维持不变|\+1|加1|加一|投?最高票的?|投票?最多的人?)"
    r"|same|same as above|ditto|no change|unchanged"
)
ASKED_OF = re.compile(r"我?(?:归票?|站边|出|跟票?|同票|follow) ?:? ?(?P<name>.{1,40})")
"""Asked, never guessed, where it is all that a line says; the second kind with a name."""

ASKED_TOO = re.compile(
    r"我?(?:保持|维持)(?:原票|原判)|保持不变|同意楼上|附议|(?:跟|随)(?:大家|大部队|多数)|随大流"
    r"|(?:投票?|票) ?给? ?(?:最高票?|票?最高|票?最多|票数最多)的?(?:那?个?人?)"
    r"|我?(?:归|站|跟) ?(?P<name>.{1,12}?) ?票?"
    r"|(?:the )?(?:most votes|majority)|with the majority"
)
"""As vague, in a letter to the GM identity; on the board it may be chat."""

BULLET = re.compile(
    r"(?:[-–—•·*◆◇■□●○▪▫►▶→※☆★+]+ ?|\(\d{1,2}\) ?|\d{1,2}[.、)](?!\d) ?"
    r"|[一二三四五六七八九十][、.] ?)"
)
CIRCLED = re.compile(r"\(?\d{1,2}\)?[.、]? ?")
REPLY = re.compile(
    r"(?:re|r|res|rif|réf|ref|reply|fw|fwd|aw|antw|wg|sv|vs|vb|tr|rv|enc|odp|pd|ynt|ilt|回复|回覆|答复|答覆|回信"
    r"|返信|转发|转寄)"
    r"(?:\[\d{1,3}\]|\(\d{1,3}\)|\^?\d{1,3})? ?: ?"
)
TAG = re.compile(r"\[(?P<words>[^\[\]]{0,80})\] ?")
PLACE = re.compile(r"(?:公告|密谈)(?: ?: ?| |$)")
RECALLED = re.compile(r"(?:撤回|recall(?:ed)?)(?: ?: ?| )(?P<words>\S.*)")
TAKEN_BACK = re.compile(
    r"(?:撤回|取消|收回|撤销|recall(?:ed)?|retract)(?: ?: ?| )[“\"「]?(?P<words>\[.*)"
)
"""What is taken back is the subject of a mail, with its tag."""
QUESTION_ENDS = "?吗呢"
VOTE_THREAD = re.compile(r"投票|(?<![a-z])(?:vote|voting|ballot)(?![a-z])")
SEAT_THREAD = re.compile(r"签到|座位|入座|马甲|身份|seat|check-?in|handle")
PHASE_ARGUMENT = re.compile(
    r"(?P<kind>[dr]|第)? ?(?P<day>\d{1,2}|[一二三四五六七八九十]{1,2}) ?天?"
)
