"""Tests; those that need no network and no clock come first, `tests/ssh` last."""
