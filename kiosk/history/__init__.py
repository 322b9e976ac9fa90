"""Past matches, told step by step, replayed and counted."""
