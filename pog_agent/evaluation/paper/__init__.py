"""The tables and figures of the Paths-over-Graph paper, over data sets, graphs and models of one's own."""
