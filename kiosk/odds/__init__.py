"""Exact probabilities and best keeps, computed from the rule files themselves."""
