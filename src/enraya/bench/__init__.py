"""The measurements of `enraya bench`: plain functions that return plain rows."""
