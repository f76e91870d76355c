"""How well a brain reads: documents whose facts are known are read, and what was found is held against them."""
