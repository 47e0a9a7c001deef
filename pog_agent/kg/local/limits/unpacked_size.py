"""Stops at gzip files that unpack to far more than any graph does."""

import gzip
from pathlib import Path
from typing import Final

from typing_extensions import override

from pog_agent.errors import GraphUnavailableError

MOST_TIMES: Final = 200
"""Unpacked bytes for one packed byte. Triples reach about 50, a file of one byte repeated 1,000."""

ALWAYS_READ: Final = 64 << 20
"""Unpacked bytes that any file may have."""


class LimitedGzip(gzip.GzipFile):
    """A gzip file that raises `GraphUnavailableError` once it has unpacked too much."""

    def __init__(self, file: Path) -> None:
        super().__init__(file, "rb")
        self.file = file
        self.most = max(ALWAYS_READ, MOST_TIMES * file.stat().st_size)

    @override
    def read(self, size: int | None = -1) -> bytes:
        data = super().read(self.most + 1 if size is None or size < 0 else size)
        if self.tell() > self.most:
            raise GraphUnavailableError(
                f"{self.file}: refused: it unpacks to more than {MOST_TIMES} times its size; "
                "unpack it where it is known to be harmless"
            )
        return data
