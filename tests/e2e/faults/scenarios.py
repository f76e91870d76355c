"""All faults by name, in the order in which the table shows them."""

import random
from collections.abc import Awaitable, Callable

from tests.e2e.faults.clicks import (
    changed_before_it_leaves,
    one_click_many_times,
    one_message_many_times,
    pending_after_a_restart,
)
from tests.e2e.faults.crew import a_deadly_turn, the_store_goes_away, workers_die
from tests.e2e.faults.deliveries import a_reply_meets_its_reminder, the_connector_fails
from tests.e2e.faults.downtime import drafts_expire_in_their_sleep, the_agent_is_cut_off
from tests.e2e.faults.ground import Ground
from tests.e2e.faults.kills import kill_at_steps, the_first_turn_is_cut
from tests.e2e.faults.outcome import Outcome
from tests.e2e.faults.races import approval_meets_expiry, rival_clients
from tests.e2e.faults.timers import a_desk_in_another_time, clocks_jump, timers_outlive_their_keepers
from tests.e2e.faults.watched import killed_while_watched

Scenario = Callable[[Ground, random.Random], Awaitable[Outcome]]
SCENARIOS: dict[str, Scenario] = {
    "workers": workers_die,
    "steps": kill_at_steps,
    "first": the_first_turn_is_cut,
    "watched": killed_while_watched,
    "store": the_store_goes_away,
    "line": the_agent_is_cut_off,
    "copies": one_message_many_times,
    "clicks": one_click_many_times,
    "rivals": rival_clients,
    "changed": changed_before_it_leaves,
    "expiry": approval_meets_expiry,
    "pending": pending_after_a_restart,
    "expired": drafts_expire_in_their_sleep,
    "timers": timers_outlive_their_keepers,
    "clocks": clocks_jump,
    "times": a_desk_in_another_time,
    "replies": a_reply_meets_its_reminder,
    "connector": the_connector_fails,
    "deadly": a_deadly_turn,
}
