"""A table tells every row that does not hold, and no other."""

import pytest

from tests.tables import table


@table("number, double", [(1, 2), (2, 5), (3, 6), (4, 9)])
def _doubles(number: int, double: int) -> None:
    assert 2 * number == double


def test_every_row_that_does_not_hold_is_told() -> None:
    with pytest.raises(ExceptionGroup) as told:
        _doubles()

    assert [one.__notes__ for one in told.value.exceptions] == [["in the row (2, 5)"], ["in the row (4, 9)"]]
