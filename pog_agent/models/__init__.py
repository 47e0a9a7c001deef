"""Values that travel between layers and out to the user: patterns, questions, drafts, answers."""

from pog_agent.models.abstention import Abstention, AbstentionCase, KnownRelation, NearEntity
from pog_agent.models.answer import (
    MOST_ALTERNATIVES,
    Alternative,
    Answer,
    AnswerItem,
    AnswerKind,
    AnswerRow,
    CitedComputation,
    CitedEvidence,
    CitedPath,
    Evidence,
    Phase,
    Status,
)
from pog_agent.models.drafts import (
    EXTREMES,
    AnswerDraft,
    Citation,
    DirectAnswer,
    HybridReasoning,
    Operation,
    PathCitation,
    SplitVerdict,
    Sufficiency,
    Summary,
    elected,
)
from pog_agent.models.passages import CitedPassage, ContextRef, Quotation
from pog_agent.models.patterns import Anchor, PatternKey, PatternRef, Step
from pog_agent.models.qualifiers import Qualifier
from pog_agent.models.query_draft import QueryDraft
from pog_agent.models.question import (
    Indicator,
    IndicatorNode,
    Paraphrase,
    QuestionAnalysis,
    Supplement,
    TopicEntity,
)
from pog_agent.models.reading import ElementReading, Reading, SpanReading
from pog_agent.models.shown import NodeKind, ShownNode, ShownPath
from pog_agent.models.usage import Fetched, GraphSize, StepUsage, SubgraphSizes, Usage
from pog_agent.models.value import Value

__all__ = [
    "EXTREMES",
    "MOST_ALTERNATIVES",
    "Abstention",
    "AbstentionCase",
    "Alternative",
    "Anchor",
    "Answer",
    "AnswerDraft",
    "AnswerItem",
    "AnswerKind",
    "AnswerRow",
    "Citation",
    "CitedComputation",
    "CitedEvidence",
    "CitedPassage",
    "CitedPath",
    "ContextRef",
    "DirectAnswer",
    "ElementReading",
    "Evidence",
    "Fetched",
    "GraphSize",
    "HybridReasoning",
    "Indicator",
    "IndicatorNode",
    "KnownRelation",
    "NearEntity",
    "NodeKind",
    "Operation",
    "Paraphrase",
    "PathCitation",
    "PatternKey",
    "PatternRef",
    "Phase",
    "Qualifier",
    "QueryDraft",
    "QuestionAnalysis",
    "Quotation",
    "Reading",
    "ShownNode",
    "ShownPath",
    "SpanReading",
    "SplitVerdict",
    "Status",
    "Step",
    "StepUsage",
    "SubgraphSizes",
    "Sufficiency",
    "Summary",
    "Supplement",
    "TopicEntity",
    "Usage",
    "Value",
    "elected",
]
