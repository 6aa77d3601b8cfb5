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
        gradients = loss.graph.gradients(loss, variables)
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

    def _update(self, gradient, variable):
        return ops.resource_apply_gradient_descent(variable, self.rate, gradient)


class Momentum(Optimizer):
    """accumulator = momentum * accumulator + gradient; variable -= rate * accumulator."""

    def __init__(self, rate: TensorLike, momentum: TensorLike = 0.9, nesterov: bool = False):
        self.rate, self.momentum, self.nesterov = rate, momentum, nesterov

    def _update(self, gradient, variable):
        return ops.resource_apply_momentum(variable, self._slot(variable, "Momentum"), self.rate, gradient, self.momentum,
                                           use_nesterov=self.nesterov)


class Adam(Optimizer):
    """Source: Kingma and Ba 2015, algorithm 1, with the order of computation at the end of its section 2. One Adam serves
    one apply: its powers of beta are its own variables."""

    def __init__(self, rate: TensorLike = 0.001, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-8,
                 name: str = "Adam"):
        self.rate, self.beta1, self.beta2, self.epsilon, self.name = rate, beta1, beta2, epsilon, name
        self._powers: tuple[Variable, Variable] | None = None

    def _update(self, gradient, variable):
        if self._powers is None:
            self._powers = tuple(Variable(beta, gradient.dtype, "%s/%s" % (self.name, power), trainable=False)
                                 for beta, power in ((self.beta1, "beta1_power"), (self.beta2, "beta2_power")))
        m, v = self._slot(variable, self.name), self._slot(variable, self.name + "_1")
        return ops.resource_apply_adam(variable, m, v, *self._powers, self.rate, self.beta1, self.beta2, self.epsilon,
                                       gradient)

    def _finish(self, updates):
        graph, (power1, power2) = updates[0].graph, self._powers
        with graph.control_dependencies(updates):  # every update has read the powers
            # Constants and reads within the scope wait for the updates as well.
            return [power1.assign(power1.read() * self.beta1), power2.assign(power2.read() * self.beta2)]
