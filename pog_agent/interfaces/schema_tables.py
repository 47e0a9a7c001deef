"""The terminal view of a schema summary: its classes, then what links and describes the instances of each."""

from collections.abc import Iterator, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pog_agent.interfaces.display import CleanConsole
from pog_agent.kg.schema.summary import (
    PSEUDO_CLASSES,
    STRING,
    TAGGED,
    SchemaAttribute,
    SchemaClass,
    SchemaLink,
    SchemaSummary,
)
from pog_agent.models.query_walk import NUMBER_TYPES
from pog_agent.terms import local_name

MOST_CLASSES = 40
MOST_TABLES = 12
MOST_ROWS = 20
_LONGEST_VALUE = 18

_LEGEND = "from, to: how many different nodes or values the edges start and end at"

_Row = tuple[str, str, str, str, str, str]


def show_schema(kg: str, summary: SchemaSummary, languages: Sequence[str]) -> None:
    """Prints all classes, and links and attributes of the largest ones."""
    console = CleanConsole()
    classes = sum(item.iri not in PSEUDO_CLASSES for item in summary.classes)
    sizes = f"{_counted(classes, 'class', 'classes')}, {_counted(len(summary.relations), 'relation', 'relations')}"
    console.print(Text(f"{kg}: {sizes}", style="bold"), soft_wrap=True)
    if summary.classes:
        console.print(_class_table(summary, languages))
    described = [item for item in _pseudo_last(summary.classes) if _rows(summary, item, languages)]
    for item in described[:MOST_TABLES]:
        _print_class(console, summary, item, languages, incoming=False)
    if len(described) > MOST_TABLES:
        more = len(described) - MOST_TABLES
        console.print(Text(f"{more:,} more classes: --class NAME shows one, --json all", style="dim"))
    console.print(Text(_LEGEND, style="dim"))
    _print_warnings(console, summary)


def show_classes(summary: SchemaSummary, chosen: Sequence[SchemaClass], languages: Sequence[str]) -> None:
    """Prints links out of and into some classes, and their attributes, without leaving any out."""
    console = CleanConsole()
    for item in chosen:
        _print_class(console, summary, item, languages, incoming=True)
    console.print(Text(_LEGEND, style="dim"))
    _print_warnings(console, summary)


def _class_table(summary: SchemaSummary, languages: Sequence[str]) -> Table:
    shown = _pseudo_last(summary.classes)[:MOST_CLASSES]
    inherits = any(item.own_instances != item.instances for item in shown)
    above = any(item.superclasses for item in shown)
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("class", overflow="fold")
    table.add_column("instances", justify="right")
    if inherits:
        table.add_column("own", justify="right")
    if above:
        table.add_column("superclasses", overflow="ellipsis", no_wrap=True)
    table.add_column("", style="dim", no_wrap=True)
    for item in shown:
        row = [_name(summary, item.iri, languages), f"{item.instances:,}"]
        row += [f"{item.own_instances:,}"] if inherits else []
        row += [", ".join(_name(summary, iri, languages) for iri in item.superclasses)] if above else []
        table.add_row(*map(Text, row), Text(_remark(item)))
    if len(summary.classes) > MOST_CLASSES:
        table.add_row(Text(f"... {len(summary.classes) - MOST_CLASSES:,} more", style="dim"))
    return table


def _pseudo_last(classes: Sequence[SchemaClass]) -> list[SchemaClass]:
    return sorted(classes, key=lambda item: item.iri in PSEUDO_CLASSES)


def _remark(item: SchemaClass) -> str:
    if item.mediator:
        return "" if item.iri in PSEUDO_CLASSES else "mediator: nameless"
    if item.sampled is not None:
        return f"sample of {item.sampled:,}"
    return f"{item.instances - item.named:,} nameless" if item.named < item.instances else ""


def _print_class(
    console: Console, summary: SchemaSummary, item: SchemaClass, languages: Sequence[str], *, incoming: bool
) -> None:
    """Prints one class; with `incoming` the links into it as well, without leaving any out."""
    title = Text(f"{_name(summary, item.iri, languages)}", style="bold")
    title.append(f"  {_counted(item.instances, 'instance', 'instances')}", style="default")
    title.append(f"  {item.iri}" if incoming and ":" in item.iri else "", style="dim")
    console.print(title, soft_wrap=True)
    if incoming:
        _print_facts(console, summary, item, languages)
    rows = _rows(summary, item, languages, incoming=incoming)
    if not rows:
        console.print(Text("no links, no attributes", style="dim"))
        return
    most = len(rows) if incoming else MOST_ROWS
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("relation", overflow="fold", min_width=12, max_width=26)
    table.add_column("leads to", overflow="fold", min_width=14, max_width=26)
    for place, name in enumerate(("edges", "from", "to"), start=2):
        widest = max(len(name), *(len(row[place]) for row in rows[:most]))
        table.add_column(name, justify="right", no_wrap=True, min_width=widest)
    table.add_column("values")
    for row in rows[:most]:
        table.add_row(*map(Text, row))
    if len(rows) > most:
        table.add_row(Text(f"... {len(rows) - most:,} more", style="dim"))
    console.print(table)


def _print_facts(console: Console, summary: SchemaSummary, item: SchemaClass, languages: Sequence[str]) -> None:
    facts = {
        "also called": ", ".join(item.texts[1:]),
        "superclasses": ", ".join(_name(summary, iri, languages) for iri in item.superclasses),
        "subclasses": ", ".join(
            _name(summary, other.iri, languages) for other in summary.classes if item.iri in other.superclasses
        ),
        "": _remark(item),
    }
    for name, text in facts.items():
        if text:
            console.print(Text(f"{name}: {text}" if name else text, style="dim"))


def _rows(
    summary: SchemaSummary, item: SchemaClass, languages: Sequence[str], *, incoming: bool = False
) -> list[_Row]:
    """Links out of the class, its attributes, and with `incoming` links into it; the most frequent first."""
    links = sorted(summary.links_from(item.iri), key=lambda link: -link.edges)
    rows = [_link_row(summary, link, f"→ {_name(summary, link.target, languages)}", languages) for link in links]
    attributes = sorted(summary.attributes_of(item.iri), key=lambda attribute: -attribute.edges)
    rows += [_attribute_row(summary, attribute, languages) for attribute in attributes]
    into = sorted(summary.links_to(item.iri), key=lambda link: -link.edges) if incoming else ()
    return rows + [
        _link_row(summary, link, f"← {_name(summary, link.source, languages)}", languages) for link in into
    ]


def _link_row(summary: SchemaSummary, link: SchemaLink, end: str, languages: Sequence[str]) -> _Row:
    relation = summary.names_of(link.relation).shown(languages)
    measured = [item for item in summary.quantities if item.relation == link.relation] if end[0] == "→" else []
    units = dict.fromkeys(unit.unit or unit.label for item in measured for unit in item.units)
    shown = f"numbers in {', '.join(units)}" if units else ""
    return relation, end, f"{link.edges:,}", f"{link.sources:,}", f"{link.targets:,}", shown


def _attribute_row(summary: SchemaSummary, attribute: SchemaAttribute, languages: Sequence[str]) -> _Row:
    relation = summary.names_of(attribute.relation).shown(languages)
    edges, sources, values = (f"{count:,}" for count in (attribute.edges, attribute.sources, attribute.values))
    kind = " ".join(_kind(attribute, summary.unit_of(attribute.relation)))
    return relation, kind, edges, sources, values, _values(attribute)


def _kind(attribute: SchemaAttribute, unit: str) -> Iterator[str]:
    yield {STRING: "text", TAGGED: "text"}.get(attribute.datatype) or local_name(attribute.datatype)
    if attribute.languages:
        shown = ", ".join(attribute.languages[:3])
        yield f"({shown}{', ...' if len(attribute.languages) > 3 else ''})"
    units = attribute.units or ((unit,) if unit and attribute.datatype in NUMBER_TYPES else ())
    if units:
        yield f"in {', '.join(units)}"


def _values(attribute: SchemaAttribute) -> str:
    if attribute.smallest is not None and attribute.greatest is not None:
        if attribute.smallest == attribute.greatest:
            return attribute.smallest
        return f"{attribute.smallest} to {attribute.greatest}"
    return ", ".join(_cut(text) for text in attribute.examples)


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST_VALUE else f"{line[:_LONGEST_VALUE].rstrip()}..."


def _name(summary: SchemaSummary, iri: str, languages: Sequence[str]) -> str:
    found = summary.class_of(iri)
    if found is not None and found.mediator and iri in PSEUDO_CLASSES:
        return "nameless nodes"
    return iri if found is None else found.shown(languages)


def _counted(count: int, one: str, several: str) -> str:
    return f"{count:,} {one if count == 1 else several}"


def _print_warnings(console: Console, summary: SchemaSummary) -> None:
    for text in summary.warnings:
        console.print(Text(f"! {text}", style="yellow"))
