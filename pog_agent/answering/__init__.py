"""From kept paths to an answer: how paths are shown, citations resolved, answers computed and verified."""
