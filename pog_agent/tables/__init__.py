"""Tables (CSV, TSV) as a graph: a class a file, an entity a row, a relation a column."""
