"""This machine's stand-in for Foundry: sessions, files, one process and one `$HOME` per session, idle and expiry."""
