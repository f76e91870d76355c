"""The whole desk on one machine: local neighbours, a cast of three, and a record of what happened."""
