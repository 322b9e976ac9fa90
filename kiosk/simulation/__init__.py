"""People and accidents at a simulated table; matches played without a screen, and their audit."""
