"""Quincunx: one home for five classic grid games."""
