"""Tools that measure and check the program: bench, soak, flake, structure."""
