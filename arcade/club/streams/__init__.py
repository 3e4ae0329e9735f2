"""Streams of the log and messages of other processes."""
