"""What a reader must know besides an answer: what failed, what is outdated, what was counted apart."""
