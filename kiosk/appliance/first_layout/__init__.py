"""What a program of the first layout imports from the one that it should take the place of, or give it back to.

Such a program lies beside this one after an upgrade, and asks before it moves anything. The wheel holds these modules
where it looks for them, directly in `kiosk`; nothing else imports them.
"""
