"""Bots that take longer than the event loop may wait, in worker processes."""
