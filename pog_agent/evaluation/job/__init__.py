"""An evaluation from its settings to its figures: any system, on any question set, over any graph and model."""

from pog_agent.evaluation.job.description import Job, StartProgress
from pog_agent.evaluation.job.running import evaluate

__all__ = ["Job", "StartProgress", "evaluate"]
