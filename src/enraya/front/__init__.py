"""What `import enraya` offers: a question, a game or a tournament in one line of Python."""
