"""What games of one family share: charge and décharge, orders of hands."""
