"""A quote and a text to the place where the quote stands.

Pure. May import the rooms before it.
"""
