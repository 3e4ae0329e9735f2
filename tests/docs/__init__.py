"""The documents: links, paths and instructions hold."""
