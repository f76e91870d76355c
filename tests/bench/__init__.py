"""What the desk costs, in ratios to a bare server in the same run: python -m tests.bench"""
