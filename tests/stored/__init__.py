"""Whole logs as versions wrote them, one file each; never written again."""
