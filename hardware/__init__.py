"""Devices and their stand-ins: cameras, the panel of buttons and lamps, the machine's health."""
