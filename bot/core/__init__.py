"""Nouns and rules: pure, synchronous, no clock, no network, no SDK."""
