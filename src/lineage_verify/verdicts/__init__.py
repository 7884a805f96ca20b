"""A match to a verdict, its severity, and the counts.

Pure. May import the rooms before it.
"""
