"""Structured operations of linalg that Python functions define."""
