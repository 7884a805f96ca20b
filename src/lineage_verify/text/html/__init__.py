"""HTML to the text that a reader can read: an own walk over lexbor's tree.

`read` is the door. `display` holds what each element is by itself, `style` what its `style`
attribute makes of it, `furniture` what its classes say it is, `rules` joins the three, `walk` goes
through the tree, `guard` refuses markup that is built to exhaust the parser.
"""
