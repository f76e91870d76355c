"""The zone of a clock time: by its letters, by its distance from Greenwich, or by a city."""

from agent.brain.zones import zone_in

SAID = {
    "17:00 Nairobi time (EAT, UTC+3)": "Africa/Nairobi",
    "5 pm (UTC+3)": "Etc/GMT-3",
    "14h (GMT-3)": "Etc/GMT+3",
    "14:00 UTC −03:00": "Etc/GMT+3",
    "5:30 pm, UTC+5:30": "Asia/Kolkata",
    "noon GMT": "UTC",
    "noon UTC": "UTC",
    "17:00 UTC+0": "UTC",
    "3 p.m. Singapore time": "Asia/Singapore",
    "3 p.m. New York time": "America/New_York",
    "3 p.m. London local time": "Europe/London",
    "às 18h, horário de Manaus": "America/Manaus",
    "às 18h, horário de Brasília": "America/Sao_Paulo",
    "17:00 Irish time": "Europe/Dublin",
    "17:00 WEST": "Europe/Lisbon",
    "9:00 SAST": "Africa/Johannesburg",
    "5 pm est": "America/New_York",
}
SILENT = (
    "5 pm in the west wing",
    "we eat at 12:00",
    "a cat at noon",
    "Response time",
    "in Real time",
    "For the first Time",
    "17:00 UTC+99",
    "5 pm, horário de Verão",
)


def test_a_zone_is_read_by_letters_distance_or_city() -> None:
    assert {text: zone_in(text, 0)[0] for text in SAID} == SAID


def test_words_that_only_look_like_a_zone_are_none() -> None:
    assert {text: zone_in(text, 0) for text in SILENT} == dict.fromkeys(SILENT, ("", 0))


def test_where_the_zone_ends_is_counted_from_the_beginning_of_the_whole() -> None:
    assert zone_in("17:00 CET today", 10) == ("Europe/Berlin", 19)
