"""The schema summary: which classes a graph has, what links and describes their instances, and how often."""
