"""The global step: the variable that counts steps of training."""
from __future__ import annotations

from typing import Any

from ...dtypes import DType
from . import initializers
from ._graph import GraphKeys, get_default_graph
from ._variable_scope import get_variable


def get_global_step(graph: Any = None) -> Any:
    """None if the graph has none."""
    graph = graph or get_default_graph()
    found = graph.get_collection(GraphKeys.GLOBAL_STEP)
    if len(found) > 1:
        raise TypeError("Multiple variables in collection GLOBAL_STEP: %s" % found)
    if found:
        return found[0]
    return next((v for v in graph.get_collection(GraphKeys.GLOBAL_VARIABLES) if v.op.name == "global_step"), None)


def create_global_step(graph: Any = None) -> Any:
    graph = graph or get_default_graph()
    if get_global_step(graph) is not None:
        raise ValueError("\"global_step\" already exists.")
    with graph.as_default(), graph.name_scope(None):
        return get_variable(GraphKeys.GLOBAL_STEP, shape=[], dtype=DType.int64, initializer=initializers.Zeros(), trainable=False,
                            collections=[GraphKeys.GLOBAL_VARIABLES, GraphKeys.GLOBAL_STEP])


def get_or_create_global_step(graph: Any = None) -> Any:
    graph = graph or get_default_graph()
    found = get_global_step(graph)
    return create_global_step(graph) if found is None else found


def assert_global_step(global_step_tensor: Any) -> None:
    if not global_step_tensor.dtype.is_integer:
        raise TypeError("Existing \"global_step\" does not have integer type: %s" % global_step_tensor.dtype)
    if global_step_tensor.get_shape().ndims not in (None, 0):
        raise TypeError("Existing \"global_step\" is not scalar: %s" % global_step_tensor.get_shape())


def global_step(sess: Any, global_step_tensor: Any) -> int:
    return int(sess.run(global_step_tensor))
