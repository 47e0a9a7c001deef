"""Guards on meaning: what an answer does, is, or leaves out that its question does not allow.

Each finding is a sentence that makes the answer `partial`. `operations.py`, `wording.py` and `asking.py` read
English. `graph.py` has the guards that do not, on the answers, the cited paths and the names. All look at
`examined.py`.
"""

from pog_agent.answering.guards.asking import asking_flaws
from pog_agent.answering.guards.examined import MAX_TERMS_CHECKED, Examined
from pog_agent.answering.guards.graph import graph_flaws
from pog_agent.answering.guards.names import names_left_out, names_without_use
from pog_agent.answering.guards.operations import operation_flaws
from pog_agent.answering.guards.participants import participants_flaws, parts_of_query
from pog_agent.answering.guards.populations import stated_populations
from pog_agent.answering.guards.presents import ends_not_looked_at, pasts_not_looked_at, plans_not_spoken_of
from pog_agent.answering.guards.small_words import small_words_of_facts
from pog_agent.answering.guards.wording import wording_flaws

__all__ = [
    "MAX_TERMS_CHECKED",
    "Examined",
    "asking_flaws",
    "ends_not_looked_at",
    "graph_flaws",
    "names_left_out",
    "names_without_use",
    "operation_flaws",
    "participants_flaws",
    "parts_of_query",
    "pasts_not_looked_at",
    "plans_not_spoken_of",
    "small_words_of_facts",
    "stated_populations",
    "wording_flaws",
]
