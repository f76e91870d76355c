"""The demonstration's own judgement, which must be able to say no."""
