"""Every screen as it looks, in every size and language, written down."""
