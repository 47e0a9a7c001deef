"""The paper's reference method of fuzzy selection (section 4.3): every concrete path is embedded as one text.

It is slow: a pattern may stand for thousands of paths, and hardly any text comes a second time. It is here to
compare with; `pog_agent.ranking.relevance` ranks the patterns themselves.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from pog_agent.models import PatternKey
from pog_agent.ranking.encoder import Encoder


def path_text(names: Sequence[str], relations: Sequence[str], forward: Sequence[bool]) -> str:
    """A concrete path in one line, ``{A} - relation -> {B} <- relation - {C}``."""
    parts = ["{" + names[0] + "}"]
    for name, relation, onward in zip(names[1:], relations, forward, strict=True):
        parts.append(f"- {relation} -> " if onward else f"<- {relation} - ")
        parts[-1] += "{" + name + "}"
    return " ".join(parts)


def path_texts(
    keys: Sequence[PatternKey],
    paths: Sequence[Sequence[str]],
    owners: Sequence[int],
    names: Mapping[str, str],
    relation_labels: Mapping[str, str],
) -> list[str]:
    """The text of each path. `owners` gives the number of its key, and `names` the names of the nodes."""
    texts = []
    known = {number: keys[number].steps for number in dict.fromkeys(owners)}
    for path, number in zip(paths, owners, strict=True):
        relations = [relation_labels[step.relation] for step in known[number]]
        texts.append(
            path_text([names[node] for node in path], relations, [step.forward for step in known[number]])
        )
    return texts


def rank_by_best_path(
    texts: Sequence[str], owners: Sequence[int], query: str, encoder: Encoder, width: int
) -> list[tuple[int, float]]:
    """The `width` patterns whose best path is most similar to the query, with its cosine, best first.

    `owners` gives for each text the number of its pattern. Of equal patterns the smaller number comes first.
    """
    if not texts:
        return []
    scores = np.round((encoder.encode(texts) @ encoder.encode([query])[0]).astype(np.float64), 6)
    best = np.full(max(owners) + 1, -np.inf)
    np.maximum.at(best, np.asarray(owners), scores)
    order = np.argsort(-best, kind="stable")[:width].tolist()
    return [(number, float(best[number])) for number in order if np.isfinite(best[number])]
