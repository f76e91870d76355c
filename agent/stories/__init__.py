"""The stories of a turn, one file each: they yield what is said and done, and touch the world only through the desk."""
