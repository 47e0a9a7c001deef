"""What leaves a run while it goes: observations, log lines, OpenTelemetry spans, summaries of states."""
