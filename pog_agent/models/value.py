"""The base of all values that travel between layers."""

from pydantic import BaseModel, ConfigDict


class Value(BaseModel):
    """Base of the immutable values: hashable, compared by content, no unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")
