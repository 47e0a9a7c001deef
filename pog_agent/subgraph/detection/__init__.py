"""From the topic entities to the question subgraph: detected in a store, sampled, reduced, tightened.

Start with `detect.py`, which opens the detector of a store: `indexed.py` reads ids, `fetch.py` asks hop by hop.
"""
