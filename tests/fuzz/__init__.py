"""Everything that strangers can send, bent in every way: python -m tests.fuzz NAME --minutes 10"""
