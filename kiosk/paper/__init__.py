"""What is printed or hung up: the sheet for the table, the template to drill by, the poster of all matches."""
