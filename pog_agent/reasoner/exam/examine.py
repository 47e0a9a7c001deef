"""The entry of this room: a model sits the exam, and its result is kept."""

from pog_agent.loops import run_blocking
from pog_agent.prompts import PromptLibrary
from pog_agent.reasoner.chat.failures import ModelEndpoint
from pog_agent.reasoner.chat.models import open_chat_model, patience
from pog_agent.reasoner.chat.reasoner import ChatReasoner
from pog_agent.reasoner.exam.examination import ExamResult, exam_of
from pog_agent.reasoner.exam.kept_results import exam_file, keep_result


def examine(
    model: str, base_url: str | None = None, *, timeout: float = 60.0, exams: str | None = None
) -> ExamResult:
    """Has the model `provider:name` sit the exam, 24 calls, and keeps the result for later runs.

    `exams` is the file that keeps it, as the setting names it. Raises `SettingError` for a model that cannot be
    opened, or a file that cannot be written, and `ModelUnavailableError` where the model cannot be reached.
    """
    opened, prompts = open_chat_model(model, base_url, timeout), PromptLibrary()
    reasoner = ChatReasoner(opened, prompts=prompts, patience=patience(timeout))
    server = ModelEndpoint.of_model(opened).base_url or ""
    result = run_blocking(exam_of(reasoner, server, prompts))
    keep_result(result, exam_file(exams))
    return result
