"""Sends calls by HTTP.

Must not know: what calls somebody.
"""
