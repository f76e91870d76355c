"""The brain with a model in it: the model proposes, and only what the documents bear out is kept."""
