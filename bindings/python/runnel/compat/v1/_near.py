"""What a module of compat.v1 answers for a name that it has no definition of: an op of that endpoint, or an error that names what is near."""
from __future__ import annotations

import difflib
import inspect
import re
import sys
from typing import Any, Callable

from ... import ops as _ops
from ._apply import apply, definition
from ._endpoints import ENDPOINTS


def _builder(op: str) -> Any:
    return next((f for f in _builders().values() if f[0] == op), None)


_table: dict[str, tuple[str, Any]] = {}


def _builders() -> dict[str, tuple[str, Any]]:
    """(op, function of runnel.ops) by the function's name."""
    if not _table:
        for name, function in vars(_ops).items():
            if inspect.isfunction(function) and function.__module__ == _ops.__name__:
                found = [c for c in function.__code__.co_consts if isinstance(c, str) and re.fullmatch(r"[A-Z][A-Za-z0-9>]*", c)]
                _table[name] = (found[0] if found else "", function)
    return _table


def of_op(op: str, title: str) -> Callable[..., Any]:
    """A function that adds the op: its inputs in order, then its attrs, those without a default first, then name."""
    known = definition(op)
    found = _builder(op)
    inputs = [a.name for a in known.inputs]
    attrs = [n for n in inspect.signature(found[1]).parameters if n != "name"][len(inputs):] if found is not None else []
    attrs = [a.rstrip("_") if a.rstrip("_") in known.attrs else a for a in attrs]
    names = inputs + attrs

    def function(*args: Any, **kwargs: Any) -> Any:
        if len(args) > len(names) + 1:
            raise TypeError("%s takes %d arguments (%s), got %d" % (title, len(names) + 1, ", ".join(names + ["name"]), len(args)))
        given: dict[str, Any] = dict(zip(names + ["name"], args))
        for key, value in kwargs.items():
            if key != "name" and key not in names:
                raise TypeError("%s got an unexpected argument '%s': it takes %s" % (title, key, ", ".join(names + ["name"])))
            if key in given:
                raise TypeError("%s got multiple values for argument '%s'" % (title, key))
            given[key] = value
        name = given.pop("name", None)
        missing = [i for i in inputs if i not in given]
        if missing:
            raise TypeError("%s needs an argument '%s'" % (title, missing[0]))
        return apply(op, *[given.pop(i) for i in inputs], name=name, **given)

    function.__name__ = function.__qualname__ = title.rsplit(".", 1)[-1]
    function.__doc__ = known.doc
    return function


def missing(module: str, prefix: str) -> Callable[[str], Any]:
    """A module's __getattr__. prefix: "nn" for tf.nn, "" for tf itself."""
    def get(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        title = "%s.%s" % (prefix, name) if prefix else name
        found = ENDPOINTS.get(title)
        here: Any = sys.modules[module]
        if found is not None:
            function = of_op(found, "tf." + title)
            setattr(here, name, function)
            return function
        names = [n for n in vars(here) if not n.startswith("_")]
        names += [e.rsplit(".", 1)[-1] for e in ENDPOINTS if e.rpartition(".")[0] == prefix]
        near = difflib.get_close_matches(name, names, 4, 0.6)
        raise AttributeError("runnel.compat.v1%s has no %s: UNIMPLEMENTED%s" % (
            "." + prefix if prefix else "", name, "; it has " + ", ".join(near) if near else ""))
    return get


class RawOps:
    """tf.raw_ops: every op by its name, with its inputs and attrs by name."""

    def __getattr__(self, op: str) -> Any:
        if op.startswith("__"):
            raise AttributeError(op)
        known = definition(op)

        def function(**kwargs: Any) -> Any:
            name = kwargs.pop("name", None)
            return apply(op, *[kwargs.pop(a.name) for a in known.inputs], name=name, **kwargs)
        function.__name__, function.__doc__ = op, known.doc
        return function


class Namespace:
    """A module that is no file: names, and the endpoints below its own."""

    def __init__(self, title: str, **names: Any):
        self.__dict__.update(names)
        self.__dict__["_title"] = title

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        title = "%s.%s" % (self._title, name)
        if title in ENDPOINTS:
            made = self.__dict__[name] = of_op(ENDPOINTS[title], "tf." + title)
            return made
        names = [n for n in self.__dict__ if not n.startswith("_")] + [e.rsplit(".", 1)[-1] for e in ENDPOINTS if e.rpartition(".")[0] == self._title]
        near = difflib.get_close_matches(name, names, 4, 0.6) or names[:12]
        raise AttributeError("runnel.compat.v1.%s has no %s: UNIMPLEMENTED%s" % (self._title, name, "; it has " + ", ".join(near) if near else ""))

    def __dir__(self) -> list[str]:
        return [n for n in self.__dict__ if not n.startswith("_")]

    def __repr__(self) -> str:
        return "<namespace runnel.compat.v1.%s>" % self._title
