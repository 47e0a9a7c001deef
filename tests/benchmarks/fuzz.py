"""Lets atheris find inputs by what they make the code do, for the checks of `tests.fuzzing`.

Usage: python -m tests.benchmarks.fuzz replies|results|files [--seconds 60]

It needs `pip install atheris` (Linux). The check runs until the time is up or an input makes it raise, which is
then kept in a file `crash-...`. libFuzzer prints the number of inputs tried.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path


def check_of(target: str, folder: Path) -> Callable[[bytes], None]:
    """What is done with an input; the first byte chooses the content type, or the ending of the file."""
    from tests.fuzzing import check_file, check_reply, check_results
    from tests.kg.local.test_fuzzed_files import SEEDS as FILES
    from tests.kg.sparql.test_fuzzed_results import TYPES

    endings = sorted(FILES)
    return {
        "replies": check_reply,
        "results": lambda data: check_results(TYPES[data[0] % len(TYPES)] if data else "", data[1:]),
        "files": lambda data: check_file(endings[data[0] % len(endings)] if data else ".nt", data[1:], folder),
    }[target]


def seeds_of(target: str) -> list[bytes]:
    """Good inputs to begin with."""
    if target == "replies":
        from tests.reasoner.chat.test_fuzzed_replies import SEEDS as REPLIES

        return list(REPLIES)
    if target == "results":
        from tests.kg.sparql.test_fuzzed_results import SEEDS as RESULTS

        return [bytes([number]) + seed for seed in RESULTS for number in range(3)]
    from tests.kg.local.test_fuzzed_files import SEEDS as FILES

    return [bytes([number]) + FILES[ending] for number, ending in enumerate(sorted(FILES))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("target", choices=("replies", "results", "files"))
    parser.add_argument("--seconds", type=int, default=60)
    args = parser.parse_args()
    try:
        import atheris
    except ImportError:
        sys.exit("atheris is not installed: pip install atheris")
    with atheris.instrument_imports(include=["pog_agent", "json_repair"]):
        check = check_of(args.target, Path(tempfile.mkdtemp()))
    corpus = Path(tempfile.mkdtemp())
    for number, seed in enumerate(seeds_of(args.target)):
        (corpus / str(number)).write_bytes(seed)
    flags = [f"-max_total_time={args.seconds}", "-max_len=2000", "-print_final_stats=1", "-verbosity=0"]
    atheris.Setup([sys.argv[0], str(corpus), *flags], check)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
