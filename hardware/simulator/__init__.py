"""The simulated table: dice that tumble, hands, light, lens."""
