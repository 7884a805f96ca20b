"""Which changes are made: all that may be, none, or what a person at the terminal says."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from lineage_verify.errors import EditError
from lineage_verify.repair import Change, Proposal
from lineage_verify.reports.escape import one_line
from lineage_verify.text.page_text import PageText
from lineage_verify.verdicts.model import VerdictKind

__all__ = ["Answer", "Dialogue", "applicable"]


def applicable(proposals: Sequence[Proposal], *, accept_meaning: bool) -> Iterator[Change]:
    """What `--apply` writes: every offer, those that change a claim only where it is said."""
    for proposal in proposals:
        if proposal.words is not None and (accept_meaning or not proposal.changes_meaning):
            yield proposal.taken()


class Answer(Enum):
    """What a person said that is no change."""

    NO = auto()
    SKIP = auto()
    """Leave the rest of this spec."""
    QUIT = auto()
    """Leave everything else."""


@dataclass(frozen=True, slots=True)
class Dialogue:
    """Asks a person about one quote after the other.

    `ask` shows a question, with words to begin with, and gives the answer; `EOFError` ends all.
    `tell` says a line.
    """

    ask: Callable[[str, str], str]
    tell: Callable[[str], None]

    def about(self, proposal: Proposal, texts: Mapping[str, PageText]) -> Change | Answer:
        """What is to become of one broken quote."""
        while True:
            try:
                word = self.ask(_question(proposal), "").strip()
                found = self._read(word, proposal, texts)
            except EOFError:
                return Answer.QUIT
            except EditError as error:
                self.tell(str(error))
                continue
            if found is not None:
                return found
            self.tell("Answer with one of the letters in brackets, or with the whole word.")

    def _read(
        self, word: str, proposal: Proposal, texts: Mapping[str, PageText]
    ) -> Change | Answer | None:
        match word.lower():
            case "n" | "no":
                return Answer.NO
            case "s" | "skip":
                return Answer.SKIP
            case "q" | "quit":
                return Answer.QUIT
            case "y" | "yes" as yes:
                return _taken(yes, proposal)
            case "e" | "edit":
                return self._edited(proposal, texts)
            case number if number.isdecimal() and 0 < int(number) <= len(proposal.elsewhere):
                return proposal.moved(proposal.elsewhere[int(number) - 1])
            case _:
                return None

    def _edited(self, proposal: Proposal, texts: Mapping[str, PageText]) -> Change:
        page = texts.get(proposal.source)
        if page is None or proposal.kind is not VerdictKind.DRIFTED:
            raise EditError(proposal.obstacle or "the page's text is not at hand")
        words = self.ask("New quote: ", proposal.words or proposal.quote)
        return self._weighed(proposal.with_words(" ".join(words.split()), page))

    def _weighed(self, edited: Proposal) -> Change:
        """An author's own words, once it was told what is to be said of them."""
        for note in edited.notes:
            self.tell(f"note: the new quote {note}")
        if edited.changes_meaning:
            self.tell(f"the claim may be false now: {'; '.join(edited.reasons)}")
        elif not edited.notes:
            return edited.taken()
        asked = "yes" if edited.changes_meaning else "[y]es"
        word = self.ask(f"Write the new quote? {asked}, [n]o: ", "").strip().lower()
        if word not in ({"yes"} if edited.changes_meaning else {"y", "yes"}):
            raise EditError("the new quote was not taken")
        return edited.taken()


def _taken(yes: str, proposal: Proposal) -> Change:
    if proposal.changes_meaning and yes != "yes":
        raise EditError("the claim may be false now: read it again, and type the whole word yes")
    return proposal.taken()


def _question(proposal: Proposal) -> str:
    """`Write it? [y]es, [n]o, ...`: what can be answered about one quote."""
    choices = []
    if proposal.words is not None:
        choices.append("yes" if proposal.changes_meaning else "[y]es")
    choices.append("[n]o")
    if proposal.kind is VerdictKind.DRIFTED:
        choices.append("[e]dit")
    choices += ["[s]kip this spec", "[q]uit"]
    for number, source in enumerate(proposal.elsewhere, 1):
        choices.append(f"[{number}] cite {one_line(source)} instead")
    asked = "Write the offer?" if proposal.words is not None else "Nothing to offer."
    return f"{asked} {', '.join(choices)}: "
