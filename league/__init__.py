"""A league of many tables: each table's journal goes through an MQTT broker into one database, and onto web pages."""
