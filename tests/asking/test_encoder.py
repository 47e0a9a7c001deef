"""The encoder of questions: MiniLM with learned additions, by which words find the names that they mean."""

import numpy as np

from pog_agent.asking.encoder import EncoderAdditions, QuestionEncoder, packaged_additions, question_encoder
from pog_agent.ranking.encoder import CachedEncoder
from tests.benchmarks.encoder_fit import PhrasedSchema, fitted_encoder, masked, phrased_schemas


def without_additions(meaning: CachedEncoder) -> QuestionEncoder:
    """The encoder over the plain model."""
    packaged = packaged_additions()
    nothing = tuple(np.zeros_like(value) for value in packaged.up)
    return QuestionEncoder(meaning.published_model(), EncoderAdditions(packaged.down, nothing, 0.5))


def test_without_additions_vectors_are_those_of_the_model(meaning: CachedEncoder) -> None:
    texts = ["place of birth", "who looks after it"]
    plain, own = meaning.encode(texts), without_additions(meaning)
    assert np.allclose(own.names(texts), plain, atol=1e-5)
    assert np.allclose(own.question(texts[1].split()).whole, plain[1], atol=1e-5)


def test_each_token_belongs_to_its_word(meaning: CachedEncoder) -> None:
    """Words of several tokens, of letters that the model takes off, and of signs."""
    words = ["who", "looked-after", "Überlingen", "in", "1987", "?"]
    vectors = without_additions(meaning).question(words)
    counts = np.bincount(vectors.word_of, minlength=len(words)).tolist()
    assert len(vectors.tokens) == len(vectors.word_of)
    assert counts[0] == counts[3] == counts[4] == counts[5] == 1
    assert counts[1] == 3
    assert counts[2] > 1


def test_a_question_without_words_has_no_token(meaning: CachedEncoder) -> None:
    assert not len(without_additions(meaning).question([]).tokens)


def test_half_of_a_character_in_a_name_is_no_error(meaning: CachedEncoder) -> None:
    assert without_additions(meaning).names(["place \ud800 of birth"]).shape[0] == 1


def test_the_additions_of_the_package_bring_words_near_what_they_stand_for(meaning: CachedEncoder) -> None:
    """Questions that no line has in these words: the name comes first of five, unlike in the plain model."""
    names = ["sponsor", "manager", "place of birth", "insured for", "successor"]
    asked = [
        "who footed the bill for it",
        "who calls the shots at it",
        "where does it hail from",
        "what would they pay out if it burnt down",
        "who stepped into the shoes of it",
    ]

    def first(encoder: QuestionEncoder) -> list[int]:
        vectors = encoder.names(names)
        return [int((encoder.question(text.split()).whole @ vectors.T).argmax()) for text in asked]

    hits = [
        sum(place == number for number, place in enumerate(first(encoder)))
        for encoder in (without_additions(meaning), question_encoder(meaning.published_model()))
    ]
    assert hits[1] > hits[0]
    assert hits[1] >= 4


def test_additions_survive_being_written() -> None:
    packaged = packaged_additions()
    again = EncoderAdditions.read(packaged.written())
    assert all(np.array_equal(one, other) for one, other in zip(packaged.down, again.down, strict=True))
    assert all(np.array_equal(one, other) for one, other in zip(packaged.up, again.up, strict=True))
    assert again.pooled_share == packaged.pooled_share


def test_fitting_teaches_what_words_stand_for(meaning: CachedEncoder) -> None:
    """Names and words that have nothing in common before: after it each word finds its own."""
    names = ["apple", "door", "river", "music"]
    asked = ["which stone is it", "which cloud is it", "which spoon is it", "which tiger is it"]
    schema = PhrasedSchema(names, range(4), [(text, frozenset((place,))) for place, text in enumerate(asked)])
    learned = fitted_encoder(meaning.published_model(), [schema, schema], epochs=12, rate=4e-3, threads=1)
    encoder = QuestionEncoder(meaning.published_model(), learned)
    vectors = encoder.names(names)
    assert [int((encoder.question(text.split()).whole @ vectors.T).argmax()) for text in asked] == [0, 1, 2, 3]


def test_the_lines_for_fitting_mean_names_of_their_schema() -> None:
    schemas = list(phrased_schemas())
    questions = [text for schema in schemas for text, _ in schema.questions]
    assert len(schemas) >= 150
    assert len(questions) >= 15_000
    assert all(own for schema in schemas for _, own in schema.questions)
    assert masked("Whose arm did [bag B-114] come out of?") == "whose arm did it come out of"
