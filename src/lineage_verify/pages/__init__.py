"""A source's bytes at a moment: fetching, the address guard, snapshots on disk.

May import `spec` and `sources`. The only room with network and disk.
"""
