"""What Teams publishes about its rate limits, counted at its own side: nobody may send more in any stretch of time."""

from collections import Counter, defaultdict, deque

SEND = ((1.0, 7), (2.0, 8), (30.0, 60), (3600.0, 1800))  # seconds, how many in any such stretch: one conversation
LOOK = ((1.0, 14), (2.0, 16), (30.0, 120), (3600.0, 3600))  # questions about its members
TENANT = ((1.0, 30),)  # the bot in one tenant, by the older and stricter word; the newer one is 50
Windows = tuple[tuple[float, int], ...]


class Quota:
    """`over` counts what was too much, by the limit that it broke. A thread belongs to its channel."""

    def __init__(self) -> None:
        self.over: Counter[str] = Counter()
        self.most: Counter[str] = Counter()  # the fullest stretch there was
        self._times: defaultdict[tuple[str, str, float], deque[float]] = defaultdict(deque)

    def count(self, method: str, conversation: str, tenant: str, at: float) -> bool:
        """False: this one is too much. `at`: seconds on the clock by which the limits are kept."""
        room = conversation.partition(";messageid=")[0]
        kind, windows = ("look", LOOK) if method == "GET" else ("send", SEND)
        fine = self._fits(kind, room, windows, at)
        return self._fits("tenant", tenant, TENANT, at) and fine

    def _fits(self, kind: str, whose: str, windows: Windows, at: float) -> bool:
        fine = True
        for seconds, most in windows:
            times, name = self._times[kind, whose, seconds], f"{kind} in {seconds:.0f} s"
            while times and times[0] <= at - seconds:
                times.popleft()
            times.append(at)
            self.most[name] = max(self.most[name], len(times))
            if len(times) > most:
                self.over[name] += 1
                fine = False
        return fine
