"""What holds for every test: a missing text is an error, and nothing is written into the user's home."""

import os

os.environ["PAIJU_STRICT_TEXTS"] = "1"
