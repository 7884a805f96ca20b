"""Specs: JSON bytes to a checked spec, or every problem with its place.

Pure. Imports nothing of the other rooms.
"""
