"""Scenes and presses into actions of the rules, or into one sentence that names the mend."""
