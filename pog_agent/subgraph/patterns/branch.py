"""The first steps of patterns, by which branch reduced selection chooses (paper section 4.3, Algorithm 2)."""

from collections.abc import Collection, Sequence

from pog_agent.models import Anchor, PatternKey, Step


def heads(key: PatternKey, entity: str, depth: int) -> list[PatternKey]:
    """The first `depth` steps of a pattern walking away from an entity, in both directions along it.

    A head starts at the entity; other topic entities within its steps keep their place (ExtractHeadSteps).
    There is none where the entity is not on the pattern.
    """
    found: dict[PatternKey, None] = {}
    for anchor in key.anchors:
        if anchor.entity != entity:
            continue
        start, stop = max(anchor.position - depth, 0), min(anchor.position + depth, key.length)
        onward = key.steps[anchor.position : stop]
        back = tuple(
            Step(relation=step.relation, forward=not step.forward)
            for step in reversed(key.steps[start : anchor.position])
        )
        for steps, sign in ((onward, 1), (back, -1)):
            if steps:
                anchors = [
                    Anchor(entity=other.entity, position=sign * (other.position - anchor.position))
                    for other in key.anchors
                    if 0 <= sign * (other.position - anchor.position) <= len(steps)
                ]
                ordered = tuple(sorted(anchors, key=lambda item: item.position))
                found[PatternKey(anchors=ordered, steps=steps)] = None
    return list(found)


def survivors(
    patterns: Sequence[PatternKey], entities: Sequence[str], depth: int, kept: Collection[PatternKey]
) -> list[PatternKey]:
    """The patterns that have a kept head at every listed entity that is on them (IntersectMatchUpdate)."""
    return [
        key
        for key in patterns
        if all(
            any(head in kept for head in own) for own in (heads(key, entity, depth) for entity in entities) if own
        )
    ]
