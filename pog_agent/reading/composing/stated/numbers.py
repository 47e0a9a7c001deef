"""Numbers in words."""

from collections.abc import Mapping
from typing import Final

from pog_agent.language.lexicon import english_table

NUMBERS: Final[Mapping[str, int]] = {
    **english_table("lexicon", "numbers"),
    **english_table("lexicon", "round_numbers"),
}
