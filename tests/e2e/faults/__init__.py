"""Faults on purpose: real processes are killed at named steps, and the books are compared: python -m tests.e2e.faults"""
