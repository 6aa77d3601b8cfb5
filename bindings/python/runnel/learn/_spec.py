"""Specs: what builders of layers, losses, optimizers and so on write, for librunnel to read."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Iterable, Union

if TYPE_CHECKING:
    from .model import Model, Value

_ESCAPED = str.maketrans({"\\": "\\\\", '"': '\\"'})


def literal(value: Any) -> str:
    """A value as specs write it. Raises TypeError for what they cannot say, ValueError for no finite number."""
    if value is None:
        return "none"
    if isinstance(value, Spec):
        return value.text
    if isinstance(value, str):
        return '"%s"' % value.translate(_ESCAPED)
    if not isinstance(value, (bool, int, float)) and hasattr(value, "item") and getattr(value, "ndim", 0) == 0:
        value = value.item()  # numpy's scalars
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        if not math.isfinite(value):
            raise ValueError("%r is no finite number" % value)
        return repr(value)
    if isinstance(value, Iterable):
        return "[%s]" % ", ".join(literal(x) for x in value)
    raise TypeError("a spec takes numbers, strings, bools, lists and specs, not %s" % type(value).__name__)


class Spec:
    """A name with arguments, as text: Spec("Adam", (("learning_rate", 0.1),)). What a builder was given beyond defaults
    is in it. str() shows it."""

    def __init__(self, name: str, required: Iterable[tuple[str, Any]] = (),
                 optional: Iterable[tuple[str, Any, Any]] = ()) -> None:
        self.row = name
        given = ["%s=%s" % (key, literal(value)) for key, value in required]
        given += ["%s=%s" % (key, literal(value)) for key, value, default in optional if not same(value, default)]
        self.text = "%s(%s)" % (name, ", ".join(given)) if given else name

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Spec) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)


def same(value: Any, default: Any) -> bool:
    """Whether an argument is what the row takes without it."""
    if isinstance(value, (Spec, list, tuple)) or hasattr(value, "__array__"):
        return isinstance(value, (list, tuple)) and isinstance(default, tuple) and tuple(value) == default
    return type(value) is type(default) and bool(value == default)


SpecLike = Union[Spec, str, float, None]


def text_of(spec: SpecLike) -> str:
    """A spec where one is wanted: a builder, or text as it is."""
    if isinstance(spec, Spec):
        return spec.text
    return "" if spec is None else str(spec)


def list_of(specs: SpecLike | Iterable[SpecLike]) -> str:
    if specs is None or isinstance(specs, (Spec, str, float, int)):
        specs = [] if specs is None else [specs]
    return "[%s]" % ", ".join(text_of(spec) for spec in specs)


class Layer(Spec):
    """A layer that is not yet part of a model. Called on values of a model, it becomes one of its layers, and gives the value
    that it computes; called again, it uses the same weights. `layer_name` is the model's name for it then."""

    layer_name: str | None = None
    _model: Model | None = None

    def __call__(self, *inputs: Value | Iterable[Value]) -> Value:
        from .model import Value
        values: list[Value] = []
        for one in inputs:
            values += [one] if isinstance(one, Value) else list(one)
        if not values:
            raise ValueError("a layer is called on at least one value")
        model = values[0].model
        if any(value.model is not model for value in values):
            raise ValueError("%s: the values are of two models" % self.text)
        if self._model is not None and self._model is not model:
            raise ValueError("%s is a layer of another model" % self.text)
        made = model._call(self.text if self._model is None else None, self.layer_name or "", values)
        if self._model is None:
            self._model, self.layer_name = model, made.name
        return made
