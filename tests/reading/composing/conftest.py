"""The graphs that the questions of this folder are about."""

import pytest

from tests.reading.composing.cases import QuestionedGraph, questioned


@pytest.fixture(scope="session")
def bakeries() -> QuestionedGraph:
    """Bakeries, bakers and breads; a bakery has the name of a town, and bakers work at bakeries and own some."""
    return questioned("bakeries")


@pytest.fixture(scope="session")
def parcels() -> QuestionedGraph:
    """Parcels, films and tunnels, whose numbers are in units that names, descriptions or statements say."""
    return questioned("parcels")


@pytest.fixture(scope="session")
def rowing() -> QuestionedGraph:
    """Rowing clubs with members, a chair and boats; races have entries without names, and two rowers one name."""
    return questioned("rowing")


@pytest.fixture(scope="session")
def lending() -> QuestionedGraph:
    """Libraries in towns of a region, one in the region alone, their posters, and members with cards."""
    return questioned("lending")


@pytest.fixture(scope="session")
def fairs() -> QuestionedGraph:
    """Fairs with days, people with dates, one of whom died, a horse with an age, and stalls built in years."""
    return questioned("fairs")


@pytest.fixture(scope="session")
def halls() -> QuestionedGraph:
    """Halls that are heated or not, one of which does not tell, with names in two languages, and courses there."""
    return questioned("halls")


@pytest.fixture(scope="session")
def gardens() -> QuestionedGraph:
    """Gardens that opened on days that are texts, gardeners with a pay, trees, their prunings, and purchases."""
    return questioned("gardens")


@pytest.fixture(scope="session")
def clocks() -> QuestionedGraph:
    """Clocks and sundials in towers, their makers and menders, who teach each other; not all were repaired."""
    return questioned("clocks")


@pytest.fixture(scope="session")
def wells() -> QuestionedGraph:
    """Shafts with depths, heights, years and days, two of them lined with brick, pumps, and crews with years."""
    return questioned("wells")
