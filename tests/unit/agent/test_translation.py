"""Of answers that may not be sent to a model the words alone leave: every figure, name and value is kept back."""

from agent.respond.translation import is_faithful, without_data
from tests.cases import each_case


@each_case("text, words", [
    ("Your vacation balance is **12.5 days**.", "Your vacation balance is **[0] days**."),
    ("Ana Ruiz's yearly base pay is **91,000 EUR**.", "[0]'s yearly base pay is **[1] EUR**."),
    ("Your street is **12 Elm Street, Oslo**.", "Your street is [0]."),
    ("Your flat is **7 days**.", "Your flat is **[0] days**."),
    ("Ana Ruiz's standing is **3rd warning** (Support, since May).", "[0]'s standing is [1]."),
    ("You have **2** open deals (amount of each): Foxglove **39,900 EUR**, Juniper **7,700 EUR**.",
     "You have **[0]** open deals (amount of each): [1]."),
    ("There are **2** people:\n\n- **Ana Ruiz**: job title Fitter\n- **Ben Cole**: ill", "There are **[0]** people:\n\n[1]\n[2]"),
    ("I read “Hermes” as that. As of 2026-11-20 02:00 UTC.", "I read [0] as that. As of [1] UTC."),
])
def test_the_words_alone_are_left(text, words):
    told, held = without_data(text, ["Ana Ruiz"])
    assert told == words
    for place, thing in enumerate(held):
        told = told.replace(f"[{place}]", thing, 1)
    assert told == text


@each_case("english, other, is_so", [
    ("**12.5%**", "**12,5 %**", True), ("**1,250.50 EUR**", "**1.250,50 EUR**", True), ("**1,250.50**", "**1\u202f250,50**", True),
    ("**1,250**", "**1250**", True),
    ("**-500.00 USD**", "**\u2212500,00 USD**", True), ("As of 2026-11-20 03:00 UTC.", "Stand: 2026-11-20 03.00 UTC.", True),
    ("**1.0834**", "**1,0834**", True), ("COVID-19, 10-12", "COVID-19, 10-12", True), ("**I-2**", "**I-2**", True),
    ("**12.5%**", "**125 %**", False), ("**1.5 days**", "**15 Tage**", False), ("**1,250.50**", "**12.505,0**", False),
    ("**-500.00 USD**", "**500,00 USD**", False), ("**15 days**", "**1,5 Tage**", False),
])
def test_a_translation_holds_the_figures_of_the_answer_however_its_language_writes_them(english, other, is_so):
    assert is_faithful(english, other) is is_so
