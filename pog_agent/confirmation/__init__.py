"""Human in the loop: what a person is shown before a run goes on, and what the reply changes."""
