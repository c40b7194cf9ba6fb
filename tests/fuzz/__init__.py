"""Random and damaged input for every parser of foreign files and lines.

What is read is either sound or refused with an error of enraya. Anything else fails the test:
another error, a hang, too much memory, the end of the interpreter. The option
``--hypothesis-profile=thorough`` tries more.
"""
