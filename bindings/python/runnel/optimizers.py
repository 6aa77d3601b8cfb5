"""Optimizers: from a loss to the node that takes one step of training. A rate may be an output, to be fed."""
from __future__ import annotations

from typing import Sequence

from . import ops
from ._build import TensorLike
from .graph import Node, Output
from .variables import Variable


class Optimizer:
    """What all optimizers share. Slots are variables named "<variable>/<slot>", so checkpoints have them too."""

    def minimize(self, loss: Output, variables: Sequence[Variable] | None = None, name: str = "") -> Node:
        """A step against the gradients of `loss`; of all trainable variables of its graph, unless some are named."""
        variables = [v for v in loss.graph.variables if v.trainable] if variables is None else list(variables)
        gradients = loss.graph.gradients(self._scaled(loss), variables)
        return self.apply([(g, v) for g, v in zip(gradients, variables) if g is not None], name)

    def apply(self, gradients_and_variables: Sequence[tuple[Output, Variable]], name: str = "") -> Node:
        """A node after which each variable was updated by its gradient. Raises ValueError without any."""
        if not gradients_and_variables:
            raise ValueError("the loss depends on none of the variables")
        graph = gradients_and_variables[0][1].graph
        with graph:
            updates = []
            for gradient, variable in gradients_and_variables:
                with variable.at_home():
                    updates.append(self._update(gradient, variable))
            updates += self._finish(updates)
            return graph.group(*updates, name=name)

    def _scaled(self, loss: Output) -> Output:
        return loss

    def _update(self, gradient: Output, variable: Variable) -> Node:
        raise NotImplementedError

    def _finish(self, updates: list[Node]) -> list[Node]:
        return []

    def _slot(self, variable: Variable, name: str) -> Variable:
        zeros = ops.zeros_like(variable.initial)
        return Variable(zeros, name="%s/%s" % (variable.name, name), trainable=False)


class SGD(Optimizer):
    """variable -= rate * gradient."""

    def __init__(self, rate: TensorLike):
        self.rate = rate

    def _update(self, gradient: Output, variable: Variable) -> Node:
        return ops.resource_apply_gradient_descent(variable, self.rate, gradient)


class Momentum(Optimizer):
    """accumulator = momentum * accumulator + gradient; variable -= rate * accumulator."""

    def __init__(self, rate: TensorLike, momentum: TensorLike = 0.9, nesterov: bool = False):
        self.rate, self.momentum, self.nesterov = rate, momentum, nesterov

    def _update(self, gradient: Output, variable: Variable) -> Node:
        return ops.resource_apply_momentum(variable, self._slot(variable, "Momentum"), self.rate, gradient, self.momentum,
                                           use_nesterov=self.nesterov)


class Adam(Optimizer):
    """Source: Kingma and Ba 2015, algorithm 1, with the order of computation at the end of its section 2. One Adam serves
    one apply: its powers of beta are its own variables."""

    def __init__(self, rate: TensorLike = 0.001, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-8,
                 name: str = "Adam"):
        self.rate, self.beta1, self.beta2, self.epsilon, self.name = rate, beta1, beta2, epsilon, name
        self._powers: tuple[Variable, Variable] | None = None

    def _update(self, gradient: Output, variable: Variable) -> Node:
        if self._powers is None:
            self._powers = (Variable(self.beta1, gradient.dtype, self.name + "/beta1_power", trainable=False),
                            Variable(self.beta2, gradient.dtype, self.name + "/beta2_power", trainable=False))
        m, v = self._slot(variable, self.name), self._slot(variable, self.name + "_1")
        return ops.resource_apply_adam(variable, m, v, *self._powers, self.rate, self.beta1, self.beta2, self.epsilon,
                                       gradient)

    def _finish(self, updates: list[Node]) -> list[Node]:
        assert self._powers is not None  # as the updates have it
        graph, (power1, power2) = updates[0].graph, self._powers
        with graph.control_dependencies(updates):  # every update has read the powers
            # Constants and reads within the scope wait for the updates as well.
            return [power1.assign(power1.read() * self.beta1), power2.assign(power2.read() * self.beta2)]


class LossScale(Optimizer):
    """For values in half precision: another optimizer on the gradients of the loss times a scale, so that small ones do
    not vanish, divided by it again. A step whose gradients are not all finite changes no variable and no slot, and the
    scale is divided by `factor`, down to 1; after `growth_steps` finite steps in a row it is multiplied. The loss and the
    variables should be of float32, or whatever holds the scale. Source: Micikevicius et al. 2018, section 3.2."""

    def __init__(self, optimizer: Optimizer, initial: float = 2.0**15, growth_steps: int = 2000, factor: float = 2.0,
                 name: str = "loss_scale"):
        largest = 3.4028234e38  # that a float holds
        if not (1 <= initial <= largest and growth_steps >= 1 and 1 < factor <= largest):
            raise ValueError("a loss scale from 1, growth steps from 1 and a factor above 1, all finite, got %r, %r and %r"
                             % (initial, growth_steps, factor))
        self.optimizer, self.initial, self.growth_steps, self.factor, self.name = (optimizer, initial, growth_steps, factor,
                                                                                   name)
        self.scale: Variable | None = None  # of float32; these two are there once there is a loss
        self.good_steps: Variable | None = None  # finite ones since the scale changed, of int64

    def _scaled(self, loss: Output) -> Output:
        with loss.graph:
            self.scale = Variable(self.initial, "float32", self.name + "/current_loss_scale", trainable=False)
            self.good_steps = Variable(0, "int64", self.name + "/good_steps", trainable=False)
            return loss * ops.cast(self.scale.read(), DstT=loss.dtype)

    def apply(self, gradients_and_variables: Sequence[tuple[Output, Variable]], name: str = "") -> Node:
        if self.scale is None or self.good_steps is None:
            raise ValueError("LossScale.apply without a scaled loss: call minimize")
        graph = self.scale.graph
        finite: Output | None = None
        passed: list[tuple[Output, Variable]] = []
        with graph:
            scale, good = self.scale.read(), self.good_steps.read()
            for gradient, variable in gradients_and_variables:
                gradient = gradient / ops.cast(scale, DstT=gradient.dtype)
                all_finite = ops.all(ops.is_finite(ops.reshape(gradient, [-1])), [0])
                finite = all_finite if finite is None else ops.logical_and(finite, all_finite)
                passed.append((gradient, variable))
            if finite is None:
                return self.optimizer.apply([], name)
            # What is dead updates nothing, nor does what waits for it.
            update = self.optimizer.apply([(ops.switch(g, finite).output_true, v) for g, v in passed])
            grows = ops.greater_equal(good + 1, graph.constant(self.growth_steps, "int64"))
            larger = ops.minimum(scale * self.factor, 3.4028234e38)
            next_scale = ops.select(finite, ops.select(grows, larger, scale), ops.maximum(scale / self.factor, 1.0))
            none = graph.constant(0, "int64")
            next_good = ops.select(finite, ops.select(grows, none, good + 1), none)
            return graph.group(update, self.scale.assign(next_scale), self.good_steps.assign(next_good), name=name)
