"""The stories, one file each; they speak only to the protocols in ports.py."""
