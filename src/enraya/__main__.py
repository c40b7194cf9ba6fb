"""`python -m enraya`: the command line where its script is not on the path."""

from enraya.cli import main

if __name__ == "__main__":
    main()
