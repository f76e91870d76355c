"""Which language somebody writes: only where it is clear, and never a third one taken for one of ours."""

import pytest

from bot.core.language import language_of, written_in


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I will send the first version of the pricing on Friday, with the assumptions for phase 3.", "en"),
        ("Segue em anexo a minha parte. Ainda não tenho o preço da fase 3, mas envio até sexta.", "pt-BR"),
        ("Ola, nao consigo ate sexta, voces podem esperar um dia?", "pt-BR"),
        ("Ok!", ""),
        ("Dear all, segue a RFP", ""),
        ("Buenas tardes, les envío los precios de la fase 3, pero no están completos. Saludos a todos", ""),
        ("Vi mando la prima parte della offerta, non sono ancora sicuro per il prezzo.", ""),
        ("Ich schicke die Preise am Freitag, das ist leider nicht in der Datei und wir warten auf die Antwort.", ""),
        ("Je vous envoie les prix pour la phase 3 et le plan, merci de me dire quand vous avez lu le tout.", ""),
        ("価格は金曜日に送ります。", ""),
        ("", ""),
    ],
)
def test_a_language_is_known_where_it_is_clear(text: str, language: str) -> None:
    assert written_in(text) == language


def test_a_locale_is_one_of_ours_or_none() -> None:
    assert [language_of(one) for one in ("en-GB", "pt_PT", "PT", "de-DE", "", "ptx")] == [
        "en",
        "pt-BR",
        "pt-BR",
        *"",
        *["", "", ""],
    ]
