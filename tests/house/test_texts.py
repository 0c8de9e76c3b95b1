"""The catalogues of all domains: both languages say the same things."""

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from paiju.i18n import LOCALE, MissingText, compiled, environment_language, find_language, translator

DOMAINS = sorted({po.stem for po in LOCALE.glob("*/LC_MESSAGES/*.po")})


def catalogue(domain: str, language: str) -> Catalog:
    with (LOCALE / language / "LC_MESSAGES" / f"{domain}.po").open("rb") as file:
        return read_po(file, locale=language)


def texts(domain: str, language: str) -> dict[str, list[str]]:
    """Message id → its text, or its plural forms."""
    found: dict[str, list[str]] = {}
    for message in catalogue(domain, language):
        code = message.id[0] if isinstance(message.id, (list, tuple)) else message.id
        if code:
            assert code not in found, f"{code} stands twice"
            found[code] = [message.string] if isinstance(message.string, str) else list(message.string or ())
    return found


@pytest.mark.parametrize("domain", DOMAINS)
def test_both_languages_have_the_same_messages(domain: str) -> None:
    assert set(texts(domain, "zh_CN")) == set(texts(domain, "en_US"))


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", ["zh_CN", "en_US"])
def test_no_message_is_empty_or_fuzzy(domain: str, language: str) -> None:
    assert [code for code, forms in texts(domain, language).items() if not all(forms)] == []
    assert [message.id for message in catalogue(domain, language) if message.fuzzy and message.id] == []


@pytest.mark.parametrize("domain", [domain for domain in DOMAINS if domain != "terminal"])
def test_both_languages_use_the_same_parameters(domain: str) -> None:
    """Not so on screens: a card's name is put together from other parts in Chinese than in English."""
    chinese, english = texts(domain, "zh_CN"), texts(domain, "en_US")
    differing = [code for code in chinese if parameters(chinese[code]) != parameters(english[code])]
    assert differing == []


def parameters(forms: list[str]) -> set[str]:
    return {name for form in forms for name in re.findall(r"{(\w+)", form)}


def test_languages_are_found_by_any_of_their_names() -> None:
    assert [find_language(name) for name in ("zh", "zh-CN", "zh_CN.UTF-8", "EN", "en_GB")] == ["zh-CN"] * 3 + [
        "en-US"
    ] * 2
    assert find_language("fr") is None
    assert environment_language({"LANG": "zh_CN.UTF-8"}) == "zh-CN"
    assert environment_language({"LANG": "zh_CN.UTF-8", "PAIJU_LANG": "en"}) == "en-US"
    assert environment_language({"LANG": "C"}) == environment_language({}) == "en-US"


def test_parameters_fill_the_text() -> None:
    assert (
        translator("engine", "en")("verify_shuffle", seq=7)
        == "The shuffle of turn 7 is not the one that the seed gives."
    )


def test_a_missing_text_is_an_error_in_tests_and_its_code_for_users(monkeypatch: pytest.MonkeyPatch) -> None:
    t = translator("engine", "en")
    with pytest.raises(MissingText):
        t("no such code")
    with pytest.raises(MissingText):
        t("verify_shuffle")
    monkeypatch.delenv("PAIJU_STRICT_TEXTS")
    assert t("no such code") == "no such code"
    assert t("verify_shuffle") == "The shuffle of turn … is not the one that the seed gives."


@pytest.fixture
def toy_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A catalogue with two texts, one of them with plural forms."""
    folder = tmp_path / "en_US" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "toy.po").write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
        'msgid "cards"\nmsgid_plural "cards"\nmsgstr[0] "{n} card"\nmsgstr[1] "{n} cards"\n\n'
        'msgid "plain"\nmsgstr "n is {n}"\n'
    )
    monkeypatch.setattr("paiju.i18n.LOCALE", tmp_path)
    monkeypatch.setattr("paiju.i18n._translators", {})


def test_n_chooses_the_plural_form(toy_texts: None) -> None:
    t = translator("toy", "en-US")
    assert [t("cards", n=1), t("cards", n=3), t("plain", n=3)] == ["1 card", "3 cards", "n is 3"]


@pytest.mark.parametrize("code", ["cards", "plain"])
def test_a_text_is_found_with_or_without_plural_forms(code: str, toy_texts: None) -> None:
    assert code in translator("toy", "en-US")


def test_a_home_that_cannot_be_written_to_costs_only_time(
    toy_texts: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The compiled catalogue is not kept then."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert translator("toy", "en-US")("cards", n=1) == "1 card"


def test_a_catalogue_that_was_compiled_for_a_wheel_is_used(toy_texts: None, tmp_path: Path) -> None:
    folder = tmp_path / "en_US" / "LC_MESSAGES"
    (folder / "toy.mo").write_bytes(compiled(folder / "toy.po"))
    (folder / "toy.po").unlink()
    assert translator("toy", "en-US")("cards", n=3) == "3 cards"
