"""The walk over a tree, in document order and without recursion."""

from collections.abc import Callable, Set
from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

from lineage_verify.text.builder import TextBuilder
from lineage_verify.text.html.anchors import anchor_of
from lineage_verify.text.html.context import Context
from lineage_verify.text.html.display import Display
from lineage_verify.text.html.furniture import (
    heads_the_page,
    is_copy_button,
    is_drop_cap,
    is_icon_name,
    is_note_marker,
    is_ornament,
    is_sort_arrow,
)
from lineage_verify.text.html.lists import ListMarkers, markers_of
from lineage_verify.text.html.rules import Check, Chrome, Rule, Rules
from lineage_verify.text.html.style import Case, WhiteSpace
from lineage_verify.text.page_text import Mark

__all__ = ["Walk"]

_FOOTNOTE = Mark.FOOTNOTE.value
_PERMALINK = Mark.PERMALINK.value
_MARKUP = Mark.MARKUP.value
_QUOTATION_MARKS = (("“", "”"), ("‘", "’"))
_LIST_PARTS = frozenset({"li", "menu", "ol", "ul"})
_NOT_A_SECTION = (Mark.HIDDEN | Mark.NAVIGATION | Mark.DELETED).value

_Close = Callable[[], None] | None


@dataclass(slots=True)
class Walk:
    """One page's walk: what is met goes to the builder.

    `main_ids` are the `mem_id`s of the page's main regions.
    """

    builder: TextBuilder
    rules: Rules
    main_ids: Set[int]
    _math_start: int = 0
    _quotations: int = 0
    _lists: list[ListMarkers] = field(default_factory=list)
    _headers_left: int = 20
    """How many headers and footers are looked into; a page has few."""

    def go(self, root: LexborNode) -> None:
        """Walk over what is below an element."""
        builder, rule_of = self.builder, self.rules.of
        context = Context(main=not self.main_ids, has_main=bool(self.main_ids))
        builder.main = context.main
        stack: list[tuple[LexborNode | None, Context, _Close]] = []
        node = root.first_child
        while node is not None or stack:
            if node is None:
                node, context, close = stack.pop()
                if close is not None:
                    close()
                builder.main = context.main
                continue
            tag = node.tag or "-"
            if tag == "-text":
                self._put(node.text_content or "", context)
            elif tag[0] not in "-!":
                rule = rule_of(tag, node.attributes)
                if rule.display is not Display.ABSENT and not (rule.is_icon and is_icon_name(node)):
                    child = _shadow_of(node) if rule.is_shadow else node.first_child
                    following, close = node.next, None
                    if not context.passes(rule):
                        inner = self._enter(node, rule, context)
                        close = self._open(node, rule, context, inner)
                    elif child is None:
                        node = following
                        continue
                    else:
                        inner = context
                    if following is not None or inner is not context:
                        stack.append((following, context, close))
                    context, node = inner, child
                    builder.main = context.main
                    continue
            node = node.next

    def _enter(self, node: LexborNode, rule: Rule, context: Context) -> Context:
        is_main = rule.may_be_main and node.mem_id in self.main_ids
        if rule.chrome is Chrome.OF_THE_PAGE and not context.sectioned and self._headers_left:
            self._headers_left -= 1
            if heads_the_page(node):
                rule = self.rules.as_content(rule)
        if rule.check is Check.NOTHING:
            return context.within(rule, is_main=is_main)
        marks = _marks_of_content(node, rule, context, self.builder)
        return context.within(rule, marks, is_main=is_main)

    def _put(self, text: str, context: Context) -> None:
        if context.is_plain and text:
            self.builder.words(text, context.marks)
            return
        if not text or (context.table_part and text.isspace()):
            return
        if context.case is not Case.AS_IT_IS:
            text = _in_case(text, context)
        if context.white_space is WhiteSpace.COLLAPSED:
            self.builder.words(text, context.marks)
        elif context.white_space is WhiteSpace.KEPT:
            self.builder.as_it_is(text, context.marks)
        else:
            self._put_lines(text, context.marks)

    def _put_lines(self, text: str, marks: int) -> None:
        for index, line in enumerate(text.split("\n")):
            if index:
                self.builder.break_line(marks)
            if line:
                self.builder.words(line, marks)

    def _open(self, node: LexborNode, rule: Rule, outer: Context, inner: Context) -> _Close:
        builder, marks = self.builder, outer.own
        display = rule.display
        if display is Display.INLINE:
            display = self._display_of_inline(rule, outer)
        elif rule.style.floats and display is Display.BLOCK and is_drop_cap(node):
            display = Display.INLINE
        if rule.is_math:
            self._math_start = builder.length
        match display:
            case Display.INLINE:
                return self._open_quotation(inner.marks) if rule.quotes else None
            case Display.INLINE_BLOCK:
                builder.open_box()
                return builder.close_box
            case Display.LINE_BREAK:
                builder.break_line(inner.marks)
                return None
            case Display.BLOCK:
                close = self._open_block(node, rule, marks, inner)
                return self._open_list(node, close) if node.tag in _LIST_PARTS else close
            case Display.HIDDEN:
                return self._open_block(node, rule, inner.own, inner)
            case Display.ROW:
                builder.end_row(marks)
                return lambda: builder.end_row(marks)
            case _:
                builder.open_cell(marks)
                return lambda: builder.close_cell(marks)

    def _open_quotation(self, marks: int) -> _Close:
        """Put in the mark that a browser draws: a reader sees it, and copies the words without."""
        depth, self._quotations = self._quotations, self._quotations + 1
        opening, closing = _QUOTATION_MARKS[min(depth, 1)]
        self.builder.words(opening, marks | _MARKUP)

        def close() -> None:
            self._quotations = depth
            self.builder.words(closing, marks | _MARKUP)

        return close

    def _display_of_inline(self, rule: Rule, outer: Context) -> Display:
        if outer.lays_out or (rule.writes and outer.draws):
            return Display.BLOCK
        if rule.is_math_token and self.builder.length > self._math_start:
            self.builder.break_line(outer.own)
        return Display.INLINE

    def _open_list(self, node: LexborNode, close: Callable[[], None]) -> _Close:
        """Begin a list, or an item of the innermost one."""
        lists, builder = self._lists, self.builder
        if node.tag != "li":
            lists.append(markers_of(node, sum(not one.is_numbered for one in lists[-2:])))

            def close_list() -> None:
                lists.pop()
                close()

            return close_list
        parent = node.parent
        if not lists or parent is None or parent.mem_id != lists[-1].element:
            return close
        marker = lists[-1].take(node)
        if not marker:
            return close
        item = builder.begin_item(marker)

        def close_item() -> None:
            builder.end_item(item)
            close()

        return close_item

    def _open_block(
        self, node: LexborNode, rule: Rule, marks: int, inner: Context
    ) -> Callable[[], None]:
        builder = self.builder
        builder.break_block(marks)
        if not rule.level or inner.marks & _NOT_A_SECTION:
            return lambda: builder.break_block(marks)
        heading = builder.begin_heading(rule.level, anchor_of(node))

        def close() -> None:
            builder.end_heading(heading)
            builder.break_block(marks)

        return close


def _shadow_of(node: LexborNode) -> LexborNode | None:
    """Return the first node of a template's content."""
    fragments = node.template_fragments()
    return fragments[0].first_child if fragments else None


def _marks_of_content(node: LexborNode, rule: Rule, context: Context, builder: TextBuilder) -> int:
    match rule.check:
        case Check.NOTE_MARKER:
            return _FOOTNOTE if is_note_marker(node, builder.behind) else 0
        case Check.ORNAMENT:
            return _PERMALINK if is_ornament(node) else 0
        case Check.LINK:
            return _PERMALINK if _is_permalink(node, context) else 0
        case Check.SORT_ARROW:
            return _PERMALINK if context.captioning and is_sort_arrow(node) else 0
        case Check.COPY_BUTTON:
            return _PERMALINK if is_copy_button(node) else 0
        case Check.NOTHING:
            return 0


def _is_permalink(node: LexborNode, context: Context) -> bool:
    href = node.attributes.get("href") or ""
    return context.captioning and "#" in href and is_ornament(node)


def _in_case(text: str, context: Context) -> str:
    match context.case:
        case Case.UPPER:
            return (text.replace("i", "İ") if context.turkic else text).upper()
        case Case.LOWER:
            return (text.replace("I", "ı") if context.turkic else text).lower()
        case Case.CAPITALIZED:
            return " ".join(word[:1].upper() + word[1:] for word in text.split(" "))
        case Case.AS_IT_IS:
            return text
