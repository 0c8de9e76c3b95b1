"""What holds for every test: a missing text is an error, and no test fails because the machine is busy."""

import os

from hypothesis import HealthCheck, settings

os.environ["PAIJU_STRICT_TEXTS"] = "1"

settings.register_profile("paiju", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("paiju")
