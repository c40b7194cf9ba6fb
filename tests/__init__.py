"""The tests of enraya; the folders mirror those of the package."""
