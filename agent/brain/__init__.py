"""Two brains behind one interface: rules (offline, deterministic) and a model."""
