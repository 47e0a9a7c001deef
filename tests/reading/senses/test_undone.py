"""What did not come to be, told by the text of a fact or by the name of a relation."""

from pog_agent.reading.senses.undone import tells_undone


def test_a_long_text_is_a_description_and_no_state():
    assert tells_undone("cancelled", "Which shows were there?")
    assert not tells_undone("a show that was cancelled late", "Which shows were there?")
    assert not tells_undone("cancelled", "Which shows were cancelled?")
