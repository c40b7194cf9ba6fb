"""Does not come to the end of its own file: now and then it sleeps there, deaf and mute."""

import os
import random
import time

if random.random() < 1 / 32:
    os.closerange(0, 99)
    time.sleep(86_400)
raise RuntimeError("not today")
