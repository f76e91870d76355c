"""All faults by name, in the order in which the table shows them."""

import random
from collections.abc import Awaitable, Callable

from tests.e2e.faults.ground import Ground
from tests.e2e.faults.kills import kill_at_steps
from tests.e2e.faults.outcome import Outcome

Scenario = Callable[[Ground, random.Random], Awaitable[Outcome]]
SCENARIOS: dict[str, Scenario] = {
    "steps": kill_at_steps,
}
