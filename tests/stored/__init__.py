"""Whole logs as earlier releases left them, one file each; never written again."""
