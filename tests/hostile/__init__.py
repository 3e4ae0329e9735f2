"""What strangers may try on the open internet, against the server as it is shipped.

One test a row of docs/security.md, with a real client or a raw socket; `make hostile` prints what
was tried and what came of it. What is tried from inside a test lies in tests/ssh, with the same
mark `attack`.
"""
