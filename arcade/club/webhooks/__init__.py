"""Calls by HTTP: to whom, when, and what they say.

Must not know: how a request is sent.
"""
