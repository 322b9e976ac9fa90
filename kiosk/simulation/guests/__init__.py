"""People for the simulated table: they look at the screen, throw, press and put things right; some have habits."""
