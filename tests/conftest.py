"""What holds for every test."""

from __future__ import annotations

import hypothesis

# How long an example takes depends on the machine; what it must not do does not.
hypothesis.settings.register_profile("everywhere", deadline=None)
hypothesis.settings.load_profile("everywhere")
