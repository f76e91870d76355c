"""Long tables of small checks: one test goes through a table, and tells every row that does not hold."""

from collections.abc import Callable, Sequence

Check = Callable[..., None]


def table(names: str | Sequence[str], rows: Sequence[object]) -> Callable[[Check], Callable[[], None]]:
    """As `pytest.mark.parametrize`, for checks of microseconds that need no fixture: a test of its own costs more."""
    assert rows, "a table without rows holds always"
    called = [one.strip() for one in names.split(",")] if isinstance(names, str) else list(names)

    def through(check: Check) -> Callable[[], None]:
        def every_row() -> None:
            wrong = [trouble for row in rows if (trouble := _tried(check, called, row))]
            if wrong:
                raise ExceptionGroup(f"{len(wrong)} of {len(rows)} rows do not hold", wrong)

        every_row.__name__, every_row.__qualname__ = check.__name__, check.__qualname__
        every_row.__doc__, every_row.__module__ = check.__doc__, check.__module__
        return every_row

    return through


def _tried(check: Check, called: Sequence[str], row: object) -> AssertionError | None:
    values = [row] if len(called) == 1 else row
    assert isinstance(values, list | tuple)
    try:
        check(**dict(zip(called, values, strict=True)))
    except AssertionError as trouble:
        trouble.add_note(f"in the row {row!r}")
        return trouble
    return None
