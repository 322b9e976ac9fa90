"""Catalogues: English is in the code, every other language is one file here."""
