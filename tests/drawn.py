"""Tests of inputs that Hypothesis draws: a few in `make test`, many in `make bench`."""

import asyncio
import inspect
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

Test = Callable[..., Coroutine[Any, Any, None] | None]


def drawn(
    few: int, many: int, *, always: Sequence[Mapping[str, Any]] = (), **strategies: st.SearchStrategy[Any]
) -> Callable[[Test], Test]:
    """Makes a test of a function of drawn values; `always` has values that are tried besides.

    What else the function takes are fixtures and parameters, as of any test. It may be asynchronous.
    """

    def decorated(test: Test) -> Test:
        def run(inputs: int, **others: Any) -> None:
            def holds(values: Mapping[str, Any]) -> None:
                waiting = test(**values, **others)
                if waiting is not None:
                    asyncio.run(waiting)

            for values in always:
                holds = example(values=values)(holds)
            settings(max_examples=inputs, deadline=None)(given(values=st.fixed_dictionaries(strategies))(holds))()

        given_otherwise = [
            parameter for name, parameter in inspect.signature(test).parameters.items() if name not in strategies
        ]
        inputs = inspect.Parameter("inputs", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        run.__signature__ = inspect.Signature([*given_otherwise, inputs])  # type: ignore[attr-defined]
        run.__name__, run.__qualname__, run.__doc__ = test.__name__, test.__qualname__, test.__doc__
        run.__module__ = test.__module__
        sizes = [pytest.param(few, id="few"), pytest.param(many, id="many", marks=pytest.mark.slow)]
        return pytest.mark.parametrize("inputs", sizes)(run)

    return decorated
