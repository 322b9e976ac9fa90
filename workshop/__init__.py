"""What makes the product and is never in it: nothing that is installed imports it."""
