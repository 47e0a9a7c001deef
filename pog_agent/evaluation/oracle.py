"""An ideal reasoner that looks at gold answers: it bounds what retrieval allows and is never an accuracy."""

import random
from collections.abc import Sequence
from contextvars import ContextVar
from dataclasses import replace
from typing import Any, TypeVar

from pog_agent.answering.documented.quotes import find_words
from pog_agent.evaluation.asked_question import AskedQuestion
from pog_agent.evaluation.data.dataset import COMPUTED
from pog_agent.evaluation.path_worth import PathWorth, worth_at
from pog_agent.evaluation.read_by_rules import read_by_rules
from pog_agent.models import (
    AnswerDraft,
    Citation,
    HybridReasoning,
    PatternKey,
    QuestionReading,
    Quotation,
    ShownPath,
    SplitVerdict,
    StepUsage,
    Sufficiency,
    Summary,
)
from pog_agent.prompts import PromptLibrary
from pog_agent.ranking.encoder import Encoder
from pog_agent.reasoner.base import LlmStep, Reply
from pog_agent.reasoner.chat.tokens import estimated_tokens
from pog_agent.reasoner.offline.reasoner import OfflineReasoner, Rules
from pog_agent.reasoner.path_tree import TreeLine
from pog_agent.reasoner.shown import Scored, ShownPassage
from pog_agent.reasoner.steps.analyze_question import AnalyzeQuestion
from pog_agent.reasoner.steps.answer import AnswerByCitation
from pog_agent.reasoner.steps.at_once.answer_from_tree import AnswerFromTree, TreeAnswer
from pog_agent.reasoner.steps.at_once.read_question import ReadQuestion
from pog_agent.reasoner.steps.documented.answer_with_passages import AnswerWithPassages
from pog_agent.reasoner.steps.documented.judge_with_passages import JudgeWithPassages
from pog_agent.reasoner.steps.documented.score_passages import ScorePassages
from pog_agent.reasoner.steps.judge_sufficiency import JudgeSufficiency
from pog_agent.reasoner.steps.reason_over_knowledge import ReasonOverKnowledge
from pog_agent.reasoner.steps.score_entities import ScoreEntities
from pog_agent.reasoner.steps.select_paths import SelectPaths
from pog_agent.sentences import sentences
from pog_agent.subgraph.patterns.branch import heads
from pog_agent.subgraph.patterns.pattern import PathPattern
from pog_agent.values.spellings import plain

ORACLE = "oracle"
T = TypeVar("T")


class OracleReasoner(OfflineReasoner):
    """Selects, judges and answers by gold; recognises and analyses like the offline reasoner.

    `asking` holds the question of the calling task with its gold. With `noise`, each selection, judgement and
    answer is replaced by a random one with that probability (0 to 1), drawn by `seed` and question: it shows how
    a system degrades. Questions for a count or a yes are answered as offline.
    """

    def __init__(
        self, encoder: Encoder, asking: ContextVar[AskedQuestion], noise: float = 0.0, seed: int = 0
    ) -> None:
        super().__init__(encoder, ORACLE)
        self._asking = asking
        self._noise = noise
        self._seed = seed
        self._prompts = PromptLibrary()

    async def ask(self, step: LlmStep[T]) -> Reply[T]:
        """The value, with what a chat model would use: one call, its prompt, a reply of the usual size."""
        reply = await super().ask(step)
        return reply if step.without_call() is not None else replace(reply, usage=self._usual(step))

    def _usual(self, step: LlmStep[Any]) -> StepUsage:
        messages = self._prompts.get(step.name).messages(**step.values())
        return StepUsage(
            step=step.name,
            llm_calls=1,
            prompt_tokens=estimated_tokens(text for _, text in messages),
            completion_tokens=step.reply_tokens,
            estimated=True,
        )

    @property
    def understands_language(self) -> bool:
        """It plays a model that does."""
        return True

    async def select_paths(self, step: SelectPaths) -> tuple[int, ...]:
        """The paths, or heads of candidates, with the best answers; the others follow in the order given."""
        numbers = [path.number for path in step.paths]
        chance = self._errs(step.name, numbers)
        if chance is not None:
            return tuple(chance.sample(numbers, min(step.width, len(numbers))))
        places = await self._places(step.paths)
        ranked = sorted(range(len(step.paths)), key=lambda row: places[row])
        return tuple(numbers[row] for row in ranked[: step.width])

    async def score_entities(self, step: ScoreEntities) -> tuple[Scored, ...]:
        """Entities with the name of a gold answer first, the others as offline, as are relations."""
        scored = await super().score_entities(step)
        names = {plain(name) for item in self._asking.get().question.answers for name in item.names}
        gold = {item.number for item in step.entities if names.intersection(map(plain, item.node.labels))}
        raised = [Scored(number=item.number, score=1.0) for item in scored if item.number in gold]
        return (*raised, *(item for item in scored if item.number not in gold))

    @property
    def rules(self) -> Rules:
        """Passages are scored, too, and steps may be merged."""
        return {
            **super().rules,
            ScorePassages: self.score_passages,
            ReadQuestion: self.read_question,
            AnswerFromTree: self.answer_from_tree,
        }

    async def read_question(self, step: ReadQuestion) -> QuestionReading:
        """As it analyses: the starts are the names, the relations are words of the question, by the same rules."""
        topics = tuple(item.topic for item in step.names)
        analysis = await self.analyze_question(AnalyzeQuestion(step.question, topics, step.d_max))
        return read_by_rules(step.question, topics, analysis)

    async def answer_from_tree(self, step: AnswerFromTree) -> TreeAnswer:
        """All that stands at the best line; nothing where no line holds a gold answer.

        One call errs once: then it points at a random line, in words and by its code, and takes it to suffice.
        """
        lines = step.tree.lines
        if self._computed:
            return await self._offline_from(step)
        chance = self._errs(step.name, [line.number for line in lines])
        if chance is not None:
            return _pointing_at(chance.choice(lines), "an error of the noisy oracle")
        worths = [await self._worth_at_line(line) for line in lines]
        row = max(range(len(lines)), key=lambda row: worths[row].order)
        if not worths[row].f1:
            return TreeAnswer(missing="no line holds a gold answer")
        return _pointing_at(lines[row], f"by gold: {lines[row].text}")

    async def _worth_at_line(self, line: TreeLine) -> PathWorth:
        pattern = await self._pattern(line.key)
        gold = self._asking.get().gold
        if pattern is None or gold is None or line.position in line.key.fixed:
            return PathWorth()
        return worth_at(pattern, line.position, gold)

    async def _offline_from(self, step: AnswerFromTree) -> TreeAnswer:
        """As the offline reasoner judges and answers, from the longest paths of the tree."""
        paths = step.tree.paths
        verdict = await super().judge_sufficiency(JudgeSufficiency(step.context, paths, Summary()))
        draft = await super().answer(AnswerByCitation(step.context, paths, Summary(), not verdict.sufficient))
        keys = tuple(path.key for path in paths if path.key is not None)
        return TreeAnswer(draft=draft, keys=keys, missing="" if verdict.sufficient else verdict.reason)

    async def score_passages(self, step: ScorePassages) -> tuple[Scored, ...]:
        """Passages with a gold answer first, all others alike in the order given."""
        names = [name for item in self._asking.get().question.answers for name in item.names]
        chance = self._errs(step.name, step.numbers)
        found = {item.number for item in step.passages if any(_stands_in(name, item.text) for name in names)}
        if chance is not None:
            found = {chance.choice(step.numbers)}
        order = sorted(step.numbers, key=lambda number: number not in found)
        return tuple(Scored(number=number, score=1.0 if number in found else 0.5) for number in order)

    async def judge_sufficiency(self, step: JudgeSufficiency) -> Sufficiency:
        """Sufficient if a path holds a gold answer."""
        if self._computed:
            return await super().judge_sufficiency(step)
        best, worth = await self._best(step.paths)
        covered = best is not None and worth.f1 > 0
        if self._errs(step.name, [path.number for path in step.paths]) is not None:
            covered = not covered and best is not None
        cited = (best.number,) if best is not None and covered else ()
        splits = tuple(SplitVerdict(covered=covered, paths=cited) for _ in step.context.split_questions)
        reason = "" if covered else "no path holds a gold answer"
        return Sufficiency(sufficient=covered, splits=splits, reason=reason)

    async def answer(self, step: AnswerByCitation) -> AnswerDraft:
        """All that stands at the best position of the best path; nothing where no path holds a gold answer."""
        if self._computed:
            return await super().answer(step)
        chance = self._errs(step.name, [path.number for path in step.paths])
        if chance is not None:
            path = chance.choice(step.paths)
            citation = Citation(path=path.number, position=chance.randint(1, len(path.relations)))
            return AnswerDraft(citations=(citation,), reason="an error of the noisy oracle")
        best, worth = await self._best(step.paths)
        if best is None or not worth.f1:
            return AnswerDraft(reason="no path holds a gold answer")
        citation = Citation(path=best.number, position=worth.position)
        return AnswerDraft(citations=(citation,), reason=f"by gold: {best.text}")

    async def reason_over_knowledge(self, step: ReasonOverKnowledge) -> HybridReasoning:
        """By the paths, as it judges and answers; where none holds a gold answer, quotes passages that do."""
        found = await super().reason_over_knowledge(step)
        if found.sufficient or self._computed or self._errs(step.name, [item.number for item in step.passages]):
            return found
        quotations = self._quotations(step.passages)
        if not quotations:
            return found
        draft = AnswerDraft(quotations=quotations, reason="by gold")
        return HybridReasoning(sufficient=True, draft=draft)

    async def judge_with_passages(self, step: JudgeWithPassages) -> Sufficiency:
        """By the paths; where none holds a gold answer, sufficient if a passage has one."""
        by_paths = await self.judge_sufficiency(step.of_paths)
        if by_paths.sufficient or self._computed or self._errs(step.name, [item.number for item in step.passages]):
            return by_paths
        if not self._quotations(step.passages):
            return by_paths
        splits = tuple(SplitVerdict(covered=True) for _ in step.context.split_questions)
        return Sufficiency(sufficient=True, needs_passages=True, splits=splits)

    async def answer_with_passages(self, step: AnswerWithPassages) -> AnswerDraft:
        """By the paths; where none holds a gold answer, quotes passages that do."""
        draft = await self.answer(step.of_paths)
        if draft.citations or self._computed or self._errs(step.name, [item.number for item in step.passages]):
            return draft
        quotations = self._quotations(step.passages)
        return AnswerDraft(quotations=quotations, reason="by gold") if quotations else draft

    def _quotations(self, passages: Sequence[ShownPassage]) -> tuple[Quotation, ...]:
        """A quotation for each gold answer that a passage has."""
        return tuple(
            quotation
            for item in self._asking.get().question.answers
            if (quotation := _quotation(item.names, passages)) is not None
        )

    @property
    def _computed(self) -> bool:
        return self._asking.get().question.kind in COMPUTED

    def _errs(self, step: str, numbers: Sequence[int]) -> random.Random | None:
        """The source of chance for a step that errs; None for one that does not."""
        watch = self._asking.get()
        chance = random.Random(f"{self._seed}/{watch.question.id}/{step}/{len(watch.steps)}")
        return chance if numbers and chance.random() < self._noise else None

    async def _best(self, paths: Sequence[ShownPath]) -> tuple[ShownPath | None, PathWorth]:
        worths = [await self._worth(path.key) for path in paths]
        if not worths:
            return None, PathWorth()
        row = max(range(len(paths)), key=lambda row: worths[row].order)
        return paths[row], worths[row]

    async def _places(self, paths: Sequence[ShownPath]) -> list[float]:
        """The rank of each path, or of the best candidate that it is a head of; infinite without gold."""
        watch = self._asking.get()
        candidates = {path.key: await self._worth(path.key) for path in paths if path.key is not None}
        if watch.last is not None:
            for ref in watch.last.after.get("shortlist", ()):
                candidates.setdefault(ref.key, await self._worth(ref.key))
        good = [key for key in candidates if candidates[key].f1]
        good.sort(key=lambda key: candidates[key].order, reverse=True)
        rank: dict[PatternKey, float] = {}
        for place, key in enumerate(good):
            rank.setdefault(key, place)
            for anchor in key.anchors:
                for depth in range(1, key.length + 1):
                    for head in heads(key, anchor.entity, depth):
                        rank.setdefault(head, place)
        missing = float("inf")
        return [rank.get(path.key, missing) if path.key is not None else missing for path in paths]

    async def _worth(self, key: PatternKey | None) -> PathWorth:
        watch = self._asking.get()
        pattern = await self._pattern(key) if key is not None else None
        if key is None or pattern is None or watch.gold is None:
            return PathWorth()
        free = [place for place in range(key.length, 0, -1) if place not in key.fixed]
        return max(
            (worth_at(pattern, place, watch.gold) for place in free),
            key=lambda worth: worth.order,
            default=PathWorth(),
        )

    async def _pattern(self, key: PatternKey) -> PathPattern | None:
        last = self._asking.get().last
        return await last.run.pattern(last.after, key) if last is not None else None


def _pointing_at(line: TreeLine, reason: str) -> TreeAnswer:
    citation = Citation(path=1, position=line.position)
    return TreeAnswer(draft=AnswerDraft(citations=(citation,), reason=reason), keys=(line.key,))


def _stands_in(name: str, text: str) -> bool:
    return find_words(name, text, ignore_case=True) is not None


def _quotation(names: Sequence[str], passages: Sequence[ShownPassage]) -> Quotation | None:
    """The first sentence of a passage with one of the names in it; None where no passage has any."""
    for passage in passages:
        for start, end in sentences(passage.text):
            sentence = passage.text[start:end].strip()
            for name in names:
                place = find_words(name, sentence, ignore_case=True)
                if place is not None:
                    answer = sentence[place[0] : place[1]]
                    return Quotation(passage=passage.number, quote=sentence, answer=answer)
    return None
