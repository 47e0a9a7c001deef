"""A recorded run on the terminal: each step with what it found, decided, asked and took."""

from rich.text import Text

from pog_agent.activity import EmbeddingBatch, ModelCall
from pog_agent.interfaces.display import CleanConsole
from pog_agent.interfaces.explaining.words import cut, duration, printable, where
from pog_agent.tracing.run_trace import RunTrace, TracedStep

MOST_KEPT = 5
MOST_LINE = 160


def show_run(run: RunTrace, *, to_stderr: bool = False) -> None:
    """Prints the steps of a run, in order."""
    console = CleanConsole(to_stderr=to_stderr)
    console.print(Text(f"\n{run.system} over {printable(run.graph)}, model {printable(run.model)}", style="bold"))
    for number, step in enumerate(run.steps, start=1):
        for line in step_lines(number, step):
            console.print(line, soft_wrap=True)
    if run.failure:
        console.print(Text(f"failed: {_line(run.failure)}", style="red"))


def step_lines(number: int, step: TracedStep) -> list[Text]:
    """The lines of one step."""
    head = Text(f"{number:>3}  {step.node}", style="bold blue")
    head.append(f"  {where(step)}".rstrip(), style="dim")
    head.append(f"  {duration(step.seconds)}", style="dim")
    head.append(f"  {_line(step.summary)}" if step.summary else "", style="default")
    lines = [head]
    if step.candidates is not None:
        lines.append(_detail(f"candidates: {step.candidates:,}"))
    if step.pruning is not None:
        lines.append(_detail(f"kept {step.pruning.after:,} of {step.pruning.before:,} candidates"))
        lines += [_detail(f"  {kept.score:.2f}  {_line(kept.text)}") for kept in step.pruning.kept[:MOST_KEPT]]
    verdict = step.found.get("verdict")
    if isinstance(verdict, dict) and verdict.get("reason"):
        lines.append(_detail(f"why: {_line(verdict['reason'])}"))
    lines += [_detail(text) for text in _activity_lines(step)]
    lines += [Text(f"       ! {_line(text)}", style="yellow") for text in step.warnings]
    if step.route is not None:
        lines.append(_detail(f"-> {step.route.target}: {_line(step.route.why)}"))
    if step.problem:
        lines.append(Text(f"       failed: {_line(step.problem)}", style="red"))
    return lines


def _activity_lines(step: TracedStep) -> list[str]:
    """The calls one by one, batches of texts in one line."""
    lines = [_call_line(item) for item in step.model_calls]
    for query in step.store_queries:
        rows = "" if query.rows is None else f", {query.rows:,} rows"
        problem = f", {_line(query.problem)}" if query.problem else ""
        lines.append(f"query, {duration(query.seconds)}{rows}{problem}: {_line(query.sparql)}")
    batches: tuple[EmbeddingBatch, ...] = step.embedding_batches
    if batches:
        texts, seconds = sum(item.texts for item in batches), sum(item.seconds for item in batches)
        lines.append(f"embedded {texts:,} texts in {len(batches)} batches, {duration(seconds)}")
    return lines


def _call_line(call: ModelCall) -> str:
    tokens = f"{call.prompt_tokens:,} tokens in, {call.completion_tokens:,} out"
    problem = f", {_line(call.problem)}" if call.problem else ""
    if call.is_cached:
        return f"kept from an earlier call of {call.model} ({call.step}): {_line(call.reply)}"
    return f"asked {call.model} ({call.step}), {duration(call.seconds)}, {tokens}{problem}: {_line(call.reply)}"


def _detail(text: str) -> Text:
    return Text(f"       {text}", style="default")


def _line(text: str) -> str:
    return printable(cut(text, MOST_LINE))
