"""A card that becomes a dice table at its first start: what is written onto it, and what runs there."""
