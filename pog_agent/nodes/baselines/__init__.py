"""Steps of the baselines without a graph: plain prompting, chain of thought, self-consistency."""
