"""Small lineage specs for tests, in words of our own."""

import json
from collections.abc import Mapping, Sequence
from typing import Any


def lineage_spec(
    sources: Mapping[str, str],
    quotes: Sequence[tuple[str, str]],
    **changed: Any,
) -> dict[str, Any]:
    """A spec with one stage a quote (`(source id, quote)`), and a step from each to the next."""
    stages = [
        {
            "id": f"part{index}",
            "name": f"Part {index}",
            "kind": "runtime",
            "layer": "framework",
            "lineage_id": None,
            "pos": [0, index],
            "summary": "Does its part.",
            "evidence": [{"source": source, "quote": quote}],
        }
        for index, (source, quote) in enumerate(quotes)
    ]
    steps = [
        {
            "from": f"part{index}",
            "to": f"part{index + 1}",
            "kind": "calls",
            "when": {},
            "label": "hands on to",
            "explanation": "One part hands its work to the next.",
            "evidence": [{"source": quotes[index][0], "quote": quotes[index][1]}],
        }
        for index in range(len(quotes) - 1)
    ]
    spec: dict[str, Any] = {
        "version": "1.0",
        "slug": "how-the-mill-runs",
        "name": "Mill",
        "title": "How the Mill Runs",
        "h1": "What Happens When the Mill Runs?",
        "description": "Follow one sack of grain through the mill.",
        "og_subtitle": "grain to flour",
        "verified_on": "2026-01-15",
        "verified_against": "the mill's own pages",
        "scope": "One sack, one mill.",
        "answer": "The grain becomes **flour**.",
        "status_template": "Showing {mode}",
        "dimensions": [
            {
                "id": "mode",
                "legend": "Mode",
                "default": "wind",
                "options": [{"value": "wind", "label": "Wind", "phrase": "wind power"}],
            }
        ],
        "sections": [{"heading": "Why a mill", "paragraphs": ["It grinds."]}],
        "out_of_scope_note": "",
        "link_from": [],
        "sources": {key: {"url": url, "title": key.title()} for key, url in sources.items()},
        "stages": stages,
        "steps": steps,
    }
    return spec | changed


def spec_bytes(spec: Mapping[str, Any]) -> bytes:
    """A spec as a file's bytes."""
    return json.dumps(spec, indent=2, ensure_ascii=False).encode() + b"\n"
