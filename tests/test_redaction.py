"""Secrets are blotted out by their form; other texts stay as they are."""

import pytest

from pog_agent.redaction import redacted

SECRETS = [
    "http://ann:hunter2000@example.org/sparql",
    "https://token-of-mine@example.org/x?q=1",
    "Authorization: Bearer abcdef123456",
    'headers {"Authorization": "Basic YW5uOmh1bnRlcjI="}',
    "api_key=abc123def and more",
    'OPENAI_API_KEY: "abc123def"',
    "password=hunter2000&next=1",
    "Incorrect API key provided: sk-proj-abcdefghijklmnop",
    "lsv2_pt_0123456789abcdef is the key",
]
HARMLESS = [
    "Who founded Acme?",
    "http://example.org/world/e/Albert_Einstein",
    "mail ann@example.org about the secret: it is well kept",
    "SELECT ?s WHERE { ?s <http://e/p> ?o }",
    "the basic principle, the bearer of bad news",
    "sk-1 and ask-no-questions",
]


@pytest.mark.parametrize("text", SECRETS)
def test_a_secret_is_blotted_out(text):
    shown = redacted(text)
    assert "***" in shown
    for secret in ("hunter2", "token-of-mine", "abcdef", "abc123", "YW5u"):
        assert secret not in shown
    assert redacted(shown) == shown


@pytest.mark.parametrize("text", HARMLESS)
def test_other_texts_stay(text):
    assert redacted(text) == text
