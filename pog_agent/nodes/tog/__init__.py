"""Steps of Think-on-Graph (Sun et al., 2024): a beam search that asks the model at every hop."""
