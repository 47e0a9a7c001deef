"""How values are compared: within one kind and dimension, in an order that nothing in their sequence changes."""

from datetime import UTC, datetime
from itertools import permutations

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from pog_agent.terms import XSD, Term, literal
from pog_agent.values import Comparison, compare_values, read_literal, read_name

CDT = "https://w3id.org/cdt/ucum"
DBPEDIA = "http://dbpedia.org/datatype/"


def term(spelled: str) -> Term:
    """A literal from ``text^datatype`` or a plain text."""
    text, _, datatype = spelled.partition("^^")
    if not datatype:
        return literal(text)
    return literal(text, datatype if "://" in datatype else XSD + datatype)


def compared(*spelled: str) -> Comparison:
    return compare_values([read_literal(term(item)) for item in spelled])


def greatest(*spelled: str) -> list[str]:
    """The values that may be the greatest; none may be refused."""
    comparison = compared(*spelled)
    assert comparison.refused == ()
    return [spelled[place] for place in comparison.extreme(largest=True).places]


ORDERED = [
    ("3000 m", "12 km"),
    ("2,25", "3"),
    ("2,25", "2,5", "3"),
    ("2,250", "2,3"),
    ("987", "1,234,567"),
    ("2,250", "1,234,567"),
    ("1,234", "2,345"),
    ("1.234", "2.345"),
    ("12.5", "1,234"),
    ("9", "10"),
    ("-3.5", "-3.25"),
    ("2e3", "1e4"),
    ("9007199254740992^^integer", "9007199254740993^^integer"),
    ("-INF^^double", "1e308^^double", "INF^^double"),
    ("1990-05-02T09:00:00Z^^dateTime", "1990-05-02T10:00:00Z^^dateTime"),
    ("1990-05-02T12:00:00+05:00^^dateTime", "1990-05-02T10:00:00Z^^dateTime"),
    ("1990-05-02T10:00:00.1^^dateTime", "1990-05-02T10:00:00.12^^dateTime"),
    ("1990-05-02^^date", "1990-05-03T00:00:00^^dateTime"),
    ("1990-05-02T23:00:00Z", "1990-05-04"),
    ("-0044-03-15^^date", "0014-08-19^^date"),
    ("-0100^^gYear", "-0044^^gYear", "0000^^gYear", "0014^^gYear"),
    ("9999-12-31^^date", "12024-01-01^^date"),
    ("1990-12^^gYearMonth", "1991^^gYear"),
    ("1990^^integer", "1991-05-02^^date", "1995^^gYear"),
    ("1990", "1991-05-02"),
    ("10:00:00Z^^time", "10:30:00+00:00^^time"),
    ("11:00:00+02:00^^time", "10:00:00Z^^time"),
    ("PT59M^^duration", "PT1H^^dayTimeDuration"),
    ("P27D^^duration", "P1M^^duration"),
    ("P11M^^duration", "P1Y^^yearMonthDuration"),
    ("59 min", "1 h", "PT90M^^duration", "2 h 30 min", "3 years"),
    ("5 ft 11 in", "5 ft 12 in", "2 m"),
    ("1 lb", "1 kg"),
    ("30 °F", "0 °C", "300 K"),
    ("99 acres", "1 km²"),
    ("50 mph", "100 km/h"),
    ("900 MB", "1 GB"),
    ("3 gallons", "5 gallons"),
    ("2,25 km", "3 km"),
    ("€ 5", "7 EUR", "€7.50"),
    ("$900", "$1,000.50"),
    ("5%", "12 %"),
    ("800 m^^" + CDT, "1 km^^" + CDT, "2^^" + DBPEDIA + "kilometre"),
    ("5^^" + DBPEDIA + "usDollar", "10^^" + DBPEDIA + "usDollar"),
]


@pytest.mark.parametrize("spelled", ORDERED, ids=" < ".join)
def test_values_of_one_scale_are_in_order(spelled: tuple[str, ...]) -> None:
    for shuffled in list(permutations(spelled))[:24]:
        assert greatest(*shuffled) == [spelled[-1]]
        comparison = compared(*shuffled)
        assert [shuffled[place] for place in comparison.extreme(largest=False).places] == [spelled[0]]
        assert comparison.extreme(largest=True).certain


@pytest.mark.parametrize(
    "spelled",
    [
        ("12 km", "12000 m"),
        ("1^^integer", "1.0^^decimal", "01^^integer"),
        ("32 °F", "0 °C"),
        ("P1Y^^duration", "P12M^^duration", "12 months"),
        ("60 min", "PT1H^^duration"),
        ("1990-05-02T10:00:00Z^^dateTime", "1990-05-02T12:00:00+02:00^^dateTime"),
        ("1990-05-02^^date", "1990-05-02^^dateTime"),
        ("1990^^integer", "1990^^gYear"),
        ("23:59:60^^time", "00:00:00^^time")[1:],
        ("1990-05-02T24:00:00^^dateTime", "1990-05-03T00:00:00^^dateTime"),
        ("6 ft", "2 yards"),
    ],
    ids=" = ".join,
)
def test_equal_values_tie_for_certain(spelled: tuple[str, ...]) -> None:
    extreme = compared(*spelled).extreme(largest=True)
    assert (len(extreme.places), extreme.certain) == (len(spelled), True)


@pytest.mark.parametrize(
    "spelled",
    [
        ("1990-05-02^^date", "1990-05-02T10:00:00^^dateTime"),
        ("1990^^gYear", "1990-05-02^^date"),
        ("1990-05^^gYearMonth", "1990-05-02^^date"),
        ("1990-05-02T10:00:00^^dateTime", "1990-05-02T12:00:00Z^^dateTime"),
        ("1990-05-02^^date", "1990-05-03T00:00:00Z^^dateTime"),
        ("P30D^^duration", "P1M^^duration"),
        ("10:00:00^^time", "12:00:00Z^^time"),
    ],
    ids=" ? ".join,
)
def test_values_that_may_be_either_way_tie_and_are_not_certain(spelled: tuple[str, ...]) -> None:
    for largest in (True, False):
        extreme = compared(*spelled).extreme(largest=largest)
        assert (extreme.places, extreme.certain) == ((0, 1), False)


def test_what_is_surely_less_than_one_of_several_that_tie_is_left_out() -> None:
    comparison = compared("1990-05-02T10:00:00^^dateTime", "1990-05-02^^date", "1990-05-02T12:00:00^^dateTime")
    assert comparison.extreme(largest=True).places == (1, 2)
    assert comparison.extreme(largest=False).places == (0, 1)


UNCLEAR_MARK = "its comma or point may be a decimal mark or group digits"


@pytest.mark.parametrize(
    ("spelled", "refused"),
    [
        (("12 km", "3 kg", "5 m"), {"3 kg": "a quantity in gram beside a quantity in meter"}),
        (("12 km", "3 km", "5"), {"5": "a number beside a quantity in meter"}),
        (("€5", "€7", "$6"), {"$6": "a quantity in $ beside a quantity in EUR"}),
        (("3 gallons", "4 gallons", "1 l"), {"1 l": "a quantity in meter^3 beside a quantity in gallon"}),
        (("1990-05-02^^date", "1991-05-02^^date", "12^^integer"), {"12": "a number beside a date"}),
        (
            ("1990^^gYear", "1991^^gYear", "1992^^gYear", "1993^^integer", "12^^integer"),
            {"1993": "a number beside a date", "12": "a number beside a date"},
        ),
        (("1990-05-02^^date", "10:00:00^^time", "1991-05-02^^date"), {"10:00:00": "a time beside a date"}),
        (("5", "unknown", "7"), {"unknown": "no number, date or quantity"}),
        (("Infinity", "5", "7"), {"Infinity": "no number, date or quantity"}),
        (("NaN^^double", "5", "7"), {"NaN": "not a number"}),
        (("2,250", "3"), {"2,250": UNCLEAR_MARK}),
        (("1.234", "12.500", "987"), {"1.234": UNCLEAR_MARK, "12.500": UNCLEAR_MARK}),
        (("2,25", "1,234", "3.5"), {"1,234": UNCLEAR_MARK}),
        (("2,250 km", "3 km"), {"2,250 km": UNCLEAR_MARK}),
        (("5^^" + DBPEDIA + "usDollar", "5^^" + DBPEDIA + "usDollar", "6"), {"6": None}),
        (
            ("12 km", "3"),
            {
                "12 km": "a quantity in meter, and no kind of value is in the majority",
                "3": "a number, and no kind of value is in the majority",
            },
        ),
    ],
)
def test_what_cannot_be_compared_is_refused_by_name(
    spelled: tuple[str, ...], refused: dict[str, str | None]
) -> None:
    for shuffled in list(permutations(spelled))[:24]:
        comparison = compared(*shuffled)
        found = {refusal.text: refusal.reason for refusal in comparison.refused}
        assert set(found) == set(refused)
        assert all(found[text] == reason for text, reason in refused.items() if reason)
        assert len(comparison.spans) + len(comparison.refused) == len(spelled)


def test_typed_numbers_do_not_tell_what_a_comma_in_a_text_is() -> None:
    assert [refusal.text for refusal in compared("2.5^^decimal", "2,250", "3^^integer").refused] == ["2,250"]


def test_the_refusal_says_how_many_which_and_why() -> None:
    comparison = compared("5", "7", "9", "10", "11", "NaN^^double", "a", "b", "c", "d", "a")
    assert comparison.refusal_text() == (
        "6 of 11 values cannot be compared: 'NaN' (not a number); "
        "'a', 'b', 'c' and 1 more (no number, date or quantity)"
    )
    assert compared("5", "7").refusal_text() is None


def test_nothing_has_no_extreme() -> None:
    assert compared().extreme(largest=True).places == ()
    assert compared("a", "b").extreme(largest=True).places == ()


def test_names_are_compared_by_their_only_number() -> None:
    names = ["2008 Games", "2012 Games", "996 Games", "Formula 1 2014"]
    comparison = compare_values([read_name(name) for name in names])
    assert comparison.extreme(largest=True).places == (1,)
    assert [refusal.reason for refusal in comparison.refused] == ["several numbers in the name"]


NUMBERS = st.integers(-(10**6), 10**6).map(str)
DECIMALS = st.decimals(-1000, 1000, places=3, allow_nan=False).map(lambda value: f"{value:f}")
COMMAS = DECIMALS.map(lambda text: text.replace(".", ","))
LENGTHS = st.tuples(st.integers(0, 40), st.integers(0, 99))
MIXED = "5|1990|1990-05-02|1991-05-02|12 km|2,250|2,25|x|NaN^^double"
MOMENTS = st.datetimes().map(datetime.isoformat)
DAYS = st.dates().map(lambda day: day.isoformat())
ZONES = st.sampled_from(["", "Z", "+05:30", "-11:00"])
COLUMNS = {
    "numbers": st.one_of(NUMBERS.map("{}^^integer".format), DECIMALS.map("{}^^decimal".format)),
    "texts": st.one_of(NUMBERS, DECIMALS, COMMAS, st.integers(10**4, 10**6).map("{:,}".format)),
    "dates": st.one_of(
        DAYS,
        st.tuples(MOMENTS, ZONES).map("".join),
        st.integers(1000, 2100).map(str),
        st.tuples(DAYS, ZONES).map("".join),
    ),
    "lengths": st.tuples(NUMBERS, st.sampled_from(["m", "km", "ft", "miles"])).map(" ".join),
    "durations": LENGTHS.map(lambda ends: "P{}M{}D^^duration".format(*ends)),
    "mixed": st.sampled_from(MIXED.split("|")),
}
SETS = st.one_of(*(st.lists(column, min_size=1, max_size=6) for column in COLUMNS.values()))


@settings(deadline=None)
@given(SETS)
def test_the_order_is_strict_and_transitive_and_what_is_not_ordered_ties(spelled: list[str]) -> None:
    spans = list(compared(*spelled).spans.values())
    for one in spans:
        assert not one.surely_before(one)
        for other in spans:
            assert not (one.surely_before(other) and other.surely_before(one))
            for third in spans:
                assert not (one.surely_before(other) and other.surely_before(third)) or one.surely_before(third)


@settings(deadline=None)
@given(st.one_of(*(st.lists(COLUMNS[name], min_size=1, max_size=6) for name in ("numbers", "lengths"))))
def test_the_order_of_exact_values_is_total(spelled: list[str]) -> None:
    comparison = compared(*spelled)
    assert not comparison.refused
    for one in comparison.spans.values():
        for other in comparison.spans.values():
            assert one == other or one.surely_before(other) or other.surely_before(one)


@settings(deadline=None)
@given(SETS.flatmap(lambda found: st.tuples(st.just(found), st.permutations(found))))
def test_the_sequence_of_the_values_changes_nothing(orders: tuple[list[str], list[str]]) -> None:
    results = []
    for spelled in orders:
        comparison = compared(*spelled)
        extremes = [comparison.extreme(largest=largest) for largest in (True, False)]
        results.append(
            [
                sorted((refusal.text, refusal.reason) for refusal in comparison.refused),
                *[(sorted(spelled[place] for place in extreme.places), extreme.certain) for extreme in extremes],
            ]
        )
    assert results[0] == results[1]


@settings(deadline=None)
@given(SETS)
def test_a_value_is_extreme_exactly_if_no_other_is_surely_beyond_it(spelled: list[str]) -> None:
    comparison = compared(*spelled)
    for largest in (True, False):
        expected = [
            place
            for place, span in comparison.spans.items()
            if not any(
                span.surely_before(other) if largest else other.surely_before(span)
                for other in comparison.spans.values()
            )
        ]
        assert list(comparison.extreme(largest=largest).places) == expected


@settings(deadline=None)
@given(st.lists(st.datetimes(min_value=datetime(2, 1, 1), max_value=datetime(9998, 1, 1)), min_size=2, max_size=6))
def test_moments_with_zones_are_compared_in_utc(moments: list[datetime]) -> None:
    zones = ["Z", "+05:30", "-11:00"]
    spelled = [f"{moment.isoformat()}{zones[place % 3]}^^dateTime" for place, moment in enumerate(moments)]
    aware = [datetime.fromisoformat(item.partition("^^")[0]).astimezone(UTC) for item in spelled]
    latest = [place for place, moment in enumerate(aware) if moment == max(aware)]
    assert list(compared(*spelled).extreme(largest=True).places) == latest
