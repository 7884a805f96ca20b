"""What changed between a quote and the page, place by place, as tokens."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from enum import Enum, auto
from itertools import permutations

from lineage_verify.matches.folding import fold
from lineage_verify.matches.model import Difference, Edit, Match

__all__ = [
    "Change",
    "Kind",
    "Token",
    "changes_of",
    "moved_apart",
    "sides_of",
    "take_out",
    "tokens_of",
]

_LEAST_MOVED = 3
"""Words in a row that are told as moved rather than as lost here and added there."""
_MOST_CHANGES = 40

_TOKEN = re.compile(
    r"(?P<FLAG>(?<![\w\-])--?[A-Za-z][\w\-]*)"
    r"|(?P<NUMBER>(?<![\w.])[~≈±$€£¥<>≤≥=]*[+\-]?v?\d+(?:[.,:]\d+)*(?:[A-Za-zµμ]+\d*)?(?:\.\w+)*%?[⁰-⁹¹²³½¼¾]*(?![\w])|[⁰-⁹¹²³½¼¾①-⓿]+)"
    r"|(?P<NAME>C\+\+|C#|\w+(?:(?:[./:@\\%=&?#+]+|->|-)\w+)+(?:\(\))?|\w+\(\)|\w*_\w*)"
    r"|(?P<MIXED>\w*[\d⁰-⁹¹²³]\w*)"
    r"|(?P<WORD>[^\W\d_]+(?:'[^\W\d_]+)?)"
    r"|(?P<OPERATOR>[<>=!+*/%&|^~≤≥≠≈≡±×÷√∞∈∉∪∩∧∨¬→←↔⇒$€£¥°]+|->)"
    r"|(?P<SIGN>\S)"
)
_INSERTED = re.compile(r"\[(\w+)\](?=\w)")
"""An editor's letters within a word: `[un]safe`."""
_NAME_SIGNS = re.compile(r"[a-z][A-Z]|[A-Z]{2}|\d|[_./:@\\()%=&?#+]")


class Kind(Enum):
    """What a token is, as far as it bears on a claim."""

    FLAG = auto()
    NUMBER = auto()
    NAME = auto()
    MIXED = auto()
    WORD = auto()
    OPERATOR = auto()
    SIGN = auto()


@dataclass(frozen=True, slots=True)
class Token:
    """One token of a change, in its own characters."""

    kind: Kind
    text: str

    @property
    def key(self) -> str:
        """What the token is compared by: identifiers and flags keep their case."""
        plain = self.kind is Kind.WORD or self.kind is Kind.NUMBER
        return self.text.lower() if plain else self.text

    @property
    def is_name(self) -> bool:
        """Whether the token names one thing: an identifier, a path, an acronym."""
        if self.kind is Kind.WORD or self.kind is Kind.NAME:
            return bool(_NAME_SIGNS.search(self.text))
        return self.kind is Kind.MIXED


def tokens_of(text: str) -> list[Token]:
    """Return the tokens of some words, typography folded."""
    return [
        Token(Kind[found.lastgroup or "SIGN"], found.group())
        for found in _TOKEN.finditer(_INSERTED.sub(r"\1", fold(text)))
    ]


@dataclass(slots=True)
class Change:
    """One place of the diff: what the quote had, what the page has, and what stands around it.

    `lost` and `added` are the tokens of one side only; what explains one of them takes it out.
    """

    gone: str
    come: str
    before: str
    interruption: bool
    after: str = ""
    lost: list[Token] = field(init=False)
    added: list[Token] = field(init=False)

    def __post_init__(self) -> None:
        """Find the tokens of one side only."""
        gone, come = tokens_of(self.gone), tokens_of(self.come)
        ours, theirs = Counter(one.key for one in gone), Counter(one.key for one in come)
        self.lost = _rest(gone, ours - theirs)
        self.added = _rest(come, theirs - ours)


def take_out(tokens: list[Token], taken: Iterable[Token]) -> None:
    """Take some tokens out of a side, each as often as it is among those taken."""
    left = Counter(taken)
    kept = []
    for token in tokens:
        if left[token] > 0:
            left[token] -= 1
        else:
            kept.append(token)
    tokens[:] = kept


def _rest(tokens: list[Token], left: Counter[str]) -> list[Token]:
    rest = []
    for token in tokens:
        if left[token.key] > 0:
            left[token.key] -= 1
            rest.append(token)
    return rest


def sides_of(changes: list[Change]) -> tuple[str, str]:
    """Return a quote and the page's passage from all of the changes between them, in order."""
    quote = page = changes[0].before if changes else ""
    for change in changes:
        quote = f"{quote} {change.gone} {change.after}"
        page = f"{page} {change.come} {change.after}"
    return quote, page


def changes_of(match: Match) -> list[Change]:
    """Return the places where a diff is not equal, in order."""
    return list(_changes(match.diff))


def _changes(diff: tuple[Difference, ...]) -> Iterator[Change]:
    before, gone, come, interruption = "", "", "", False
    for difference in (*diff, Difference(Edit.EQUAL, "")):
        match difference.edit:
            case Edit.EQUAL:
                if gone or come:
                    yield Change(gone, come, before, interruption, difference.text)
                before, gone, come, interruption = difference.text, "", "", False
            case Edit.DELETE:
                gone = f"{gone} {difference.text}".strip()
            case Edit.INSERT:
                come = f"{come} {difference.text}".strip()
                interruption = interruption or difference.interruption


def moved_apart(changes: list[Change]) -> tuple[list[Change], list[str]]:
    """Return the changes without the clauses that only moved, and those clauses."""
    if len(changes) > _MOST_CHANGES:
        return changes, []
    moved: list[str] = []
    for lost, added in permutations(range(len(changes)), 2):
        clause = _shared(changes[lost], changes[added])
        if clause:
            moved.append(clause)
            changes[lost], changes[added] = _cut(changes[lost], changes[added], clause)
    return [change for change in changes if change.gone or change.come], moved


def _shared(one: Change, two: Change) -> str:
    """Return the longest run of words that one change lost and another added, if it is a clause."""
    ours, theirs = one.gone.split(), two.come.split()
    run = SequenceMatcher(None, _keys(ours), _keys(theirs), autojunk=False).find_longest_match()
    return " ".join(ours[run.a : run.a + run.size]) if run.size >= _LEAST_MOVED else ""


def _cut(one: Change, two: Change, clause: str) -> tuple[Change, Change]:
    count = len(clause.split())
    ours, theirs = one.gone.split(), two.come.split()
    first = _index(ours, clause.split())
    other = _index(theirs, clause.split())
    gone = " ".join(ours[:first] + ours[first + count :])
    come = " ".join(theirs[:other] + theirs[other + count :])
    return (
        replace(one, gone=gone),
        replace(two, come=come),
    )


def _index(words: list[str], clause: list[str]) -> int:
    keys, wanted = _keys(words), _keys(clause)
    return next(at for at in range(len(keys)) if keys[at : at + len(wanted)] == wanted)


def _keys(words: list[str]) -> list[str]:
    return [word.lower().strip(".,;:") for word in words]
