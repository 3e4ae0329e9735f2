"""Laws that every registered game keeps."""
