"""From the subgraph to the candidates: all path patterns through some entities, or the best under a budget.

Start with `explore.py`. It joins the segments of `enumerate.py`, where two halves of `partial_paths.py` meet.
"""
