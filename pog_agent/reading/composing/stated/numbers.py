"""Numbers in words."""

from typing import Final

_FIRST_NUMBERS: Final = "one two three four five six seven eight nine ten eleven twelve"
NUMBERS: Final = {
    **{word: number for number, word in enumerate(_FIRST_NUMBERS.split(), start=1)},
    **{"dozen": 12, "twenty": 20, "hundred": 100},
}
