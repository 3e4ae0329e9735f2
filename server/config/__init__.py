"""Settings and limits of a server."""
