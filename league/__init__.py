"""A league of many tables: each posts its journal's lines by HTTPS into one database, and all are on web pages."""
