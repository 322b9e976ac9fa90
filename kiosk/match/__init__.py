"""A match: its rules' progress, its log and the file that keeps it. Knows no screen."""
