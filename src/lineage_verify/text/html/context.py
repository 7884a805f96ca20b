"""What holds at a place of the tree: the marks, white space and case of the text there."""

from dataclasses import dataclass, field

from lineage_verify.text.html.display import Display
from lineage_verify.text.html.rules import Check, Chrome, Rule
from lineage_verify.text.html.style import Case, WhiteSpace
from lineage_verify.text.page_text import Mark

__all__ = ["Context"]

_HIDDEN = Mark.HIDDEN.value
_NAVIGATION = Mark.NAVIGATION.value
_TURKIC = frozenset({"tr", "az"})


@dataclass(slots=True, eq=False)
class Context:
    """The inherited state at one element; what it becomes under a rule is worked out once.

    `marks` are those of the text here, with `HIDDEN` where it is not shown; `own` are the same
    without what `visibility` adds, which an inner element may take back.
    """

    marks: int = 0
    own: int = 0
    invisible: bool = False
    white_space: WhiteSpace = WhiteSpace.COLLAPSED
    case: Case = Case.AS_IT_IS
    turkic: bool = False
    main: bool = True
    has_main: bool = False
    sectioned: bool = False
    captioning: bool = False
    draws: bool = False
    lays_out: bool = False
    table_part: bool = False
    _inner: dict[tuple[Rule, int, bool], "Context"] = field(default_factory=dict, repr=False)

    is_plain: bool = field(init=False)
    """Whether text here is put in with nothing but its white space collapsed."""
    _is_open: bool = field(init=False)

    def __post_init__(self) -> None:
        """Work out what each text and each element asks for."""
        collapsed = self.white_space is WhiteSpace.COLLAPSED
        self._is_open = not self.lays_out and not self.table_part
        self.is_plain = collapsed and self.case is Case.AS_IT_IS and not self.table_part

    def passes(self, rule: Rule) -> bool:
        """Tell whether an element of this rule makes no difference here."""
        return (
            rule.is_transparent
            and self._is_open
            and (rule.check is Check.NOTHING or not self.captioning)
        )

    def within(self, rule: Rule, extra_marks: int = 0, *, is_main: bool = False) -> "Context":
        """Return what holds within an element of this rule.

        `extra_marks` are what its content showed; `is_main` says that it is the page's main region.
        """
        key = (rule, extra_marks, is_main)
        inner = self._inner.get(key)
        if inner is None:
            inner = self._inner[key] = self._make(rule, extra_marks, is_main=is_main)
        return inner

    def _make(self, rule: Rule, extra_marks: int, *, is_main: bool) -> "Context":
        style = rule.style
        own = self.own | rule.marks | extra_marks
        if rule.display is Display.HIDDEN:
            own |= _HIDDEN
        if self._is_chrome(rule):
            own |= _NAVIGATION
        invisible = self.invisible if style.shown is None else not style.shown
        draws = rule.draws or (self.draws and not rule.writes)
        return Context(
            marks=own | _HIDDEN if invisible or draws else own,
            own=own,
            invisible=invisible,
            white_space=style.white_space or self.white_space,
            case=style.case or self.case,
            turkic=rule.language.lower()[:2] in _TURKIC if rule.language else self.turkic,
            main=(self.main or is_main) and not own & _NAVIGATION,
            has_main=self.has_main,
            sectioned=self.sectioned or rule.sections,
            captioning=self.captioning or rule.captions,
            draws=draws,
            lays_out=self.lays_out if style.boxless else style.lays_out,
            table_part=rule.table_part,
        )

    def _is_chrome(self, rule: Rule) -> bool:
        match rule.chrome:
            case Chrome.NOWHERE:
                return False
            case Chrome.ANYWHERE:
                return True
            case Chrome.OUTSIDE_MAIN:
                return not self.main if self.has_main else not self.sectioned
            case Chrome.BESIDE_MAIN:
                return self.has_main and not self.main
            case Chrome.OF_THE_PAGE:
                return not self.sectioned
