"""Questions whose answer is computed from what plainer questions ask for: differences, ages, shares."""
