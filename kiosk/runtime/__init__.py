"""Real time: threads, window, watchdog."""
