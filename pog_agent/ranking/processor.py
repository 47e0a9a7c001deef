"""What the CPU does in hardware."""

from functools import cache
from pathlib import Path


@cache
def multiplies_16_bits() -> bool:
    """Whether the CPU says that it multiplies tiles of bfloat16 (AMX)."""
    information = Path("/proc/cpuinfo")
    return information.exists() and "amx_bf16" in information.read_text(encoding="utf-8", errors="replace")
