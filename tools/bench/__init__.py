"""`make bench`: what the server costs, as ratios to floors measured in the same run.

The server has one core, the people who load it are a process on another. The floor is an asyncssh
server that only echoes. `python -m tools.bench --help` says what can be measured.
"""
