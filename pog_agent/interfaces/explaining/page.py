"""A recorded run as one HTML page that loads nothing: it opens from a file, and can be sent around."""

import base64
import hashlib
import json
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from pog_agent.answering.reply import source_text
from pog_agent.interfaces.explaining.words import cut, duration, pretty, where
from pog_agent.tracing.elements import subgraph_elements
from pog_agent.tracing.run_trace import RunTrace

_ASSETS: Final = "assets"
_SCRIPTS: Final = ("cytoscape.min.js", "picture.js")


def run_page(run: RunTrace) -> str:
    """The page as text. Everything of the run is escaped; no script but those of the page may run there."""
    environment = _environment()
    scripts = [_asset(environment, name) for name in _SCRIPTS]
    elements = subgraph_elements(run)
    style = Markup(_asset(environment, "run_page.css"))  # nosec B704
    marked = [Markup(script) for script in scripts]  # nosec B704
    text = environment.get_template("run_page.html.j2").render(
        run=run,
        answer=run.answer,
        usage=run.answer.usage if run.answer is not None else None,
        elements=elements,
        names={node.id: node.label for node in elements.nodes},
        longest=max((step.seconds for step in run.steps), default=0.0) or 1.0,
        style=style,
        scripts=marked,
        policy=_policy(scripts),
        data=_script_json(elements.model_dump(mode="json")),
    )
    return text.rstrip() + "\n"


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


def _policy(scripts: list[str]) -> str:
    """The content security policy: nothing is loaded, and only these scripts run."""
    digests = (base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts)
    allowed = " ".join(f"'sha256-{digest}'" for digest in digests)
    return f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; img-src data:"


def _script_json(value: Any) -> Markup:
    """JSON that can stand in a script element: no text in it can end the element or begin a comment."""
    text = json.dumps(value, ensure_ascii=False)
    for char in "<>&\u2028\u2029":
        text = text.replace(char, f"\\u{ord(char):04x}")
    return Markup(text)  # nosec B704
