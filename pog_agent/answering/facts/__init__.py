"""Facts of more than two parts: what they state beside a path, and the answers that it restricts."""
