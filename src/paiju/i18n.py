"""Texts for people, from gettext catalogues: one `.po` file per language and domain under `paiju/locale`.

A game of another package (entry point group `paiju.games`) brings its own: a folder `locale` of the same shape beside
the module that its entry point names.

    >>> from paiju.i18n import translator
    >>> t = translator("engine", "en-US")
    >>> t("not_a_record")
    'This is not a record of a match.'

A message id is a stable code, never a sentence. Parameters fill `{name}` in the text; an integer `n` also
chooses the plural form where the catalogue has one. A missing text shows its id to users and raises
`MissingText` in tests (`PAIJU_STRICT_TEXTS=1`).

No text stands in two catalogues: what a catalogue lacks is looked up in `engine`, the catalogue of what all parts
share. The page gets its share of these texts when it is built (web/scripts/game_words.py).
"""

import gettext
import hashlib
import os
from collections.abc import Mapping
from importlib.metadata import entry_points
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Final

from paiju.engine.errors import GameError

LANGUAGES: Final = ("zh-CN", "en-US")
LOCALE: Final = Path(__file__).parent / "locale"
SHARED: Final = "engine"
"""The catalogue that all others fall back to."""
STRICT: Final = "PAIJU_STRICT_TEXTS"


class MissingText(LookupError):
    """A code without a text, or a text without one of its parameters. Only raised in strict mode."""


class Translator:
    """The texts of one domain in one language; what it lacks is looked up in `more` domains, then in `engine`."""

    def __init__(self, domain: str, language: str, *more: str) -> None:
        self.domain: Final = domain
        self.language: Final = language
        self._catalogue: Final = _catalogues((domain, *more, SHARED), language)

    def __contains__(self, code: str) -> bool:
        return self._find(code, {}) is not None

    def __call__(self, code: str, /, **params: object) -> str:
        text = self._find(code, params)
        if text is None:
            self._missing(f"no text for {code!r}")
            return code
        if "{" not in text:
            return text
        return text.format_map(_Params({name: self._in_words(name, value) for name, value in params.items()}, self))

    def _in_words(self, name: str, value: object) -> object:
        """A parameter that the catalogue has a word for: `suit=hearts` is `suit.hearts`, a card id loses its index."""
        if isinstance(value, list | tuple):
            return " ".join(str(self._in_words(name.removesuffix("s"), item)) for item in value)
        if isinstance(value, str) and value:
            for word in (f"{name}.{value}", f"{name}.{value.rpartition('_')[0]}"):
                found = self._find(word, {})
                if found is not None:
                    return found
        return value

    def _find(self, code: str, params: Mapping[str, object]) -> str | None:
        n = params.get("n")
        try:  # first, because `gettext` of Python 3.11.2 does not find texts with plural forms
            return self._catalogue.ngettext(code, code, n if isinstance(n, int) else 1)
        except _Absent:
            pass  # the text has no plural forms
        try:
            return self._catalogue.gettext(code)
        except _Absent:
            return None

    def _missing(self, what: str) -> None:
        if os.environ.get(STRICT):
            raise MissingText(f"{what} in {self.domain}.po of {self.language}")


_translators: dict[tuple[str, ...], Translator] = {}


def translator(domain: str, language: str, *more: str) -> Translator:
    """The texts of `domain` (`engine`, `terminal`, `cli`, `server`, or a game's `catalogue()`) in `language`.

    What it lacks is looked up in the domains of `more`, then in `engine`.
    """
    key = (domain, find_language(language) or "en-US", *more)
    found = _translators.get(key)
    if found is None:
        found = _translators[key] = Translator(*key)
    return found


def find_language(text: str) -> str | None:
    """`zh-CN` or `en-US` for anything that means one of them (`zh`, `zh_CN.UTF-8`, `EN`), otherwise None."""
    start = text.strip().lower().replace("_", "-").split(".")[0].split("-")[0]
    return {"zh": "zh-CN", "en": "en-US"}.get(start)


def environment_language(environ: Mapping[str, str] = os.environ) -> str:
    """The language the environment asks for; English when it asks for none of ours."""
    for name in ("PAIJU_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = environ.get(name, "")
        if value:
            return find_language(value) or "en-US"
    return "en-US"


def system_error_text(error: OSError, language: str) -> str:
    """What the operating system refused, with the file it is about."""
    t, key = translator(SHARED, language), f"system.{type(error).__name__}"
    reason = t(key) if key in t else str(error.strerror or error)
    return t("system", file=error.filename, reason=reason) if error.filename else reason


def error_text(error: GameError, language: str, *domains: str) -> str:
    """One sentence for `error`: from the first of `domains` that knows its code, then from `engine`.

    Only for errors a person made with the keyboard: where no catalogue knows the code it shows `detail`. An error
    whose code has several causes names one as its parameter `why`: then `code.why` is preferred.
    """
    for domain in (*domains, "engine"):
        t = translator(domain, language)
        cause = f"{error.code}.{error.params.get('why', '')}"
        if cause in t:
            return t(cause, **error.params)
        if error.code in t:
            return t(error.code, **error.params)
    return error.detail or error.code


def compiled(po: Path) -> bytes:
    """The `.mo` form of a `.po` file."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with po.open("rb") as file:
        catalogue = read_po(file, locale=po.parent.parent.name, domain=po.stem)
    out = BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


class _Absent(LookupError):
    """The catalogue does not have this code."""


class _Nothing(gettext.NullTranslations):
    """The last fallback: raises `_Absent` where gettext would return the message id."""

    def gettext(self, message: str) -> str:
        raise _Absent(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        raise _Absent(msgid1)


class _Params(dict[str, object]):
    def __init__(self, params: Mapping[str, object], owner: Translator) -> None:
        super().__init__(params)
        self._owner = owner

    def __missing__(self, name: str) -> str:
        self._owner._missing(f"no value for {{{name}}}")
        return "…"


def _catalogues(domains: tuple[str, ...], language: str) -> gettext.NullTranslations:
    first, *others = (_catalogue(domain, language) for domain in dict.fromkeys(domains))
    for other in (*others, _Nothing()):
        first.add_fallback(other)
    return first


def _catalogue(domain: str, language: str) -> gettext.NullTranslations:
    data = _read(LOCALE, domain, language)
    if data is None:
        data = next((found for root in _offered(domain) if (found := _read(root, domain, language))), None)
    return gettext.NullTranslations() if data is None else gettext.GNUTranslations(BytesIO(data))


def _read(root: Path, domain: str, language: str) -> bytes | None:
    folder = root / language.replace("-", "_") / "LC_MESSAGES"
    shipped, source = folder / f"{domain}.mo", folder / f"{domain}.po"
    if shipped.exists():
        return shipped.read_bytes()
    return _compiled_once(source) if source.exists() else None


def _offered(domain: str) -> list[Path]:
    """The folder with the catalogues of a game from another package."""
    found = []
    for point in entry_points(group="paiju.games", name=domain):
        try:
            spec = find_spec(point.module)
        except Exception:  # it imports the package of the module, which may do anything
            continue  # the registry of games says what is wrong with it
        if spec is not None and spec.origin:
            found.append(Path(spec.origin).parent / "locale")
    return found


def _compiled_once(po: Path) -> bytes:
    """Compiling takes Babel and a tenth of a second, so the result is kept under the hash of its source."""
    from platformdirs import user_cache_path

    name = hashlib.sha256(po.read_bytes()).hexdigest()[:32] + ".mo"
    kept = user_cache_path("paiju", appauthor=False) / "texts" / name
    try:
        return kept.read_bytes()
    except OSError:
        data = compiled(po)
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        part = kept.with_suffix(f".{os.getpid()}")
        part.write_bytes(data)
        part.replace(kept)
    except OSError:
        pass  # a read-only home: compile again next time
    return data
