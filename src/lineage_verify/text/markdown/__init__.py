"""Markdown in both readings: the file's own characters, those that are no words marked as markup.

`read` is the door. `dialect` evens out what sites put around CommonMark, `aligned` finds rendered
words in the source, `inline` and `raw_html` go through a block's pieces.
"""
