"""Settings from environment variables: a prefix and the name of the setting in capitals."""

from collections.abc import Mapping
from typing import Any, cast

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, EnvSettingsSource
from typing_extensions import override


class EnvironmentVariables(EnvSettingsSource):
    """The variables that name a field of a model; an empty one does not count, and spaces part items.

    They are those of the process where no `environment` is given.
    """

    def __init__(self, model: type[BaseModel], prefix: str, environment: Mapping[str, str] | None = None) -> None:
        # The base class reads `model_config` and `model_fields` only, which every model has.
        super().__init__(cast("type[BaseSettings]", model), env_prefix=prefix, env_ignore_empty=True)
        if environment is not None:
            self.env_vars = {name.lower(): value for name, value in environment.items() if value}

    @override
    def decode_complex_value(self, field_name: str, field: FieldInfo, value: Any) -> Any:
        """The words of a list: a variable is no JSON."""
        return str(value).split()
