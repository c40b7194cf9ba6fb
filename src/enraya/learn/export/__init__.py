"""Fitted models as source code of other languages, to be read and pasted."""
