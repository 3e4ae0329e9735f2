"""The commands of `ssh play@host COMMAND`.

Must not know: channels and bytes.
"""
