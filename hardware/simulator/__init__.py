"""The simulated table: real physics under a drawn camera, so that everything behind the lens can be the real code."""

from hardware.simulator.table import RestingDie, SimulatedTable

__all__ = ["RestingDie", "SimulatedTable"]
