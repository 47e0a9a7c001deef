"""Guards on meaning: what the paths that somebody cited tell against an answer, beside what its query tells.

Each finding makes the answer `partial`. `wording.py` and `asking.py` read English. All look at `examined.py`.
"""

from pog_agent.answering.guards.examined import MAX_TERMS_CHECKED, Examined
from pog_agent.answering.guards.graph import walk_flaws
from pog_agent.answering.guards.names import names_left_out, names_without_use
from pog_agent.answering.guards.participants import participants_flaws, parts_of_query

__all__ = [
    "MAX_TERMS_CHECKED",
    "Examined",
    "names_left_out",
    "names_without_use",
    "participants_flaws",
    "parts_of_query",
    "walk_flaws",
]
