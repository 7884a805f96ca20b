"""Verdicts to text: one file a format behind one interface.

Pure. May import the rooms before it. Writers are imported when they are asked for.
"""

from typing import assert_never

from lineage_verify.reports.interface import Format, Options, ReportWriter

__all__ = ["Format", "Options", "ReportWriter", "writer_for"]


def writer_for(
    format: Format,  # noqa: A002 - the option's own name
    options: Options,
) -> ReportWriter:
    """The writer of a format."""
    match format:
        case Format.TABLE:
            from lineage_verify.reports.table import TableWriter

            return TableWriter(options)
        case Format.JSON:
            from lineage_verify.reports.json_report import JsonWriter

            return JsonWriter(options)
        case Format.MARKDOWN:
            from lineage_verify.reports.markdown import MarkdownWriter

            return MarkdownWriter(options)
        case Format.GITHUB:
            from lineage_verify.reports.github import GithubWriter

            return GithubWriter(options)
        case Format.SARIF:
            from lineage_verify.reports.sarif import SarifWriter

            return SarifWriter(options)
        case Format.JUNIT:
            from lineage_verify.reports.junit import JunitWriter

            return JunitWriter(options)
        case Format.HTML:
            from lineage_verify.reports.html.page import HtmlWriter

            return HtmlWriter(options)
        case _:
            assert_never(format)
