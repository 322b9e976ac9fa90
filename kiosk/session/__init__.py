"""Modes of the table: attract, set-up, match, menus, result, service, problem."""
