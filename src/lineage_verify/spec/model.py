"""The shape of a spec, as pydantic models at the edge.

Unknown fields survive (they are told as warnings by `read_spec`), types are strict, and the
descriptions are what an editor shows through the JSON Schema (`spec_schema`).
"""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, Strict

__all__ = ["Dimension", "Evidence", "Option", "PageSection", "Source", "Spec", "Stage", "Step"]

_Name = Annotated[str, Field(min_length=1)]


class _Part(BaseModel):
    """Anything in a spec: strict about types, lenient about fields it does not know."""

    model_config = ConfigDict(extra="allow", strict=True, frozen=True, allow_inf_nan=False)


class Option(_Part):
    """One value of a dimension, as a reader picks it."""

    value: _Name = Field(description="The value's id, as `when` names it.")
    label: str = Field(description="What the reader picks.")
    phrase: str = Field(description="What stands for the value in `status_template`.")


class Dimension(_Part):
    """A choice of the reader's that shows some stages and steps and hides others."""

    id: _Name = Field(description="The dimension's id, as `when` and `status_template` name it.")
    legend: str = Field(description="The heading over the options.")
    default: _Name = Field(description="The value picked at first: one of the options' values.")
    options: list[Option] = Field(description="The values to pick from.")


class PageSection(_Part):
    """A heading with paragraphs, below the picture."""

    heading: str = Field(description="The section's heading.")
    paragraphs: list[str] = Field(
        description="Its paragraphs. `**bold**` and `[words](/path)` are marked up."
    )


class Source(_Part):
    """A page that evidence quotes."""

    url: _Name = Field(
        description="An http or https address, or a path relative to the spec's own folder."
    )
    title: str = Field(description="The page's title, as the reader is shown it.")


class Evidence(_Part):
    """A quote that stands in a source: the W3C Web Annotation model's TextQuoteSelector."""

    source: _Name = Field(description="The id of an entry of `sources`.")
    quote: str = Field(
        json_schema_extra={"pattern": r"\S"},
        description="The page's own words. `...` or `[...]` leaves words out; `[words]` are added.",
    )
    prefix: str | None = Field(
        default=None, description="The page's words right before the quote, where it is not unique."
    )
    suffix: str | None = Field(
        default=None, description="The page's words right after the quote, where it is not unique."
    )


class Stage(_Part):
    """A box of the picture: a part of the system that the page is about."""

    id: _Name = Field(description="The stage's id, as steps name it.")
    name: str = Field(description="What the box says.")
    kind: _Name = Field(description="What sort of thing it is, for instance `compiler`.")
    layer: _Name = Field(description="The layer it lies in, for instance `hardware`.")
    lineage_id: str | None = Field(
        default=None, description="The id of the thing in the lineage as a whole, if it has one."
    )
    pos: Annotated[tuple[float, float], Strict(strict=False)] = Field(
        description="Column and row of the box."
    )
    summary: str = Field(description="What the reader is told of it.")
    evidence: list[Evidence] = Field(default=[], description="What backs the summary.")


class Step(_Part):
    """An arrow of the picture, from one stage to another."""

    from_: _Name = Field(alias="from", description="The id of the stage it leaves.")
    to: _Name = Field(description="The id of the stage it reaches.")
    kind: _Name = Field(description="What sort of step it is, for instance `calls`.")
    when: dict[str, list[str]] = Field(
        default={},
        description="In which values of which dimensions it is there; in all where left out.",
    )
    label: str = Field(description="The words on the arrow.")
    explanation: str = Field(description="What the reader is told of it.")
    evidence: list[Evidence] = Field(default=[], description="What backs the explanation.")


class Spec(_Part):
    """One lineage page: how a system does a thing, each part with evidence."""

    schema_: str | None = Field(
        default=None, alias="$schema", description="The JSON Schema an editor should use."
    )
    version: _Name = Field(description="The version of this format.")
    slug: _Name = Field(description="The page's name in its address.")
    name: str = Field(description="The name of the system.")
    title: str = Field(description="The page's title, as a browser's tab shows it.")
    h1: str = Field(description="The page's heading.")
    description: str = Field(description="The page in one sentence, for search results.")
    og_subtitle: str = Field(default="", description="The line below the title in link previews.")
    verified_on: str = Field(
        json_schema_extra={"format": "date", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},
        description="The day on which all evidence was last found to hold, as YYYY-MM-DD.",
    )
    verified_against: str = Field(description="What it was verified against, in words.")
    scope: str = Field(description="What the page is about, and what it is not.")
    answer: str = Field(description="The page's answer in one paragraph. `**bold**` is marked up.")
    status_template: str = Field(
        default="", description="The line that tells the picked options: `{dimension}` is filled."
    )
    dimensions: list[Dimension] = Field(default=[], description="What the reader can pick.")
    sections: list[PageSection] = Field(default=[], description="The text below the picture.")
    out_of_scope_note: str = Field(default="", description="A note on what is left out.")
    link_from: list[str] = Field(
        default=[], description="The lineage ids whose pages should link here."
    )
    sources: dict[str, Source] = Field(description="The pages quoted, by id.")
    stages: list[Stage] = Field(description="The boxes of the picture.")
    steps: list[Step] = Field(description="The arrows of the picture.")
