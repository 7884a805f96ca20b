"""A page's bytes to the text that a reader can read.

Pure. May import the rooms before it.
"""
