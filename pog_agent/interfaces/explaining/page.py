"""A recorded run as one HTML page that loads nothing: it opens from a file, and can be sent around."""

from functools import cache
from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from pog_agent.answering.reply import source_text
from pog_agent.interfaces.explaining.pictures.svg import answer_picture, picture_html
from pog_agent.interfaces.explaining.words import cut, duration, pretty, where
from pog_agent.tracing.elements import subgraph_elements
from pog_agent.tracing.run_trace import RunTrace

_ASSETS: Final = "assets"
_STYLES: Final = ("colours.css", "run_page.css", "picture.css")
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""Nothing is loaded, and no script runs."""


def run_page(run: RunTrace) -> str:
    """The page as text. Everything of the run is escaped, and there is no script."""
    environment = _environment()
    elements = subgraph_elements(run)
    style = "".join(_asset(environment, name) for name in _STYLES)
    text = environment.get_template("run_page.html.j2").render(
        run=run,
        answer=run.answer,
        usage=run.answer.usage if run.answer is not None else None,
        elements=elements,
        names={node.id: node.label for node in elements.nodes},
        longest=max((step.seconds for step in run.steps), default=0.0) or 1.0,
        style=Markup(style),  # nosec B704
        policy=POLICY,
        picture=picture_html(answer_picture(run)),
    )
    return text.rstrip() + "\n"


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("pog_agent.interfaces.explaining", _ASSETS),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "duration": duration,
        "pretty": pretty,
        "cut": cut,
        "where": where,
        "source": source_text,
    }
    return environment


def _asset(environment: Environment, name: str) -> str:
    loader = environment.loader
    assert loader is not None
    return loader.get_source(environment, name)[0]
