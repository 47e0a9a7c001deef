"""How much memory a FAISS index should take: the table in `pog_agent.linking.vectors` as a formula."""

from pog_agent.linking.vectors import HNSW_LINKS, FaissKind, inverted_lists, quantised_bytes


def index_bytes(kind: FaissKind, names: int, dimensions: int) -> int:
    """Bytes of an index of so many names."""
    if kind == "flat":
        return names * 4 * dimensions
    if kind == "hnsw":
        return names * (4 * dimensions + 8 * HNSW_LINKS + 12)
    if kind == "sq8":
        return names * dimensions
    return names * (quantised_bytes(dimensions) + 8) + inverted_lists(names) * 4 * dimensions
