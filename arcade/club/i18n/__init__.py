"""Languages, dates and rules pages."""
