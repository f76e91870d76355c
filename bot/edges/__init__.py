"""The outside wall: one module per SDK, the only place where it is imported."""
