"""The log and the bus of many processes, over NATS."""
