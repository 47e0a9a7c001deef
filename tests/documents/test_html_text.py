"""HTML pages as titles and texts."""

import pytest

from pog_agent.documents.html_text import html_text

PAGE = """<!doctype html><html><head><title>Site - Grieg</title><style>p {color: red}</style>
<script>if (a < b) alert("x")</script></head>
<body><nav>Home</nav><h1>Edvard <i>Grieg</i></h1><p>Born in <b>Bergen</b>,<br>Norway.</p>
<ul><li>Peer Gynt</li><li>Lyric&nbsp;Pieces &amp; more</li></ul></body></html>"""


def test_blocks_are_paragraphs_and_the_first_heading_is_the_title():
    title, text = html_text(PAGE)
    assert title == "Edvard Grieg"
    assert text.split("\n\n") == [
        "Home",
        "Edvard Grieg",
        "Born in Bergen, Norway.",
        "Peer Gynt",
        "Lyric Pieces & more",
    ]


@pytest.mark.parametrize(
    ("page", "title"),
    [
        ("<title>Only this</title><p>text", "Only this"),
        ("<h1> </h1><h2>Second</h2>", "Second"),
        ("<p>no title", ""),
        ("", ""),
    ],
)
def test_a_title_is_that_of_the_first_heading_with_text_or_of_the_page(page, title):
    assert html_text(page)[0] == title


def test_broken_markup_is_read_as_far_as_it_goes():
    assert html_text("<p>one<div>two</p></div><b>three < four")[1] == "one\n\ntwo\n\nthree < four"
