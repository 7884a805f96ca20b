"""What a source's URL means: a page, a raw file, lines of a file, a path.

Pure. May import `spec`.
"""
