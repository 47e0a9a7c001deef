"""Where things of a picture stand: whatever is linked with what, nothing lies on anything else."""

import random
from itertools import combinations

import pytest

from pog_agent.interfaces.explaining.pictures.boxes import Box, Link, Sketch
from pog_agent.interfaces.explaining.pictures.layout import LinkRun, PictureLayout, Rectangle, laid_out

SIZES = {"": (0.0, 0.0), "r": (40.0, 20.0), "a longer relation": (110.0, 36.0)}


def drawn(seed: int, *, downwards: bool) -> tuple[Sketch, PictureLayout]:
    """A sketch with boxes in up to five layers and links between any of these, laid out."""
    chance = random.Random(seed)
    layers = [chance.randint(1, 6) for _ in range(chance.randint(1, 5))]
    boxes = tuple(
        Box(f"{layer}.{place}", "path", "", (), layer)
        for layer, number in enumerate(layers)
        for place in range(number)
    )
    pairs = [(one, other) for one, other in combinations(boxes, 2) if one.layer != other.layer]
    chosen = chance.sample(pairs, min(len(pairs), chance.randint(0, 14)))
    links = tuple(
        Link(*chance.sample([one.key, other.key], 2), chance.choice([*SIZES]), frozenset([number]))
        for number, (one, other) in enumerate(chosen)
    )
    sizes = {box.key: (chance.uniform(30, 200), chance.uniform(20, 120)) for box in boxes}
    sketch = Sketch(boxes, links)
    return sketch, laid_out(sketch, sizes, SIZES.__getitem__, downwards=downwards)


def meet(one: Rectangle, other: Rectangle) -> bool:
    return (
        one.x < other.x + other.width - 1e-6
        and other.x < one.x + one.width - 1e-6
        and one.y < other.y + other.height - 1e-6
        and other.y < one.y + one.height - 1e-6
    )


def straight_parts(run: LinkRun) -> list[Rectangle]:
    """The parts of a run that go straight on: where it passes a layer."""
    return [
        Rectangle(min(x, to_x), min(y, to_y), abs(to_x - x), abs(to_y - y))
        for (x, y), (to_x, to_y) in zip(run.points, run.points[1:], strict=False)
        if abs(x - to_x) < 1e-6 or abs(y - to_y) < 1e-6
    ]


@pytest.mark.parametrize("downwards", [True, False])
@pytest.mark.parametrize("seed", range(60))
def test_no_box_label_or_link_lies_on_another_box_or_label(seed, downwards):
    _, layout = drawn(seed, downwards=downwards)
    labels = [place for text, place, _ in layout.labels if text]
    places = [*layout.boxes.values(), *labels]
    assert not [pair for pair in combinations(places, 2) if meet(*pair)]
    for place in places:
        assert place.x >= 0 and place.y >= 0
        assert place.x + place.width <= layout.width and place.y + place.height <= layout.height
    assert not [
        part for run in layout.runs for part in straight_parts(run) if any(meet(part, it) for it in places)
    ]


@pytest.mark.parametrize("downwards", [True, False])
@pytest.mark.parametrize("seed", range(20))
def test_each_link_has_its_label_and_an_arrow_at_what_it_leads_to(seed, downwards):
    sketch, layout = drawn(seed, downwards=downwards)
    labelled = {fact for _, _, facts in layout.labels for fact in facts}
    assert labelled == {fact for link in sketch.links for fact in link.facts}
    for link in sketch.links:
        box = layout.boxes[link.target]
        tips = [
            run.points[0] if run.at_start else run.points[-1]
            for run in layout.runs
            if (run.at_start or run.at_end) and link.facts <= run.facts
        ]
        assert any(
            box.x - 1e-6 <= x <= box.x + box.width + 1e-6 and box.y - 1e-6 <= y <= box.y + box.height + 1e-6
            for x, y in tips
        )
