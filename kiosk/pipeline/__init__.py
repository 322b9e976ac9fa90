"""One step of the table: frames, presses and time in; view, lamps and expectation out."""
