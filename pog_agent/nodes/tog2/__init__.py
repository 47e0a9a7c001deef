"""Steps of Think-on-Graph 2 (Ma et al., 2025): a beam search that reads what is written about its entities."""
