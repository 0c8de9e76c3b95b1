"""Put on the path of a process: its wall clock is wrong by PAIJU_TEST_SKEW seconds. Durations are right."""

import os
import time

_SKEW = float(os.environ.get("PAIJU_TEST_SKEW", "0"))
_time, _time_ns = time.time, time.time_ns
time.time = lambda: _time() + _SKEW
time.time_ns = lambda: _time_ns() + int(_SKEW * 1e9)
