"""Any model that sentence-transformers knows, as an encoder."""

import hashlib
import importlib.util
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pog_agent.errors import SettingError
from pog_agent.ranking.model_hub import why_not_downloadable
from pog_agent.ranking.processor import multiplies_16_bits

Vectors = NDArray[np.float32]

DEFAULT_MODEL = "sentence-transformers/all-MiniLM-L6-v2"


class SbertEncoder:
    """A sentence-transformers model, loaded at the first use (4 to 6 s).

    Where the CPU multiplies 16-bit matrices in hardware (AMX), the model does so: 2 to 3 times as fast. Cosines
    then differ from those in 32 bits by 0.0004 in the mean and 0.002 at most (600 relation sequences, 22 queries),
    and by up to 0.001 with the texts that are embedded in the same batch.
    """

    def __init__(self, model: str, local_only: bool = False, batch_size: int = 64) -> None:
        self._model_name = model
        self._local_only = local_only
        self._batch_size = batch_size

    @property
    def name(self) -> str:
        """The model's name, or the last part of its path."""
        return Path(self._model_name).name

    @property
    def fingerprint(self) -> str:
        """The name with a digest of the model's files, since other weights of the same name give other vectors.

        A model that is not on this machine is downloaded.
        """
        folder = self._folder()
        if folder is None:
            folder = self._folder() if self._model is not None else None
        digest = model_digest(folder) if folder else hashlib.blake2b(digest_size=16).hexdigest()
        return f"{self.name} {digest}{' bfloat16' if multiplies_16_bits() else ''}"

    def _folder(self) -> Path | None:
        """Where the model's files are."""
        folder = Path(self._model_name)
        if folder.is_dir():
            return folder
        names = (self._model_name, f"sentence-transformers/{self._model_name}")
        return next((Path(found) for name in names if (found := cached_model(name))), None)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Normalised sentence embeddings. Raises `SettingError` if the model cannot be loaded."""
        model = self._model
        import torch  # noqa: PLC0415 (slow import; the model has loaded it)

        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self._in_16_bits(model)):
            vectors: Vectors = model.encode(
                list(texts),
                batch_size=self._batch_size,
                normalize_embeddings=True,
                convert_to_numpy=True,
                show_progress_bar=False,
            )
        return vectors.astype(np.float32)

    @cached_property
    def _model(self) -> Any:
        is_here = self._local_only or self._folder() is not None
        try:
            model = self._loaded(local_only=is_here)
        except SettingError:
            # A download that was broken off has left a part of the model in the cache.
            if self._local_only or not is_here or Path(self._model_name).is_dir():
                raise
            model = self._loaded(local_only=False)
        if self._in_16_bits(model):
            _round_weights(model)
        return model

    def _loaded(self, local_only: bool) -> Any:
        problem = "" if local_only else why_not_downloadable(self._model_name)
        if problem:
            raise self._failure(problem)
        from sentence_transformers import SentenceTransformer  # noqa: PLC0415 (imports torch: 5 s)

        try:
            return SentenceTransformer(self._model_name, local_files_only=local_only)
        except (OSError, ValueError) as error:
            raise self._failure((str(error) or type(error).__name__).splitlines()[0][:200]) from error

    def _failure(self, reason: str) -> SettingError:
        return SettingError(
            f"encoder {self._model_name!r} cannot be loaded ({reason}); give a local path, 'auto' or 'lexical'"
        )

    def _in_16_bits(self, model: Any) -> bool:
        return multiplies_16_bits() and str(model.device) == "cpu"


def model_digest(folder: Path) -> str:
    """A digest of all files of a model that decide its vectors."""
    digest = hashlib.blake2b(digest_size=16)
    for file in sorted(folder.rglob("*")):
        if file.suffix in (".json", ".txt", ".safetensors", ".bin", ".model"):
            digest.update(str(file.relative_to(folder)).encode())
            with file.open("rb") as content:
                digest.update(hashlib.file_digest(content, "sha256").digest())
    return digest.hexdigest()


def _round_weights(model: Any) -> None:
    """Turns the weights of linear layers to 16 bits once. Autocast would do so anew for every batch."""
    import torch  # noqa: PLC0415 (slow import; the model has loaded it)

    for module in model.modules():
        if isinstance(module, torch.nn.Linear):
            module.to(torch.bfloat16)


def cached_model(name: str = DEFAULT_MODEL) -> str | None:
    """The folder of a model in the Hugging Face cache; None where it is not there."""
    if importlib.util.find_spec("huggingface_hub") is None:
        return None
    from huggingface_hub import try_to_load_from_cache  # noqa: PLC0415 (slow import)

    try:
        found = try_to_load_from_cache(name, "config.json")
    except ValueError:  # not a name that a hub could have
        return None
    return str(Path(found).parent) if isinstance(found, str) else None
