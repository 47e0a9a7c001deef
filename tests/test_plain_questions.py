"""Short everyday questions that say little: who joined last, how much is it, how long does it take."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pog_agent import PathsOverGraph

STUDIO = """
@prefix : <http://pots.example/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Tutor rdfs:label "tutor" ; rdfs:subClassOf :Person . :Person rdfs:label "person" . :Course rdfs:label "course" .
:Plan rdfs:label "pass" . :Guest rdfs:label "guest" ; rdfs:subClassOf :Person . :Kiln rdfs:label "kiln" .
:joinedOn rdfs:label "joined on" . :leftOn rdfs:label "left on" . :speaks rdfs:label "speaks" .
:rating rdfs:label "rating" . :price rdfs:label "list price (EUR)" . :time rdfs:label "studio time (min)" .
:fee rdfs:label "fee (EUR)" . :deposit rdfs:label "deposit (EUR)" . :covers rdfs:label "covers" .
:excludes rdfs:label "excludes" . :meets rdfs:label "meeting day" . :builtBy rdfs:label "builder" .
:earned rdfs:label "earnings (EUR)" . :lateness rdfs:label "delay (min)" . :Fair rdfs:label "fair" .
:about rdfs:label "about" . :Book rdfs:label "book" . :bornOn rdfs:label "born on" .
:ada a :Tutor ; rdfs:label "Ada Krohn" ; :joinedOn "2011-03-01"^^xsd:date ; :speaks "Danish", "English" ;
  :rating 4.1 .
:bo a :Tutor ; rdfs:label "Bo Lindt" ; :joinedOn "2019-09-01"^^xsd:date ; :speaks "English" ; :rating 4.7 ;
  :leftOn "2024-05-31"^^xsd:date .
:cy a :Guest ; rdfs:label "Cy Ostrom" ; :bornOn "1990-01-01"^^xsd:date .
:wheel a :Course ; rdfs:label "Wheel Taster" ; :price 45 ; :time 90 ; :meets "Thursday" .
:glaze a :Course ; rdfs:label "Glaze Night" ; :price 30 ; :time 120 ; :meets "Monday" .
:gold a :Plan ; rdfs:label "Gold Pass" ; :fee 20 ; :deposit 5 ; :covers :wheel ; :excludes :glaze .
:blue a :Plan ; rdfs:label "Blue Pass" ; :fee 9 ; :deposit 2 ; :covers :glaze, :wheel .
:dragon a :Kiln ; rdfs:label "Dragon Kiln" ; :builtBy :bo .
:clay a :Fair ; rdfs:label "Clay Fair" ; :earned 900 ; :lateness 20 .
:fire a :Book ; rdfs:label "Slow Fire" ; :about :dragon .
"""


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PathsOverGraph]:
    path = Path(tmp_path_factory.mktemp("studio")) / "studio.ttl"
    path.write_text(STUDIO)
    with PathsOverGraph(path, encoder="auto", model="offline") as agent:
        yield agent


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who joined in 2019?", ["Bo Lindt"]),
        ("Who joined before 2015?", ["Ada Krohn"]),
        ("Who joined most recently?", ["Bo Lindt"]),
        ("Who joined first?", ["Ada Krohn"]),
        ("Which tutor joined last?", ["Bo Lindt"]),
        ("Who speaks Danish?", ["Ada Krohn"]),
        ("Who has the highest rating?", ["Bo Lindt"]),
        ("Who is rated higher, Ada Krohn or Bo Lindt?", ["Bo Lindt"]),
        ("Who is rated lowest?", ["Ada Krohn"]),
        ("When did Bo Lindt leave?", ["2024-05-31"]),
        ("Who built the Dragon Kiln?", ["Bo Lindt"]),
        ("How much is the Wheel Taster?", ["45 EUR"]),
        ("How much does the Glaze Night cost?", ["30 EUR"]),
        ("How long does the Wheel Taster take?", ["90 min"]),
        ("On which day does the Glaze Night meet?", ["Monday"]),
        ("What is Slow Fire about?", ["Dragon Kiln"]),
        ("Does the Gold Pass cover the wheel taster?", ["yes"]),
        ("Does the Gold Pass cover the glaze night?", ["no"]),
        ("Does the Gold Pass exclude the wheel taster?", ["no"]),
    ],
)
def test_what_one_attribute_tells_is_supported(studio: PathsOverGraph, question: str, expected: list[str]) -> None:
    answer = studio.ask(question)
    assert ([item.shown for item in answer.answers], answer.status) == (expected, "supported"), answer.warnings


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("How much is the Gold Pass?", "it has a fee and a deposit"),
        ("How much does the Clay Fair cost?", "earnings are no price"),
        ("How long does the Clay Fair take?", "a delay is no duration"),
        ("How much is Bo Lindt?", "nothing of a tutor is money"),
        ("How long does the Gold Pass last?", "nothing of a pass is a time"),
        ("How much does the Wheel Taster earn?", "it costs this much"),
        ("On which day did Bo Lindt leave the Glaze Night?", "he left the studio"),
    ],
)
def test_what_no_attribute_tells_is_not_supported(studio: PathsOverGraph, question: str, why: str) -> None:
    answer = studio.ask(question)
    assert answer.status != "supported", (why, answer.text)
    assert [item.shown for item in answer.answers] != ["yes"]


def test_a_preposition_alone_means_no_relation_that_hardly_leads(tmp_path: Path) -> None:
    """Three capitals and two other towns: "in" may mean either relation, "located in" the one of that name."""
    path = tmp_path / "towns.ttl"
    path.write_text(
        """
        @prefix : <http://towns.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
        :Town rdfs:label "town" . :Land rdfs:label "land" .
        :capitalOf rdfs:label "capital of" . :locatedIn rdfs:label "located in" .
        :nor a :Land ; rdfs:label "Norvik" .
        :swe a :Land ; rdfs:label "Svelland" .
        :dan a :Land ; rdfs:label "Danmor" .
        :osl a :Town ; rdfs:label "Oslund" ; :capitalOf :nor .
        :sto a :Town ; rdfs:label "Stokk" ; :capitalOf :swe .
        :cop a :Town ; rdfs:label "Kopen" ; :capitalOf :dan .
        :ber a :Town ; rdfs:label "Bergas" ; :locatedIn :nor .
        :tro a :Town ; rdfs:label "Tromvik" ; :locatedIn :nor .
        """
    )
    with PathsOverGraph(path, model="offline") as agent:
        assert agent.ask("Which towns are in Norvik?").status != "supported"
        located = agent.ask("Which towns are located in Norvik?")
    assert ([item.shown for item in located.answers], located.status) == (["Bergas", "Tromvik"], "supported")


def test_a_no_of_a_comparison_shows_both_values(studio: PathsOverGraph) -> None:
    answer = studio.ask("Did Bo Lindt join before Ada Krohn?")
    assert (answer.text, answer.status) == ("no", "supported")
    assert [path.text.rpartition("-> ")[2] for path in answer.paths] == ["{2019-09-01}", "{2011-03-01}"]


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("Is Wheel Taster older than Glaze Night?", "older than"),
        ("Do Wheel Taster and Glaze Night have the same kiln?", "same"),
    ],
)
def test_that_no_path_joins_things_is_no_answer_to_a_comparison_of_them(
    studio: PathsOverGraph, question: str, word: str
) -> None:
    answer = studio.ask(question)
    assert (answer.status, answer.answers) == ("abstained", ())
    assert answer.abstention is not None
    assert answer.abstention.message == f"The question says {word!r}, which no step carries out."
