"""The picture of an answer: the cited paths from topics to answers, as SVG that needs no script."""
