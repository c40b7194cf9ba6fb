"""Tests of `enraya.front`, what `import enraya` offers."""
