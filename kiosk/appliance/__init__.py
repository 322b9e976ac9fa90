"""What makes a computer a dice table: installing, upgrading, the doctor, what systemd hears."""
