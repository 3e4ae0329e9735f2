"""What line mode and the screens both say, in sentences of the reader's language.

Must not know: how lines or rows are shown.
"""
