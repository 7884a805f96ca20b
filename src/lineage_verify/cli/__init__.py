"""The command line: words to settings, and a report picked.

The only place with streams, environment and exit codes.
"""
