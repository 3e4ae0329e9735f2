"""Faults of the world: kill -9, full disks, flipped bytes, restarts, backups."""
