"""Checks that the quotes a lineage page rests on still stand in their sources."""
