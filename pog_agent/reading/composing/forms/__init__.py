"""Questions whose answer is computed from what plainer questions ask for: comparisons, choices."""
