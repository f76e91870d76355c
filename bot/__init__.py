"""Charter Desk: the front end."""
