"""What measures and watches over the program, and is no test of it: bench, soak, flake."""
