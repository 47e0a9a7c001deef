"""The graph engine, on numpy arrays: the question subgraph (detection/) and the path patterns in it.

`graph.py` is the data structure under everything. Start there, then read detection/, exploration/ and patterns/.
The engine knows no language model: where it must choose, it asks for the similarity of `similarity.py`.
"""
