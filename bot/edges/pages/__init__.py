"""The approval page in a browser: sign-in with Entra, a sealed session, and the same decisions as on the cards."""
