"""The tests of the server also run on the compiled wheel, where calls between compiled modules cannot be replaced."""

import pytest

from paiju.server.match import table

COMPILED = not str(table.__file__).endswith(".py")

replaces_internals = pytest.mark.skipif(COMPILED, reason="replaces a function that is compiled here")
