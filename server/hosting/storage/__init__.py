"""What a host does with the stored log: check it, copy it, put a copy back, count results anew."""
