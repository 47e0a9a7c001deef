"""Layers of the package: imports only go down, and each concern stays in its place."""

import ast
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from pog_agent.reasoner.base import LlmStep
from pog_agent.run.node import Node

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "pog_agent"
FILES = sorted(PACKAGE.rglob("*.py"))

LEAVES = (
    *("models", "state", "config", "settings", "errors", "events", "prompts", "activity", "redaction"),
    *("terms", "values", "words", "sentences", "urls", "sqlite_file", "loops", "deadline", "demo"),
)
ORDER = (
    ("language",),
    LEAVES,
    ("kg",),
    ("linking",),
    ("subgraph", "query"),
    ("ranking",),
    ("reading",),
    ("asking",),
    ("documents",),
    ("reasoner",),
    ("extraction",),
    ("tables", "phrasing"),
    ("run",),
    ("answering",),
    ("lookup",),
    ("conversation", "confirmation"),
    ("nodes",),
    ("systems", "tool"),
    ("tracing",),
    ("agent",),
    ("evaluation",),
    ("interfaces",),
)
LAYER = {name: level for level, names in enumerate(ORDER) for name in names}
BELOW_RUN = {name for names in ORDER[: LAYER["run"]] for name in names} - {"state"}
"""Only the state knows LangGraph there: how its fields are joined."""
EXCEPTIONS = {("linking", f"pog_agent.ranking.{name}") for name in ("encoder", "timed", "relation_embeddings")}
MOST_FILES = 16
"""As many files as a folder may have on one level."""

CHAT_MODELS = ("langchain", "langchain_openai", "openai", "langchain_core.language_models")
MAY_NAME_CHAT_MODELS = {"reasoner", "run", "agent"}
SPARQL = re.compile(r"\b(SELECT|ASK|CONSTRUCT|DESCRIBE|PREFIX|VALUES|FILTER)\b[^\n]*[{?<(]")
PATTERN = re.compile(r"\?\w+ \?\w+ \?\w+|\b(OPTIONAL|UNION|SERVICE|GRAPH|BIND|MINUS)\b[^\n]*[{(<]")
UPDATE = re.compile(r"\b(INSERT|DELETE|LOAD|CLEAR|CREATE|DROP|COPY|MOVE|ADD)\b")
QUERY_TEXTS = {
    f"query/sparql/{name}.py" for name in ("edges", "expressions", "patterns", "rows", "select", "unread")
}
BUILDERS = (
    QUERY_TEXTS
    | {"kg/schema/queries.py", "kg/foreign_queries/query.py"}
    | {f"kg/sparql/{name}.py" for name in ("query", "search", "survey", "terms")}
)
RAW = {"iri", "text", "term", "word", "label", "language", "tag", "node", "preset", "datatype", "needle"}
"""Names of what comes from outside: never put into a query as they are."""
SQL = {
    "ranking/embedding_file.py",
    "kg/sparql/cache.py",
    "sqlite_file.py",
    *(f"linking/{name}.py" for name in ("index_file", "build", "entity_index", "word_search")),
    *(f"documents/{name}.py" for name in ("index_file", "index", "build", "entity_links", "report")),
    *("extraction/reply_file.py", "reasoner/providers/reply_cache.py"),
}
"""Files whose queries the rule for SPARQL cannot tell from it."""

TOP_FOLDERS = {"prompts", "graphs", "pog_agent", "tests", "notebooks", "docs"}
BUILT = {"build", "dist", "runs", "__pycache__"}


def part(file: Path) -> str:
    """The module or subpackage of pog_agent that a file belongs to."""
    return file.relative_to(PACKAGE).parts[0].removesuffix(".py")


def name_of(file: Path) -> str:
    return str(file.relative_to(PACKAGE))


def tree_of(file: Path) -> ast.Module:
    """The syntax tree of a file. Those of the whole package take 170 MB, and are not kept."""
    return ast.parse(file.read_text(encoding="utf-8"))


@dataclass(frozen=True)
class FileFacts:
    """Full names of all imported modules, string constants that are no docstrings, and classes of a file."""

    imports: list[str]
    texts: list[str]
    classes: list[str]


@cache
def facts(file: Path) -> FileFacts:
    tree = tree_of(file)
    classes = [node.name for node in tree.body if isinstance(node, ast.ClassDef)]
    return FileFacts(_imports(tree, file), _texts(tree), classes)


def imports(file: Path) -> list[str]:
    """Full names of all imported modules, those inside functions too."""
    return facts(file).imports


def _imports(tree: ast.Module, file: Path) -> list[str]:
    found: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file} has a relative import"
            module = node.module or ""
            # `from pog_agent.kg.sparql import query` imports a module of the package.
            submodules = [f"{module}.{alias.name}" for alias in node.names if is_module(f"{module}.{alias.name}")]
            found += submodules or [module]
    return found


@cache
def is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return name.startswith("pog_agent.") and (path.is_dir() or path.with_suffix(".py").is_file())


def belongs(module: str, packages: tuple[str, ...]) -> bool:
    return any(module == package or module.startswith(package + ".") for package in packages)


def texts(file: Path) -> list[str]:
    """All string constants of a file that are not docstrings."""
    return facts(file).texts


def _texts(tree: ast.Module) -> list[str]:
    documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    constants = [node for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    return [node.value for node in constants if isinstance(node.value, str) and id(node) not in documentation]


def test_every_part_has_a_place_in_the_layers() -> None:
    assert {part(file) for file in FILES if file != PACKAGE / "__init__.py"} == set(LAYER)


def test_imports_only_go_down() -> None:
    assert wrong(imports_of_higher_layers, [file for file in FILES if file != PACKAGE / "__init__.py"]) == {}


def imports_of_higher_layers(file: Path) -> list[str]:
    own = part(file)
    ours = [module for module in imports(file) if module.startswith("pog_agent.")]
    known = [module for module in ours if (own, module) not in EXCEPTIONS]
    return [module for module in known if LAYER[module.split(".")[1]] > LAYER[own]]


def wrong(found: Callable[[Path], Collection[str]], files: Iterable[Path]) -> dict[str, Collection[str]]:
    """What is found in the files where nothing should be. One test looks at all of them: there are hundreds."""
    return {name_of(file): problems for file in files if (problems := found(file))}


def test_only_leaves_load_when_the_package_is_imported() -> None:
    tree = tree_of(PACKAGE / "__init__.py")
    loaded = [node.module or "" for node in tree.body if isinstance(node, ast.ImportFrom)]
    ours = [module.split(".")[1] for module in loaded if module.startswith("pog_agent.")]
    assert set(ours) <= set(LEAVES)


def test_nothing_below_a_run_imports_langgraph() -> None:
    def langgraph(file: Path) -> list[str]:
        return [module for module in imports(file) if belongs(module, ("langgraph",))]

    assert wrong(langgraph, [file for file in FILES if part(file) in BELOW_RUN]) == {}


def test_the_state_rests_on_models_alone() -> None:
    ours = {module for module in imports(PACKAGE / "state.py") if module.startswith("pog_agent")}
    assert ours == {"pog_agent.models"}


def test_no_folder_has_many_files_on_one_level() -> None:
    folders = {file.parent for file in FILES}
    counts = {name_of(folder): len([*folder.glob("*.py")]) - 1 for folder in folders}
    assert {name: count for name, count in counts.items() if count > MOST_FILES} == {}


def declared(folder: str, kind: type) -> Iterator[tuple[str, list[object]]]:
    """Each file of a folder, with what it defines of a kind: instances, or subclasses."""
    for file in sorted((PACKAGE / folder).glob("*.py")):
        if file.name == "__init__.py":
            continue
        module = import_module(".".join(("pog_agent", *file.relative_to(PACKAGE).with_suffix("").parts)))
        found = [item for item in vars(module).values() if getattr(item, "__module__", "") == module.__name__]
        own = [
            item for item in found if isinstance(item, kind) or (isinstance(item, type) and issubclass(item, kind))
        ]
        yield file.stem, own


@pytest.mark.parametrize(
    "folder", sorted({f"nodes/{file.parent.name}" for file in FILES if file.parents[1].name == "nodes"})
)
def test_a_file_of_nodes_is_one_step_of_its_name(folder: str) -> None:
    found = {name: [node.name for node in nodes] for name, nodes in declared(folder, Node)}
    assert found == {name: [name] for name in found}


def test_a_file_of_llm_steps_is_one_step_with_a_prompt_of_its_name() -> None:
    folders = (
        "reasoner/steps",
        *(f"reasoner/steps/{name}" for name in ("at_once", "confirming", "conversing", "documented")),
        *(f"reasoner/steps/{name}" for name in ("extraction", "naming")),
    )
    found = {
        name: [step.name for step in steps] for folder in folders for name, steps in declared(folder, LlmStep)
    }
    assert found == {name: [name] for name in found}
    prompts = {file.stem for file in (ROOT / "prompts").glob("*.md")}
    assert prompts == {*found, "repair"}


def test_nobody_matches_on_the_name_of_a_step() -> None:
    """Only a system's page names steps, to wire them; everybody else reads what they declare.

    An LLM step may share the name of the step that asks it.
    """
    names = {file.stem for file in (PACKAGE / "nodes").rglob("*.py")} - {"__init__"}
    for file in FILES:
        if part(file) not in ("nodes", "systems") and "steps" not in file.parts:
            assert not names.intersection(texts(file)), name_of(file)


def test_a_class_has_a_name_of_its_own() -> None:
    places: dict[str, list[str]] = {}
    for file in FILES:
        for name in facts(file).classes:
            if not name.startswith("_"):
                places.setdefault(name, []).append(name_of(file))
    assert {name: files for name, files in places.items() if len(files) > 1} == {}


def test_sparql_is_written_only_by_the_query_builders() -> None:
    def queries(file: Path) -> list[str]:
        return [text for text in texts(file) if SPARQL.search(text) or PATTERN.search(text)]

    assert wrong(queries, [file for file in FILES if name_of(file) not in SQL | BUILDERS]) == {}


@pytest.mark.parametrize("name", sorted(BUILDERS))
def test_query_builders_only_build_text_and_never_an_update(name: str) -> None:
    allowed = {"pog_agent.errors", "pog_agent.kg.preset", "pog_agent.terms"}
    allowed |= {"pog_agent.kg.sparql.query", "pog_agent.kg.sparql.terms"}
    allowed |= {"collections.abc", "dataclasses", "functools", "itertools", "re", "typing", "unicodedata"}
    if name.startswith("kg/foreign_queries/"):
        allowed |= {f"pog_agent.kg.foreign_queries.{part}" for part in ("grammar", "tokens")}
    if name in QUERY_TEXTS:
        allowed |= {"pog_agent.models.query", "pog_agent.models.query_walk", "pog_agent.query.sparql.names"}
        allowed |= {f"pog_agent.{file.removesuffix('.py').replace('/', '.')}" for file in QUERY_TEXTS}
    assert set(imports(PACKAGE / name)) <= allowed
    assert not [text for text in texts(PACKAGE / name) if UPDATE.search(text)]


@pytest.mark.parametrize("name", sorted(BUILDERS))
def test_nothing_from_outside_is_put_into_a_query_but_by_a_writer(name: str) -> None:
    tree = tree_of(PACKAGE / name)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    writers = [node for function in functions if function.name.startswith("write_") for node in ast.walk(function)]
    for node in ast.walk(tree):
        quoted_for_an_error = isinstance(node, ast.FormattedValue) and node.conversion == ord("r")
        if isinstance(node, ast.FormattedValue) and node not in writers and not quoted_for_an_error:
            assert not (isinstance(node.value, ast.Name) and node.value.id in RAW), ast.unparse(node)


def test_only_reasoners_talk_to_chat_models() -> None:
    def chat_models(file: Path) -> list[str]:
        allowed = ("langchain_core.language_models",) if part(file) in MAY_NAME_CHAT_MODELS else ()
        named = [module for module in imports(file) if belongs(module, CHAT_MODELS)]
        by_text = {"langchain_openai", "langchain.chat_models"} & set(texts(file))
        return [*by_text, *(module for module in named if not belongs(module, allowed))]

    assert wrong(chat_models, [file for file in FILES if part(file) != "reasoner"]) == {}


def test_the_sparql_rule_sees_a_query() -> None:
    assert SPARQL.search("SELECT ?s WHERE { ?s ?p ?o }")
    assert not SPARQL.search("select the best paths")


def test_the_top_level_has_no_other_folders() -> None:
    folders = {path.name for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith(".")}
    folders = {name for name in folders if name not in BUILT and not name.endswith(".egg-info")}
    assert folders <= TOP_FOLDERS
