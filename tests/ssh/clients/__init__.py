"""Clients as programs: PORT USER KEY [WORD …], with a terminal where there is no word.

KEY is "-" for a guest. What is typed goes to the server; its output and exit code come back.
"""
