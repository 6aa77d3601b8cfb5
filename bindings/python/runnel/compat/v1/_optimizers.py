"""Optimizers: each is the slots of a variable and the ops that update it by a dense or a sparse gradient."""
from __future__ import annotations

from typing import Any

from ...dtypes import DType
from ...graph import Operators
from . import _array, _math, initializers
from ._apply import apply, constant, convert_to_tensor, definition
from ._control_flow import group
from ._gradients import gradients
from ._graph import GraphKeys, control_dependencies, get_default_graph, init_scope, name_scope
from ._values import IndexedSlices
from ._variable_scope import get_variable, variable_scope
from ._variables import Variable, trainable_variables


class Optimizer:
    """minimize is compute_gradients and then apply_gradients."""

    GATE_NONE, GATE_OP, GATE_GRAPH = 0, 1, 2
    _dense_op = _sparse_op = ""
    _settings: dict[str, Any] = {}  # attrs of both ops

    def __init__(self, use_locking: bool = False, name: str = ""):
        if not name:
            raise ValueError("Must specify the optimizer name")
        self._use_locking, self._name = use_locking, name
        self._slots: dict[str, dict[Any, Variable]] = {}
        self._non_slots: dict[Any, Variable] = {}
        self._hyper: dict[str, Any] = {}  # a number or tensor, by the name of the op's input
        self._tensors: dict[str, Any] = {}

    def get_name(self) -> str:
        return self._name

    def minimize(self, loss: Any, global_step: Any = None, var_list: Any = None, gate_gradients: Any = 1, aggregation_method: Any = None,
                 colocate_gradients_with_ops: bool = False, name: Any = None, grad_loss: Any = None) -> Any:
        """An operation that takes one step against the gradients of loss. Raises ValueError where it depends on no variable."""
        pairs = self.compute_gradients(loss, var_list, gate_gradients, aggregation_method, colocate_gradients_with_ops, grad_loss)
        if not any(g is not None for g, _ in pairs):
            raise ValueError("No gradients provided for any variable, check your graph for ops that do not support gradients, between variables "
                             "%s and loss %s." % ([str(v) for _, v in pairs], loss))
        return self.apply_gradients(pairs, global_step, name)

    def compute_gradients(self, loss: Any, var_list: Any = None, gate_gradients: Any = 1, aggregation_method: Any = None,
                          colocate_gradients_with_ops: bool = False, grad_loss: Any = None) -> list[tuple[Any, Any]]:
        if callable(loss):
            raise NotImplementedError("a loss that is a function is UNIMPLEMENTED in graphs: give its tensor")
        variables = trainable_variables() if var_list is None else var_list if isinstance(var_list, (list, tuple)) else [var_list]
        if not variables:
            raise ValueError("No variables to optimize.")
        return list(zip(gradients(loss, list(variables), grad_ys=grad_loss), variables))

    def apply_gradients(self, grads_and_vars: Any, global_step: Any = None, name: Any = None) -> Any:
        pairs = list(grads_and_vars)
        if not pairs:
            raise ValueError("No variables provided.")
        pairs = [(g if g is None or isinstance(g, (Operators, IndexedSlices)) else convert_to_tensor(g), v) for g, v in pairs]
        used = [v for g, v in pairs if g is not None]
        if not used:
            raise ValueError("No gradients provided for any variable: %s." % ([str(v) for _, v in pairs],))
        with init_scope():
            self._create_slots(used)
        graph = get_default_graph()
        with name_scope(name, self._name) as scope:
            self._prepare()
            updates = []
            for gradient, variable in pairs:
                if gradient is not None:
                    with name_scope("update_" + variable.op.name), graph.colocate_with(variable.op):
                        updates.append(self._update(gradient, variable))
            if global_step is None:
                applied = self._finish(updates, scope)
            else:
                with control_dependencies([self._finish(updates, "update")]), graph.colocate_with(global_step.op):
                    applied = apply("AssignAddVariableOp", global_step.handle, constant(1, global_step.dtype), name=scope)
            train_ops = graph.get_collection_ref(GraphKeys.TRAIN_OP)
            if applied not in train_ops:
                train_ops.append(applied)
            return applied

    # ---- slots

    def get_slot(self, var: Any, name: str) -> Any:
        return self._slots.get(name, {}).get(var)

    def get_slot_names(self) -> list[str]:
        return sorted(self._slots)

    def variables(self) -> list[Any]:
        every = list(self._non_slots.values()) + [v for slots in self._slots.values() for v in slots.values()]
        return sorted((v for v in every if v.graph is get_default_graph()), key=lambda v: v.name)

    def _slot(self, variable: Any, slot: str, initializer: Any = None, name: Any = None) -> Variable:
        slots = self._slots.setdefault(slot, {})
        if variable not in slots:
            initializer = initializers.Zeros() if initializer is None else initializer
            with variable_scope(None, variable.op.name + "/" + (name or self._name)), get_default_graph().colocate_with(variable.op):
                shape = variable.shape
                if not shape.is_fully_defined():
                    raise ValueError("a slot of %s needs the variable's shape, which is %s" % (variable.name, shape))
                made = slots[variable] = get_variable("", shape, variable.dtype, initializer, trainable=False)
            part = variable._save_slice_info
            if part is not None:  # the slot is such a part, too
                full_name = part.full_name + made.op.name[len(variable.op.name):]
                made._set_save_slice_info(Variable.SaveSliceInfo(full_name, part.full_shape, part.var_offset, part.var_shape))
        return slots[variable]

    def _non_slot(self, initial: Any, name: str) -> Variable:
        key = name, get_default_graph()
        if key not in self._non_slots:
            self._non_slots[key] = Variable(initial, name=name, trainable=False)
        return self._non_slots[key]

    def _create_slots(self, variables: list[Any]) -> None:
        pass

    # ---- updates

    def _prepare(self) -> None:
        for name, value in self._hyper.items():
            self._tensors[name] = convert_to_tensor(value() if callable(value) and not isinstance(value, Operators) else value, name=name)

    def _values(self, variable: Any, dtype: DType) -> dict[str, Any]:
        """Inputs of the ops by their names, beside the variable, the gradient and the indices."""
        return {}

    def _update(self, gradient: Any, variable: Any) -> Any:
        if isinstance(gradient, IndexedSlices):
            return self._apply_sparse(gradient, variable)
        return self._run(self._dense_op, gradient, variable)

    def _apply_sparse(self, gradient: IndexedSlices, variable: Any) -> Any:
        values, indices = summed(gradient.values, gradient.indices)
        return self._run(self._sparse_op, values, variable, indices)

    def _run(self, op: str, gradient: Any, variable: Any, indices: Any = None) -> Any:
        dtype = variable.dtype
        gradient = _math.cast(gradient, dtype) if gradient.dtype != dtype else gradient
        known = {"var": variable, "grad": gradient, "delta": gradient, "indices": indices, **self._values(variable, dtype)}
        inputs = []
        for argument in definition(op).inputs:
            value = known[argument.name]
            if argument.fixed == DType.resource:
                inputs.append(value.handle)
            else:
                inputs.append(_math.cast(value, dtype) if isinstance(value, Operators) and argument.name not in ("indices", "global_step") else value)
        return apply(op, *inputs, use_locking=self._use_locking, **self._settings)

    def _finish(self, updates: list[Any], name: str) -> Any:
        return group(*updates, name=name)


def summed(values: Any, indices: Any) -> tuple[Any, Any]:
    """Slices whose indices are the same become one."""
    unique, at = apply("Unique", indices)
    return apply("UnsortedSegmentSum", values, at, _array.shape(unique)[0]), unique


class GradientDescentOptimizer(Optimizer):
    _dense_op = "ResourceApplyGradientDescent"

    def __init__(self, learning_rate: Any, use_locking: bool = False, name: str = "GradientDescent"):
        super().__init__(use_locking, name)
        self._hyper = {"learning_rate": learning_rate}

    def _values(self, variable: Any, dtype: DType) -> dict[str, Any]:
        return {"alpha": self._tensors["learning_rate"]}

    def _apply_sparse(self, gradient: IndexedSlices, variable: Any) -> Any:
        rate = _math.cast(self._tensors["learning_rate"], variable.dtype)
        return apply("ResourceScatterAdd", variable.handle, gradient.indices, -gradient.values * rate)


class MomentumOptimizer(Optimizer):
    _dense_op, _sparse_op = "ResourceApplyMomentum", "ResourceSparseApplyMomentum"

    def __init__(self, learning_rate: Any, momentum: Any, use_locking: bool = False, name: str = "Momentum", use_nesterov: bool = False):
        super().__init__(use_locking, name)
        self._hyper = {"learning_rate": learning_rate, "momentum": momentum}
        self._settings = {"use_nesterov": use_nesterov}

    def _create_slots(self, variables: list[Any]) -> None:
        for v in variables:
            self._slot(v, "momentum")

    def _values(self, variable: Any, dtype: DType) -> dict[str, Any]:
        return {"accum": self.get_slot(variable, "momentum"), "lr": self._tensors["learning_rate"], "momentum": self._tensors["momentum"]}


class AdagradOptimizer(Optimizer):
    """Source: Duchi et al. 2011."""

    _dense_op, _sparse_op = "ResourceApplyAdagrad", "ResourceSparseApplyAdagrad"

    def __init__(self, learning_rate: Any, initial_accumulator_value: float = 0.1, use_locking: bool = False, name: str = "Adagrad"):
        super().__init__(use_locking, name)
        if initial_accumulator_value <= 0:
            raise ValueError("initial_accumulator_value must be positive: %s" % initial_accumulator_value)
        self._initial, self._hyper = initial_accumulator_value, {"learning_rate": learning_rate}

    def _create_slots(self, variables: list[Any]) -> None:
        for v in variables:
            self._slot(v, "accumulator", initializers.Constant(self._initial, v.dtype))

    def _values(self, variable: Any, dtype: DType) -> dict[str, Any]:
        return {"accum": self.get_slot(variable, "accumulator"), "lr": self._tensors["learning_rate"]}


class AdagradDAOptimizer(Optimizer):
    """Source: Duchi et al. 2011, dual averaging."""

    _dense_op, _sparse_op = "ResourceApplyAdagradDA", "ResourceSparseApplyAdagradDA"

    def __init__(self, learning_rate: Any, global_step: Any, initial_gradient_squared_accumulator_value: float = 0.1,
                 l1_regularization_strength: float = 0.0, l2_regularization_strength: float = 0.0, use_locking: bool = False, name: str = "AdagradDA"):
        super().__init__(use_locking, name)
        self._initial, self._global_step = initial_gradient_squared_accumulator_value, global_step
        self._l1, self._l2, self._hyper = l1_regularization_strength, l2_regularization_strength, {"learning_rate": learning_rate}

    def _create_slots(self, variables: list[Any]) -> None:
        for v in variables:
            self._slot(v, "gradient_accumulator", name=self._name + "/g")
            self._slot(v, "gradient_squared_accumulator", initializers.Constant(self._initial, v.dtype), name=self._name + "/gg")

    def _values(self, variable: Any, dtype: DType) -> dict[str, Any]:
        step = _array.identity(self._global_step) + 1
        return {"gradient_accumulator": self.get_slot(variable, "gradient_accumulator"),
                "gradient_squared_accumulator": self.get_slot(variable, "gradient_squared_accumulator"), "lr": self._tensors["learning_rate"],
                "l1": constant(self._l1, dtype), "l2": constant(self._l2, dtype), "global_step": _math.cast(step, DType.int64)}


class AdadeltaOptimizer(Optimizer):
    """Source: Zeiler 2012."""

    _dense_op, _sparse_op = "ResourceApplyAdadelta", "ResourceSparseApplyAdadelta"

    def __init__(self, learning_rate: Any = 0.001, rho: Any = 0.95, epsilon: Any = 1e-8, use_locking: bool = False, name: str = "Adadelta"):
        super().__init__(use_locking, name)
        self._hyper = {"lr": learning_rate, "rho": rho, "epsilon": epsilon}

    def _create_slots(self, variables: list[Any]) -> None:
        for v in variables:
            self._slot(v, "accum")
            self._slot(v, "accum_update")

    def _values(self, variable: Any, dtype: DType) -> dict[str, Any]:
        return {"accum": self.get_slot(variable, "accum"), "accum_update": self.get_slot(variable, "accum_update"), **self._tensors}


class AdamOptimizer(Optimizer):
    """Source: Kingma and Ba 2015."""

    _dense_op = "ResourceApplyAdam"

    def __init__(self, learning_rate: Any = 0.001, beta1: Any = 0.9, beta2: Any = 0.999, epsilon: Any = 1e-8, use_locking: bool = False,
                 name: str = "Adam"):
        super().__init__(use_locking, name)
        self._hyper = {"learning_rate": learning_rate, "beta1": beta1, "beta2": beta2, "epsilon": epsilon}

    def _powers(self) -> tuple[Variable, Variable]:
        graph = get_default_graph()
        return self._non_slots["beta1_power", graph], self._non_slots["beta2_power", graph]

    def _create_slots(self, variables: list[Any]) -> None:
        first = min(variables, key=lambda v: v.name)
        with get_default_graph().colocate_with(first.op):
            for name in ("beta1", "beta2"):
                value = self._hyper[name]
                self._non_slot(value() if callable(value) else value, name + "_power")
        for v in variables:
            self._slot(v, "m")
            self._slot(v, "v")

    def _values(self, variable: Any, dtype: DType) -> dict[str, Any]:
        beta1_power, beta2_power = self._powers()
        tensors = dict(self._tensors)
        return {"m": self.get_slot(variable, "m"), "v": self.get_slot(variable, "v"), "beta1_power": beta1_power, "beta2_power": beta2_power,
                "lr": tensors.pop("learning_rate"), **tensors}

    def _apply_sparse(self, gradient: IndexedSlices, variable: Any) -> Any:
        """The moments of all rows decay, and all rows move, as TensorFlow 1's do."""
        dtype = variable.dtype
        values, indices = summed(gradient.values, gradient.indices)
        beta1_power, beta2_power = (_math.cast(p, dtype) for p in self._powers())
        rate, beta1, beta2, epsilon = (_math.cast(self._tensors[n], dtype) for n in ("learning_rate", "beta1", "beta2", "epsilon"))
        lr = rate * _math.sqrt(1 - beta2_power) / (1 - beta1_power)
        moments = []
        for slot, beta, scaled in (("m", beta1, values * (1 - beta1)), ("v", beta2, (values * values) * (1 - beta2))):
            kept = self.get_slot(variable, slot)
            with control_dependencies([kept.assign(kept * beta, read_value=False)]):
                added = apply("ResourceScatterAdd", kept.handle, indices, scaled)
            with control_dependencies([added]):
                moments.append(kept.value())
        m, v = moments
        moved = variable.assign_sub(lr * m / (_math.sqrt(v) + epsilon), read_value=False)
        return group(moved, m, v)

    def _finish(self, updates: list[Any], name: str) -> Any:
        with control_dependencies(updates):
            powers = self._powers()
            with get_default_graph().colocate_with(powers[0].op):
                more = [p.assign(p * self._tensors[b], read_value=False) for p, b in zip(powers, ("beta1", "beta2"))]
        return group(*updates, *more, name=name)


class RMSPropOptimizer(Optimizer):
    """Source: Tieleman and Hinton 2012."""

    def __init__(self, learning_rate: Any, decay: Any = 0.9, momentum: Any = 0.0, epsilon: Any = 1e-10, use_locking: bool = False,
                 centered: bool = False, name: str = "RMSProp"):
        super().__init__(use_locking, name)
        self._centered = centered
        self._hyper = {"learning_rate": learning_rate, "decay": decay, "momentum": momentum, "epsilon": epsilon}
        kind = "CenteredRMSProp" if centered else "RMSProp"
        self._dense_op, self._sparse_op = "ResourceApply" + kind, "ResourceSparseApply" + kind

    def _create_slots(self, variables: list[Any]) -> None:
        for v in variables:
            self._slot(v, "rms", initializers.Ones(v.dtype))
            if self._centered:
                self._slot(v, "mg")
            self._slot(v, "momentum")

    def _values(self, variable: Any, dtype: DType) -> dict[str, Any]:
        return {"ms": self.get_slot(variable, "rms"), "mg": self.get_slot(variable, "mg"), "mom": self.get_slot(variable, "momentum"),
                "lr": self._tensors["learning_rate"], "rho": self._tensors["decay"], "momentum": self._tensors["momentum"],
                "epsilon": self._tensors["epsilon"]}


class FtrlOptimizer(Optimizer):
    """Follow the regularised leader. Source: McMahan et al. 2013."""

    def __init__(self, learning_rate: Any, learning_rate_power: float = -0.5, initial_accumulator_value: float = 0.1,
                 l1_regularization_strength: float = 0.0, l2_regularization_strength: float = 0.0, use_locking: bool = False, name: str = "Ftrl",
                 accum_name: Any = None, linear_name: Any = None, l2_shrinkage_regularization_strength: float = 0.0, beta: Any = None):
        super().__init__(use_locking, name)
        if beta:
            raise NotImplementedError("FtrlOptimizer with beta is UNIMPLEMENTED")
        self._initial, self._names = initial_accumulator_value, (accum_name, linear_name)
        self._l1, self._l2, self._shrinkage = l1_regularization_strength, l2_regularization_strength, l2_shrinkage_regularization_strength
        self._hyper = {"learning_rate": learning_rate, "l1_regularization_strength": self._l1, "l2_regularization_strength": self._l2,
                       "l2_shrinkage_regularization_strength": self._shrinkage, "learning_rate_power": learning_rate_power}
        version = "FtrlV2" if self._shrinkage > 0 else "Ftrl"
        self._dense_op, self._sparse_op = "ResourceApply" + version, "ResourceSparseApply" + version

    def _create_slots(self, variables: list[Any]) -> None:
        for v in variables:
            self._slot(v, "accum", initializers.Constant(self._initial, v.dtype), self._names[0])
            self._slot(v, "linear", name=self._names[1])

    def _values(self, variable: Any, dtype: DType) -> dict[str, Any]:
        return {"accum": self.get_slot(variable, "accum"), "linear": self.get_slot(variable, "linear"), "lr": self._tensors["learning_rate"],
                "l1": self._tensors["l1_regularization_strength"], "l2": self._tensors["l2_regularization_strength"],
                "l2_shrinkage": self._tensors["l2_shrinkage_regularization_strength"], "lr_power": self._tensors["learning_rate_power"]}


class ProximalGradientDescentOptimizer(Optimizer):
    _dense_op, _sparse_op = "ResourceApplyProximalGradientDescent", "ResourceSparseApplyProximalGradientDescent"

    def __init__(self, learning_rate: Any, l1_regularization_strength: float = 0.0, l2_regularization_strength: float = 0.0,
                 use_locking: bool = False, name: str = "ProximalGradientDescent"):
        super().__init__(use_locking, name)
        self._hyper = {"alpha": learning_rate, "l1": l1_regularization_strength, "l2": l2_regularization_strength}

    def _values(self, variable: Any, dtype: DType) -> dict[str, Any]:
        return dict(self._tensors)


class ProximalAdagradOptimizer(AdagradOptimizer):
    _dense_op, _sparse_op = "ResourceApplyProximalAdagrad", "ResourceSparseApplyProximalAdagrad"

    def __init__(self, learning_rate: Any, initial_accumulator_value: float = 0.1, l1_regularization_strength: float = 0.0,
                 l2_regularization_strength: float = 0.0, use_locking: bool = False, name: str = "ProximalAdagrad"):
        super().__init__(learning_rate, initial_accumulator_value, use_locking, name)
        self._hyper.update(l1=l1_regularization_strength, l2=l2_regularization_strength)

    def _values(self, variable: Any, dtype: DType) -> dict[str, Any]:
        return {**super()._values(variable, dtype), "l1": self._tensors["l1"], "l2": self._tensors["l2"]}


class ExponentialMovingAverage:
    """Averages of variables and tensors: average = decay * average + (1 - decay) * value."""

    def __init__(self, decay: Any, num_updates: Any = None, zero_debias: bool = False, name: str = "ExponentialMovingAverage"):
        self._decay, self._num_updates, self._zero_debias, self._name = decay, num_updates, zero_debias, name
        self._averages: dict[Any, Variable] = {}

    @property
    def name(self) -> str:
        return self._name

    def apply(self, var_list: Any = None) -> Any:
        """The operation that updates the averages."""
        var_list = trainable_variables() if var_list is None else list(var_list)
        for value in var_list:
            if value in self._averages:
                continue
            with init_scope(), variable_scope(None, value.op.name + "/" + self._name):
                if isinstance(value, Variable):
                    average = Variable(value.initial_value, name=get_default_graph().get_name_scope() + "/", trainable=False)
                else:
                    shape = value.shape
                    average = Variable(lambda: _array.zeros(shape, value.dtype), name=get_default_graph().get_name_scope() + "/", trainable=False)
            self._averages[value] = average
            get_default_graph().add_to_collection(GraphKeys.MOVING_AVERAGE_VARIABLES, value)
        with name_scope(self._name) as scope:
            decay = convert_to_tensor(self._decay, name="decay")
            if self._num_updates is not None:
                count = _math.cast(self._num_updates, DType.float32)
                decay = _math.minimum(decay, (1.0 + count) / (10.0 + count))
            updates = []
            for value in var_list:
                average = self._averages[value]
                rate = _math.cast(1.0 - decay, value.dtype)
                updates.append(average.assign_sub((average - value) * rate, read_value=False))
            return group(*updates, name=scope)

    def average(self, var: Any) -> Any:
        return self._averages.get(var)

    def average_name(self, var: Any) -> str:
        known = self._averages.get(var)
        return known.op.name if known is not None else var.op.name + "/" + self._name

    def variables_to_restore(self, moving_avg_variables: Any = None) -> dict[str, Any]:
        from ._variables import global_variables, moving_average_variables
        moving = set(moving_avg_variables if moving_avg_variables is not None else trainable_variables() + moving_average_variables())
        names = {self.average_name(v): v for v in moving}
        taken = {v.op.name for v in moving} | {v.op.name for v in self._averages.values()}
        names.update({v.op.name: v for v in global_variables() if v.op.name not in taken and v.op.name not in names})
        return names
