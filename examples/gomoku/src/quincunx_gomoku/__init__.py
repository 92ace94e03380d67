"""Gomoku for Quincunx."""
