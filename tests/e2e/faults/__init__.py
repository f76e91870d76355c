"""Faults on purpose: real processes are killed, and the books are compared: python -m tests.e2e.faults"""
