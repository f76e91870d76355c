"""The hosted brain: runs in a sandbox, here or on Foundry, and shares no code with the bot."""
