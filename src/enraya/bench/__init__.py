"""What `enraya bench` measures: plain functions that return plain rows."""
