"""UNO in the terminal."""
