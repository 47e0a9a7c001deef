"""The text of an HTML page."""

import re
from html.parser import HTMLParser

_UNSHOWN = {"script", "style", "template", "noscript", "svg"}
_HEADING = re.compile(r"h[1-6]")
_INLINE = frozenset(
    """
    a abbr acronym b bdi bdo big cite code data dfn em font i img ins kbd label mark q s samp small span strike
    strong sub sup time tt u var wbr
    """.split()  # noqa: SIM905 (a list of thirty names reads better so)
)


def html_text(page: str) -> tuple[str, str]:
    """The title of a page (its first heading, or else its title element; "" without both), and its text.

    Each block of the page is a paragraph of the text. Scripts and styles are left out.
    """
    reader = _TextReader()
    reader.feed(page)
    reader.close()
    paragraphs = [" ".join(part.split()) for part in "".join(reader.text).split("\0")]
    heading, title = (" ".join("".join(text).split()) for text in (reader.heading, reader.title))
    return heading or title, "\n\n".join(filter(None, paragraphs))


class _TextReader(HTMLParser):
    """Collects text with a NUL between blocks; `heading` is that of the first heading with any."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text: list[str] = []
        self.title: list[str] = []
        self.heading: list[str] = []
        self._unshown: str | None = None
        self._in_title = self._in_heading = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        if tag in _UNSHOWN and self._unshown is None:
            self._unshown = tag
        elif tag == "title":
            self._in_title = not self.title
        elif tag == "br":
            self.text.append(" ")
        elif tag not in _INLINE:
            self.text.append("\0")
            self._in_heading = _HEADING.fullmatch(tag) is not None and not "".join(self.heading).strip()

    def handle_endtag(self, tag: str) -> None:
        if tag == self._unshown:
            self._unshown = None
        elif tag == "title":
            self._in_title = False
        elif tag not in _INLINE:
            self.text.append("\0")
            self._in_heading = False

    def handle_data(self, data: str) -> None:
        if self._unshown is not None:
            return
        if self._in_title:
            self.title.append(data)
            return
        self.text.append(data.replace("\0", ""))
        if self._in_heading:
            self.heading.append(data)
