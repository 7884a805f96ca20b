"""The one place that strings the rooms together: specs in, one report a spec out, in order.

May import every room but `reports` and `cli`.
"""
