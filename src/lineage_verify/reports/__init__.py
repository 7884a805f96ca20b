"""Verdicts to bytes: one file a format behind one interface.

Pure. May import the rooms before it.
"""
