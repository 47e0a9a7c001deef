"""Prompts: one Markdown file per LLM step, read, checked and filled in here.

A file has a title, a note for readers of the file, and three sections: `## System`, `## Examples`, `## User`. The
file of a further turn, which follows a reply to another prompt, has the last one alone. Placeholders are written
`{{name}}`. What stands between `{{#name}}` and `{{/name}}` is left out where that value is empty.
"""

import re
from dataclasses import dataclass, replace
from pathlib import Path

from pog_agent.errors import SettingError

SECTIONS = ("System", "Examples", "User")
TURN = SECTIONS[-1:]

_PLACEHOLDER = re.compile(r"\{\{([a-z_]+)\}\}")
_BLOCK = re.compile(r"\{\{#([a-z_]+)\}\}\n?(.*?)\{\{/\1\}\}\n?", re.DOTALL)
_HEADING = re.compile(r"^## (.+?)\s*$", re.MULTILINE)
_TAG = re.compile(r"</([a-z_]+)>")


@dataclass(frozen=True)
class Prompt:
    """The prompt of one LLM step.

    The title is the first line of the system message, which makes the step recognisable in a trace.
    """

    path: Path
    title: str
    instructions: str
    examples: str
    user: str

    @property
    def system(self) -> str:
        """The system message, with its placeholders: title, instructions, and examples if it has any."""
        examples = f"\n\n## Examples\n\n{self.examples}" if self.examples else ""
        return f"{self.title}\n\n{self.instructions}{examples}"

    @property
    def without_examples(self) -> "Prompt":
        """The same for a model that thinks before it replies, which does better without."""
        return replace(self, examples="")

    @property
    def name(self) -> str:
        """The step, which is the name of the file."""
        return self.path.stem

    @property
    def placeholders(self) -> frozenset[str]:
        """Names that `messages` needs a value for."""
        texts = self.system + self.user
        return frozenset([*_PLACEHOLDER.findall(texts), *(name for name, _ in _BLOCK.findall(texts))])

    def messages(self, **values: object) -> list[tuple[str, str]]:
        """The messages as (role, text), with every placeholder replaced by its value.

        Values are replaced in a single pass, so braces in them do no harm, and no value can open or close a
        tag that delimits data in the user message. Raises SettingError that names the file when a placeholder
        has no value or a value has no placeholder.
        """
        missing, unknown = self.placeholders - values.keys(), values.keys() - self.placeholders
        if missing or unknown:
            problems = [f"has no placeholder {{{{{name}}}}}" for name in sorted(unknown)]
            problems += [f"has the unknown placeholder {{{{{name}}}}}" for name in sorted(missing)]
            raise SettingError(f"the prompt {self.path} {' and '.join(problems)}: correct the file")
        tags = "|".join(sorted(set(_TAG.findall(self.user))))
        delimiter = re.compile(rf"<(?=\s*/?\s*(?:{tags})\b)", re.IGNORECASE) if tags else None
        texts = {
            name: delimiter.sub("‹", str(value)) if delimiter else str(value) for name, value in values.items()
        }
        templates = [
            (role, _BLOCK.sub(lambda found: found[2] if texts[found[1]] else "", template))
            for role, template in (("system", self.system), ("human", self.user))
        ]
        return [
            (role, _PLACEHOLDER.sub(lambda match: texts[match[1]], template))
            for role, template in (templates if self.instructions else templates[1:])
        ]


class PromptLibrary:
    """All prompts of one directory, each read once.

    Without a directory the prompts are those of this installation.
    """

    def __init__(self, directory: Path | None = None) -> None:
        self.directory = directory if directory is not None else find_prompts()
        self._prompts: dict[str, Prompt] = {}

    def get(self, name: str) -> Prompt:
        """The prompt of a step. Raises SettingError when its file is missing or malformed."""
        if name not in self._prompts:
            self._prompts[name] = read_prompt(self.directory / f"{name}.md")
        return self._prompts[name]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all prompts in the directory, sorted."""
        return tuple(sorted(path.stem for path in self.directory.glob("*.md")))


def find_prompts(package: Path | None = None) -> Path:
    """The directory with the prompts: `_prompts` inside an installed package, `prompts` beside a checkout.

    Raises SettingError when there is neither.
    """
    package = package if package is not None else Path(__file__).parent
    places = (package / "_prompts", package.parent / "prompts")
    for place in places:
        if place.is_dir():
            return place
    raise SettingError(f"no prompts in {places[0]} or {places[1]}: install the package again")


def read_prompt(path: Path) -> Prompt:
    """Reads one prompt file. Raises SettingError when it cannot be read or lacks its title or a section."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SettingError(f"the prompt {path} cannot be read: {error}") from error
    title, _, rest = text.lstrip().partition("\n")
    if not title.startswith("# "):
        raise SettingError(f"the prompt {path} must start with a title line such as '# Select paths'")
    _, *parts = _HEADING.split(rest)
    names, bodies = parts[::2], [body.strip() for body in parts[1::2]]
    if tuple(names) not in (SECTIONS, TURN):
        found = ", ".join(names) or "none"
        raise SettingError(f"the prompt {path} must have the sections {', '.join(SECTIONS)}, found: {found}")
    instructions, examples, user = bodies if len(bodies) > 1 else ("", "", *bodies)
    return Prompt(path=path, title=title.rstrip(), instructions=instructions, examples=examples, user=user)
