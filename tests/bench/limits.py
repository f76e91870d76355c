"""What things may cost, in CPU of the bot's process, against a bare echo of the same run."""

from tests.bench.measure import Result

LIMITS = {
    "accept": 1.0,  # a message is checked, deduplicated, stored for good, and somebody is called to look
    "turn": 14.0,  # a whole turn with a stream of 200 words: 5 ms where a bare echo takes 0.35
}


def judge(results: dict[str, Result], slack: float = 1.0) -> list[str]:
    """What is over its limit, in words; `slack` is what a noisy machine is forgiven."""
    troubles = [f"{one.variant}: {one.strays} answers were not 2xx" for one in results.values() if one.strays]
    bare = results["bare"].cpu
    for variant, limit in LIMITS.items():
        if variant in results and (ratio := results[variant].cpu / bare) > limit * slack:
            troubles.append(f"{variant} costs {ratio:.2f} times a bare echo; the limit is {limit}")
    return troubles
