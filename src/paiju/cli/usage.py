"""Errors of the command-line parser, as sentences of our catalogue."""

from cyclopts import CoercionError, CycloptsError, MissingArgumentError, UnknownOptionError, UnusedCliTokensError
from cyclopts.exceptions import RepeatArgumentError

from paiju.cli.errors import UsageError, find_name


def usage_error(error: CycloptsError, command: str) -> UsageError:
    """The same error as a `UsageError`, which is one sentence of the catalogue."""
    asked = f"paiju {command} --help" if command else "paiju --help"
    name = error.argument.name if error.argument is not None else ""
    if isinstance(error, UnknownOptionError):
        word = (error.token.keyword or error.token.value).split("=")[0]
        known = [name for argument in error.argument_collection if argument.parse for name in argument.names]
        try:
            return UsageError("no_flag.close", name=word, close=find_name(word, known, "no_flag"), help=asked)
        except UsageError as refusal:
            refusal.params["help"] = asked
            return refusal
    if isinstance(error, MissingArgumentError):
        return UsageError("needs_value" if error.keyword else "needs_word", name=name, help=asked)
    if isinstance(error, UnusedCliTokensError):
        return UsageError("too_many_words", words=" ".join(error.unused_tokens or ()), help=asked)
    if isinstance(error, RepeatArgumentError):
        return UsageError("twice", name=error.token.keyword or name)
    if isinstance(error, CoercionError) and error.token is not None:
        wanted = str(error.target_type)
        key = "wrong_value.whole" if "int" in wanted else "wrong_value.number" if "float" in wanted else "wrong_value"
        return UsageError(key, name=error.token.keyword or name, value=error.token.value)
    return UsageError("usage", reason=str(error).strip(), help=asked)
