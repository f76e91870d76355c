"""The Teams wall: tokens and activities in, messages and cards out; the bot SDK is imported in `adapter` alone."""
