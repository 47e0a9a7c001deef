"""What an amount is for chooses the attribute that tells it."""

from tests.reading.composing.cases import QuestionedGraph


def test_an_amount_per_hour_is_an_hourly_one(gardens: QuestionedGraph) -> None:
    assert gardens.answer("Who earns the most per hour?") == "Ida Voss"
    assert gardens.answer("Which gardeners earn more than 16 an hour?") == "Ida Voss, Omar Haddad"


def test_an_amount_for_another_time_is_not_read(gardens: QuestionedGraph) -> None:
    assert gardens.draft("Which gardeners earn more than 16 a day?").reading.unread == ("day",)
