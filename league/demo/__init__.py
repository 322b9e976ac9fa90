"""A league to look at: made-up people at made-up tables, everything else as in any league."""
