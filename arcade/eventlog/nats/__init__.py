"""The log and the bus of many processes, over NATS.

Must not know: what a fact means.
"""
