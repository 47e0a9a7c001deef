"""Which constructs of the algebra a query has."""

from collections import Counter

from pog_agent.models.query import (
    Aggregate,
    Arithmetic,
    Combination,
    Constant,
    DateDifference,
    DatePart,
    ExistenceTest,
    InQuery,
    InstanceOf,
    Query,
    RankWindow,
    TextTest,
    VariableValue,
)
from pog_agent.models.value import Value
from pog_agent.terms import RDF_TYPE, is_literal


def constructs(value: object) -> Counter[str]:
    """How often each construct occurs in a query, those of the queries in it included."""
    found: Counter[str] = Counter()
    if isinstance(value, tuple):
        for item in value:
            found += constructs(item)
    if isinstance(value, Value):
        found[_construct(value)] += 1
        for name in type(value).model_fields:
            found += constructs(getattr(value, name))
    return found


def _construct(value: Value) -> str:
    name = type(value).__name__
    details = {
        Query: lambda: value.form + (", grouped" if value.form == "rows" and value.is_grouped else ""),
        VariableValue: lambda: value.type,
        Arithmetic: lambda: value.operation,
        DatePart: lambda: value.part,
        DateDifference: lambda: value.unit,
        Aggregate: lambda: value.function,
        TextTest: lambda: value.test,
        Constant: lambda: "literal" if is_literal(value.terms[0]) else "IRI",
        InstanceOf: lambda: "rdf:type" if value.type_relations == (RDF_TYPE,) else "other relations",
        InQuery: lambda: "several variables" if len(value.variables) > 1 else "one variable",
        ExistenceTest: lambda: "none" if value.negated else "some",
        Combination: lambda: value.operation + (", several variables" if len(value.variables) > 1 else ""),
        RankWindow: lambda: "1 to 1" if value.last == 1 else "from 1" if value.first == 1 else "from later",
    }
    detail = details.get(type(value))
    return f"{name} ({detail()})" if detail else name
