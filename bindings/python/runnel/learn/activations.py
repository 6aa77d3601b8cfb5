"""Activations: functions of one value that layers apply to what they give.

Made from the rows of core/learn by tools/generate; not to be edited."""
from __future__ import annotations

from ._spec import Spec


class celu(Spec):
    """The activation celu."""

    def __init__(self, alpha: float = 1.0) -> None:
        super().__init__("celu", (), (("alpha", alpha, 1.0),))


class elu(Spec):
    """The activation elu."""

    def __init__(self) -> None:
        super().__init__("elu", (), ())


class exponential(Spec):
    """The activation exponential."""

    def __init__(self) -> None:
        super().__init__("exponential", (), ())


class gelu(Spec):
    """The activation gelu."""

    def __init__(self, approximate: bool = False) -> None:
        super().__init__("gelu", (), (("approximate", approximate, False),))


class glu(Spec):
    """The activation glu."""

    def __init__(self) -> None:
        super().__init__("glu", (), ())


class hard_shrink(Spec):
    """The activation hard_shrink."""

    def __init__(self, threshold: float = 0.5) -> None:
        super().__init__("hard_shrink", (), (("threshold", threshold, 0.5),))


class hard_sigmoid(Spec):
    """The activation hard_sigmoid."""

    def __init__(self) -> None:
        super().__init__("hard_sigmoid", (), ())


class hard_silu(Spec):
    """The activation hard_silu."""

    def __init__(self) -> None:
        super().__init__("hard_silu", (), ())


class hard_tanh(Spec):
    """The activation hard_tanh."""

    def __init__(self) -> None:
        super().__init__("hard_tanh", (), ())


class leaky_relu(Spec):
    """The activation leaky_relu."""

    def __init__(self, negative_slope: float = 0.2) -> None:
        super().__init__("leaky_relu", (), (("negative_slope", negative_slope, 0.2),))


class log_sigmoid(Spec):
    """The activation log_sigmoid."""

    def __init__(self) -> None:
        super().__init__("log_sigmoid", (), ())


class log_softmax(Spec):
    """The activation log_softmax."""

    def __init__(self) -> None:
        super().__init__("log_softmax", (), ())


class mish(Spec):
    """The activation mish."""

    def __init__(self) -> None:
        super().__init__("mish", (), ())


class relu(Spec):
    """The activation relu."""

    def __init__(self) -> None:
        super().__init__("relu", (), ())


class relu6(Spec):
    """The activation relu6."""

    def __init__(self) -> None:
        super().__init__("relu6", (), ())


class selu(Spec):
    """The activation selu."""

    def __init__(self) -> None:
        super().__init__("selu", (), ())


class sigmoid(Spec):
    """The activation sigmoid."""

    def __init__(self) -> None:
        super().__init__("sigmoid", (), ())


class silu(Spec):
    """The activation silu."""

    def __init__(self) -> None:
        super().__init__("silu", (), ())


class soft_shrink(Spec):
    """The activation soft_shrink."""

    def __init__(self, threshold: float = 0.5) -> None:
        super().__init__("soft_shrink", (), (("threshold", threshold, 0.5),))


class softmax(Spec):
    """The activation softmax."""

    def __init__(self) -> None:
        super().__init__("softmax", (), ())


class softplus(Spec):
    """The activation softplus."""

    def __init__(self) -> None:
        super().__init__("softplus", (), ())


class softsign(Spec):
    """The activation softsign."""

    def __init__(self) -> None:
        super().__init__("softsign", (), ())


class sparse_plus(Spec):
    """The activation sparse_plus."""

    def __init__(self) -> None:
        super().__init__("sparse_plus", (), ())


class sparse_sigmoid(Spec):
    """The activation sparse_sigmoid."""

    def __init__(self) -> None:
        super().__init__("sparse_sigmoid", (), ())


class sparsemax(Spec):
    """The activation sparsemax."""

    def __init__(self) -> None:
        super().__init__("sparsemax", (), ())


class squareplus(Spec):
    """The activation squareplus."""

    def __init__(self, b: float = 4.0) -> None:
        super().__init__("squareplus", (), (("b", b, 4.0),))


class tanh(Spec):
    """The activation tanh."""

    def __init__(self) -> None:
        super().__init__("tanh", (), ())


class tanh_shrink(Spec):
    """The activation tanh_shrink."""

    def __init__(self) -> None:
        super().__init__("tanh_shrink", (), ())


class threshold(Spec):
    """The activation threshold."""

    def __init__(self, threshold: float, default_value: float) -> None:
        super().__init__("threshold", (("threshold", threshold), ("default_value", default_value),), ())
