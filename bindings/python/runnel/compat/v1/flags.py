"""tf.flags: flags of a program's command line."""
from __future__ import annotations

import argparse
import sys
from typing import Any

__all__ = ["FLAGS", "DEFINE_bool", "DEFINE_boolean", "DEFINE_enum", "DEFINE_float", "DEFINE_integer", "DEFINE_list", "DEFINE_string",
           "mark_flag_as_required"]


class _Flags:
    """The values of the flags. They are read of the command line when the first is asked for; what is no flag is left."""

    def __init__(self) -> None:
        self.__dict__["_parser"] = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
        self.__dict__["_values"] = {}
        self.__dict__["_required"] = set()
        self.__dict__["_parsed"] = False

    def _define(self, name: str, default: Any, convert: Any, help: Any) -> None:
        if convert is bool:
            self._parser.add_argument("--" + name, nargs="?", const=True, default=default, type=_truth, dest=name)
            self._parser.add_argument("--no" + name, action="store_false", default=default, dest=name)
        else:
            self._parser.add_argument("--" + name, default=default, type=convert, dest=name, help=help and help.replace("%", "%%"))
        self._values[name] = default
        self.__dict__["_parsed"] = False

    def __call__(self, argv: Any, known_only: bool = False) -> Any:
        values, rest = self._parser.parse_known_args(list(argv)[1:])
        for name, value in vars(values).items():
            self._values[name] = value
        for name in self._required:
            if self._values.get(name) is None:
                raise ValueError("flag --%s must have a value" % name)
        self.__dict__["_parsed"] = True
        return [argv[0]] + rest

    def is_parsed(self) -> bool:
        return bool(self._parsed)

    def flag_values_dict(self) -> dict[str, Any]:
        return dict(self._values)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name not in self._values:
            raise AttributeError("no flag %s is defined" % name)
        if not self._parsed:
            self(sys.argv)
        return self._values[name]

    def __setattr__(self, name: str, value: Any) -> None:
        self._values[name] = value

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def __iter__(self) -> Any:
        return iter(self._values)


def _truth(text: Any) -> bool:
    if str(text).lower() in ("true", "t", "1", "yes"):
        return True
    if str(text).lower() in ("false", "f", "0", "no"):
        return False
    raise argparse.ArgumentTypeError("true or false is wanted, not %r" % text)


FLAGS = _Flags()


def DEFINE_string(name: str, default: Any, help: Any, **_: Any) -> None:  # noqa: N802
    FLAGS._define(name, default, str, help)


def DEFINE_integer(name: str, default: Any, help: Any, **_: Any) -> None:  # noqa: N802
    FLAGS._define(name, default, int, help)


def DEFINE_float(name: str, default: Any, help: Any, **_: Any) -> None:  # noqa: N802
    FLAGS._define(name, default, float, help)


def DEFINE_bool(name: str, default: Any, help: Any, **_: Any) -> None:  # noqa: N802
    FLAGS._define(name, default, bool, help)


DEFINE_boolean = DEFINE_bool


def DEFINE_enum(name: str, default: Any, enum_values: Any, help: Any, **_: Any) -> None:  # noqa: N802
    def convert(text: str) -> str:
        if text not in enum_values:
            raise argparse.ArgumentTypeError("one of %s is wanted, not %r" % (", ".join(enum_values), text))
        return text
    FLAGS._define(name, default, convert, help)


def DEFINE_list(name: str, default: Any, help: Any, **_: Any) -> None:  # noqa: N802
    FLAGS._define(name, default.split(",") if isinstance(default, str) else default, lambda text: text.split(","), help)


def mark_flag_as_required(flag_name: str) -> None:
    FLAGS._required.add(flag_name)
