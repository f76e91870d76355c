"""A desk under load and misfortune for hours: python -m tests.e2e.soak --minutes 120"""
