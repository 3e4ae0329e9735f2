"""Accounts, devices, moderation, and people among people."""
