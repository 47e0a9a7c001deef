"""The structure of a package in figures: sizes, complex functions, full folders, and how its rooms depend.

Usage: python -m tests.benchmarks.structure [ROOT] [--package NAME] [--complex N] [--json FILE]

ROOT is a checkout (default: this one), NAME its package. `median file` leaves `__init__.py` out. A function counts
with its docstring and nested functions. Its complexity is 1 and one more for each branch, loop, except, boolean
operator, condition of a comprehension, conditional expression and match case; nested functions count for
themselves. A room is a folder or file at the top of the package: `fan in` is the number of rooms that import it,
`fan out` the number of rooms it imports. The package's own `__init__.py` is no room.
"""

import argparse
import ast
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from tests.benchmarks.report import Row, save_json, table

PACKAGE = "pog_agent"
MOST_COMPLEX = 15
MOST_FILES = 16
BRANCHES = (*(ast.If, ast.IfExp, ast.For, ast.AsyncFor, ast.While, ast.ExceptHandler, ast.match_case),)
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class SourceFile:
    """A file of the package with what it defines."""

    path: Path
    name: str
    tree: ast.Module
    lines: int

    @property
    def room(self) -> str:
        """The top-level folder or module that the file belongs to."""
        return self.name.partition("/")[0].removesuffix(".py")


@dataclass(frozen=True)
class FunctionFigures:
    """The size of one function or method."""

    name: str
    lines: int
    complexity: int


def read_package(folder: Path) -> list[SourceFile]:
    """All Python files of a package. Raises `SystemExit` where there are none."""
    files = []
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        name = path.relative_to(folder).as_posix()
        files.append(SourceFile(path, name, ast.parse(text, str(path)), len(text.splitlines())))
    if not files:
        raise SystemExit(f"{folder}: holds no Python files")
    return files


def functions(file: SourceFile) -> Iterator[FunctionFigures]:
    """The functions and methods of a file, nested ones too."""
    for node in ast.walk(file.tree):
        if isinstance(node, FunctionNode):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            yield FunctionFigures(f"{file.name}:{node.name}", lines, complexity(node))


def complexity(function: FunctionNode) -> int:
    """The cyclomatic complexity of a function, without that of functions inside it."""
    found, left = 1, list(ast.iter_child_nodes(function))
    while left:
        node = left.pop()
        if isinstance(node, FunctionNode):
            continue
        if isinstance(node, BRANCHES):
            found += 1
        elif isinstance(node, ast.BoolOp):
            found += len(node.values) - 1
        elif isinstance(node, ast.comprehension):
            found += len(node.ifs)
        left.extend(ast.iter_child_nodes(node))
    return found


def imported_rooms(file: SourceFile, package: str, rooms: set[str]) -> set[str]:
    """The rooms whose modules a file imports, inside functions too; its own is not among them."""
    modules: set[str] = set()
    for node in ast.walk(file.tree):
        if isinstance(node, ast.Import):
            modules.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            modules.update(f"{node.module}.{alias.name}" for alias in node.names)
    parts = [module.split(".") for module in modules]
    return {part[1] for part in parts if len(part) > 1 and part[0] == package and part[1] in rooms} - {file.room}


def package_figures(files: Sequence[SourceFile], most_complex: int = MOST_COMPLEX) -> Row:
    """The figures of the whole package as one row."""
    sizes = [file.lines for file in files if file.path.name != "__init__.py"]
    largest = max(files, key=lambda file: file.lines)
    every = [function for file in files for function in functions(file)]
    return {
        "files": len(files),
        "lines": sum(file.lines for file in files),
        "median file": median(sizes),
        "largest file": f"{largest.name} ({largest.lines})",
        "functions": len(every),
        "median function": median(function.lines for function in every) if every else None,
        "longest function": max((function.lines for function in every), default=None),
        f"complexity over {most_complex}": sum(function.complexity > most_complex for function in every),
        f"folders over {MOST_FILES} files": len(full_folders(files)),
    }


def full_folders(files: Sequence[SourceFile]) -> list[Row]:
    """The folders with more files than a reader takes in, `__init__.py` left out."""
    counts = Counter(str(Path(file.name).parent) for file in files if file.path.name != "__init__.py")
    return [{"folder": folder, "files": count} for folder, count in counts.items() if count > MOST_FILES]


def complex_functions(files: Sequence[SourceFile], most_complex: int = MOST_COMPLEX) -> list[Row]:
    """The functions over a complexity, the most complex first."""
    every = [function for file in files for function in functions(file) if function.complexity > most_complex]
    every.sort(key=lambda function: (-function.complexity, function.name))
    return [{"function": item.name, "complexity": item.complexity, "lines": item.lines} for item in every]


def room_figures(files: Sequence[SourceFile], package: str) -> list[Row]:
    """One row for each room: its size, and how many other rooms import it and are imported by it."""
    rooms = {file.room for file in files} - {"__init__"}
    imported: dict[str, set[str]] = {room: set() for room in rooms}
    sizes: dict[str, list[int]] = defaultdict(list)
    for file in files:
        if file.room in rooms:
            imported[file.room] |= imported_rooms(file, package, rooms)
            sizes[file.room].append(file.lines)
    fan_in = Counter(other for others in imported.values() for other in others)
    return [
        {
            "room": room,
            "files": len(sizes[room]),
            "lines": sum(sizes[room]),
            "fan in": fan_in[room],
            "fan out": len(imported[room]),
        }
        for room in sorted(rooms, key=lambda room: (-fan_in[room], room))
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("root", type=Path, nargs="?", default=Path(__file__).parents[2])
    parser.add_argument("--package", default=PACKAGE)
    parser.add_argument("--complex", type=int, default=MOST_COMPLEX, help="names functions above this complexity")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    files = read_package(args.root / args.package)
    whole = package_figures(files, args.complex)
    rooms = room_figures(files, args.package)
    print(table([{"figure": name, "value": str(value)} for name, value in whole.items()]))
    for rows in (complex_functions(files, args.complex), full_folders(files), rooms):
        if rows:
            print(f"\n{table(rows)}")
    if args.json:
        save_json(args.json, [{"room": "(package)", **whole}, *rooms])


if __name__ == "__main__":
    main()
