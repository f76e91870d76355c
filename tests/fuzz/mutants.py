"""Samples made wrong: JSON by its structure, everything else by its bytes. The same seed makes the same mutant."""

import copy
import json
import re
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

ODD_TEXTS = (
    "", " ", "\u0000", "\u202e\u2066", "\U0001f9d1\u200d\U0001f680", "\ud83d", "\udc00x", "e\u0301" * 40, "ﷺ" * 30,
    "\r\n", "\u2028", "\ufeff", "x" * 3000, "<" * 500, "> " * 300, "[[[[" * 100, "](" * 200, "`" * 300, "|-|" * 200,
    "../../etc/passwd", "{desk}:record:x", "{0}{n}{name}%s%n", "<at>", "</at>", "<attachment id=", "&#x110000;&#0;",
    "<!--", "<![CDATA[", "<script>", "=?utf-8?b?////?=", "=?x?q?=ff?=", "9" * 400, "-0", "1e999", "NaN", "null", "true",
    "19:a@thread.tacv2;messageid=", "29:", "a:", "p-0000000000000000.d-1", "2026-13-45T99:99:99Z",
    "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.9999999+14:00", "[charter-agent-decision: {}]", "help", "status",
    "pending", "approve",
)  # fmt: skip
ODD_NUMBERS = (0, -1, 1, 2**31, 2**53 + 1, 2**63, 2**64, -(2**63), 10**30, 1.5, 1e308, -1e-300)
ODD_OTHERS: tuple[Any, ...] = (
    None, True, False, [], {}, [[]], [None], {"": ""}, {"a": {"b": []}}, [1, "a", None, {}],
)  # fmt: skip
DEPTHS = (5, 60, 300, 1200)  # of nesting: some readers, and some writers, give up
TOKENS = (
    b"\r\n", b"\n\n", b"\x00", b"\xff\xfe", b"\xc3", b"data: ", b"event: ", b"{", b"}", b'"', b"\\ud800", b"--", b"=",
    b"\n", b" ", b";", b"=?utf-8?q?=ff?=", b"boundary=", b"charset=utf-7", b"Content-Transfer-Encoding: base64\n",
    b"(" * 2000, b"<@" * 300, b'"' * 301, b"\\" * 301, b"; a*0*=x" * 300, b"Content-Type: message/rfc822\n\n", 
    b"[" * 500, b"Content-Type: multipart/report; boundary=b\n", b"<div>" * 400, b"<!--", b"&#" * 300,
    b"> " * 300, b"\n\n\n" * 300,
)  # fmt: skip
NEST = re.compile(rb'"nest:(\d+):([ld])"')
Slot = tuple[Any, Any]  # container and key


def bent(rng: Random, value: Any, others: Sequence[Any]) -> Any:
    """A few changes at random places."""
    whole = [copy.deepcopy(value)]
    for _ in range(rng.choice((1, 1, 2, 3, 6))):
        container, key = rng.choice(list(_slots(whole)))
        rng.choice(CHANGES)(rng, container, key, others)
        if not whole:
            whole.append({})
    return whole[0]


def _slots(value: Any) -> Iterator[Slot]:
    waiting = [value]
    while waiting:
        one = waiting.pop()
        pairs = list(one.items() if isinstance(one, dict) else enumerate(one))
        for key, item in pairs:
            yield one, key
            if isinstance(item, dict | list):
                waiting.append(item)


def odd(rng: Random) -> Any:
    return copy.deepcopy(rng.choice(rng.choice((ODD_TEXTS, ODD_NUMBERS, ODD_OTHERS))))


def _replace(rng: Random, container: Any, key: Any, others: Sequence[Any]) -> None:
    container[key] = odd(rng)


def _remove(rng: Random, container: Any, key: Any, others: Sequence[Any]) -> None:
    del container[key]


def _splice(rng: Random, container: Any, key: Any, others: Sequence[Any]) -> None:
    """Something odd inside a text that is otherwise right."""
    text = container[key] if isinstance(container[key], str) else json.dumps(container[key])[:500]
    at = rng.randrange(len(text) + 1)
    container[key] = text[:at] + rng.choice(ODD_TEXTS) + text[at + rng.choice((0, 0, 1, 5)) :]


def _swap(rng: Random, container: Any, key: Any, others: Sequence[Any]) -> None:
    """The part of another sample, or all of it."""
    other, name = rng.choice(list(_slots([rng.choice(others)])))
    container[key] = copy.deepcopy(other[name])


def _cast(rng: Random, container: Any, key: Any, others: Sequence[Any]) -> None:
    value = container[key]
    casts: tuple[Callable[[Any], Any], ...] = (
        json.dumps, lambda one: [one], lambda one: {"value": one}, lambda one: [one, one], lambda one: str(one)[:50],
    )  # fmt: skip
    container[key] = rng.choice(casts)(value)


def _inside(rng: Random, container: Any, key: Any, others: Sequence[Any]) -> None:
    """JSON that travels as a text in JSON: tool arguments, old buttons."""
    slots = [(one, name) for one, name in _slots(container) if isinstance(one[name], str) and one[name][:1] in "{["]
    one, name = rng.choice(slots or [(container, key)])
    try:
        inner = json.loads(one[name])
        one[name] = written(rng, bent(rng, inner, others)).decode("utf-8", "surrogatepass")
    except (TypeError, ValueError, RecursionError):  # no JSON, or bent so often that it is nested too deeply
        one[name] = json.dumps([odd(rng)])


def _nest(rng: Random, container: Any, key: Any, others: Sequence[Any]) -> None:
    """A mark, since what is nested so deeply can neither be copied nor written."""
    container[key] = f"nest:{rng.choice(DEPTHS)}:{rng.choice('ld')}"


def _rename(rng: Random, container: Any, key: Any, others: Sequence[Any]) -> None:
    if not isinstance(container, dict):
        container.append(copy.deepcopy(container[key]))
        return
    value = container.pop(key)
    container[rng.choice((str(key).upper(), str(key) + "\u0000", "", "__class__", str(key)[:-1]))] = value


def _enlarge(rng: Random, container: Any, key: Any, others: Sequence[Any]) -> None:
    value = container[key]
    if isinstance(value, str):
        container[key] = (value or "a") * rng.choice((3, 50, 2000 // max(1, len(value)) + 1))
    elif isinstance(value, list):
        container[key] = value * rng.choice((2, 40))


CHANGES = (_inside, _inside, _replace, _replace, _remove, _splice, _splice, _swap, _cast, _nest, _rename, _enlarge)


def written(rng: Random, value: Any) -> bytes:
    """As JSON; halves of characters are escaped, or stand there raw."""
    if rng.random() < 0.8:
        return NEST.sub(_nested, json.dumps(value).encode())
    return NEST.sub(_nested, json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass"))


def _nested(mark: re.Match[bytes]) -> bytes:
    begin, end = (b"[", b"]") if mark[2] == b"l" else (b'{"a":', b"}")
    times = min(int(mark[1]), max(DEPTHS))  # the mark was bent as well
    return begin * times + b"null" + end * times


def scrambled(rng: Random, raw: bytes, others: Sequence[bytes]) -> bytes:
    """Bytes flipped, cut, doubled, taken from elsewhere."""
    data = bytearray(raw)
    for _ in range(rng.choice((1, 1, 2, 4, 12))):
        at = rng.randrange(len(data) + 1)
        end = min(len(data), at + rng.choice((1, 2, 8, 64, 1000)))
        other = rng.choice(others)
        start = rng.randrange(len(other) + 1)
        again, elsewhere = data[at:end] * rng.choice((2, 20)), other[start : start + 200]
        data[at:end] = rng.choice((b"", rng.choice(TOKENS), rng.randbytes(end - at), again, elsewhere))
    return bytes(data)
