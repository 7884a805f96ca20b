"""The shape of a spec, declared once.

From these classes come the reader of sound specs (`build`), the pydantic models that tell what is
wrong with the others (`edge`), and the JSON Schema (`schema`). Types are strict. Fields that no
part of a spec has survive in `extra`, and are told as warnings by `read_spec`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Annotated, NamedTuple

__all__ = [
    "About",
    "Dimension",
    "Evidence",
    "Option",
    "PageSection",
    "Source",
    "Spec",
    "Stage",
    "Step",
]


class About(NamedTuple):
    """What a field is for, and what is asked of it beyond its type.

    An editor shows the description, through the JSON Schema; `schema` has further keywords of that.
    `alias` is the field's name in JSON where Python cannot have it, `least` a text's least length.
    """

    description: str
    alias: str | None = None
    least: int = 0
    schema: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One value of a dimension, as a reader picks it."""

    value: Annotated[str, About("The value's id, as `when` names it.", least=1)]
    label: Annotated[str, About("What the reader picks.")]
    phrase: Annotated[str, About("What stands for the value in `status_template`.")]
    extra: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dimension:
    """A choice of the reader's that shows some stages and steps and hides others."""

    id: Annotated[
        str, About("The dimension's id, as `when` and `status_template` name it.", least=1)
    ]
    legend: Annotated[str, About("The heading over the options.")]
    default: Annotated[
        str, About("The value picked at first: one of the options' values.", least=1)
    ]
    options: Annotated[list[Option], About("The values to pick from.")]
    extra: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageSection:
    """A heading with paragraphs, below the picture."""

    heading: Annotated[str, About("The section's heading.")]
    paragraphs: Annotated[
        list[str], About("Its paragraphs. `**bold**` and `[words](/path)` are marked up.")
    ]
    extra: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A page that evidence quotes."""

    url: Annotated[
        str,
        About(
            "An http or https address, or a path relative to the spec's own folder.",
            least=1,
        ),
    ]
    title: Annotated[str, About("The page's title, as the reader is shown it.")]
    extra: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """A quote that stands in a source: the W3C Web Annotation model's TextQuoteSelector."""

    source: Annotated[str, About("The id of an entry of `sources`.", least=1)]
    quote: Annotated[
        str,
        About(
            "The page's own words. `...` or `[...]` leaves words out; `[words]` are added.",
            schema={"pattern": r"\S"},
        ),
    ]
    prefix: Annotated[
        str | None, About("The page's words right before the quote, where it is not unique.")
    ] = None
    suffix: Annotated[
        str | None, About("The page's words right after the quote, where it is not unique.")
    ] = None
    extra: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """A box of the picture: a part of the system that the page is about."""

    id: Annotated[str, About("The stage's id, as steps name it.", least=1)]
    name: Annotated[str, About("What the box says.")]
    kind: Annotated[str, About("What sort of thing it is, for instance `compiler`.", least=1)]
    layer: Annotated[str, About("The layer it lies in, for instance `hardware`.", least=1)]
    lineage_id: Annotated[
        str | None, About("The id of the thing in the lineage as a whole, if it has one.")
    ] = None
    pos: Annotated[tuple[float, float], About("Column and row of the box.")]
    summary: Annotated[str, About("What the reader is told of it.")]
    evidence: Annotated[list[Evidence], About("What backs the summary.")] = field(
        default_factory=list
    )
    extra: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """An arrow of the picture, from one stage to another."""

    from_: Annotated[str, About("The id of the stage it leaves.", alias="from", least=1)]
    to: Annotated[str, About("The id of the stage it reaches.", least=1)]
    kind: Annotated[str, About("What sort of step it is, for instance `calls`.", least=1)]
    when: Annotated[
        dict[str, list[str]],
        About("In which values of which dimensions it is there; in all where left out."),
    ] = field(default_factory=dict)
    label: Annotated[str, About("The words on the arrow.")]
    explanation: Annotated[str, About("What the reader is told of it.")]
    evidence: Annotated[list[Evidence], About("What backs the explanation.")] = field(
        default_factory=list
    )
    extra: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spec:
    """One lineage page: how a system does a thing, each part with evidence."""

    schema_: Annotated[
        str | None, About("The JSON Schema an editor should use.", alias="$schema")
    ] = None
    version: Annotated[str, About("The version of this format.", least=1)]
    slug: Annotated[str, About("The page's name in its address.", least=1)]
    name: Annotated[str, About("The name of the system.")]
    title: Annotated[str, About("The page's title, as a browser's tab shows it.")]
    h1: Annotated[str, About("The page's heading.")]
    description: Annotated[str, About("The page in one sentence, for search results.")]
    og_subtitle: Annotated[str, About("The line below the title in link previews.")] = ""
    verified_on: Annotated[
        str,
        About(
            "The day on which all evidence was last found to hold, as YYYY-MM-DD.",
            schema={"format": "date", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},
        ),
    ]
    verified_against: Annotated[str, About("What it was verified against, in words.")]
    scope: Annotated[str, About("What the page is about, and what it is not.")]
    answer: Annotated[str, About("The page's answer in one paragraph. `**bold**` is marked up.")]
    status_template: Annotated[
        str, About("The line that tells the picked options: `{dimension}` is filled.")
    ] = ""
    dimensions: Annotated[list[Dimension], About("What the reader can pick.")] = field(
        default_factory=list
    )
    sections: Annotated[list[PageSection], About("The text below the picture.")] = field(
        default_factory=list
    )
    out_of_scope_note: Annotated[str, About("A note on what is left out.")] = ""
    link_from: Annotated[list[str], About("The lineage ids whose pages should link here.")] = field(
        default_factory=list
    )
    sources: Annotated[dict[str, Source], About("The pages quoted, by id.")]
    stages: Annotated[list[Stage], About("The boxes of the picture.")]
    steps: Annotated[list[Step], About("The arrows of the picture.")]
    extra: Mapping[str, object] = field(default_factory=dict)
