"""Data that ships: trained weights, fonts, sounds, pictures. Find a file with `importlib.resources.files("assets")`."""
