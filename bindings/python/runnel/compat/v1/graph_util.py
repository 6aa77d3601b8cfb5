"""tf.graph_util, and tf.import_graph_def."""
from __future__ import annotations

from typing import Any

from ...graph import Graph as PlainGraph
from ...graph import Output
from ...session import Session as PlainSession
from ._graph import get_default_graph
from ._protos import GraphDef

__all__ = ["convert_variables_to_constants", "extract_sub_graph", "import_graph_def"]


def import_graph_def(graph_def: Any, input_map: Any = None, return_elements: Any = None, name: Any = None, op_dict: Any = None,
                     producer_op_list: Any = None) -> Any:
    """Adds the nodes of a graph below `name` ("import"; "": as they are called). input_map: tensors that stand in for the def's, by name.
    Gives the elements of return_elements, operations and tensors by their names in the def."""
    graph = get_default_graph()
    graph._check_not_finalized()
    data = graph_def.SerializeToString() if hasattr(graph_def, "SerializeToString") else graph_def
    prefix = "import" if name is None else name
    prefix = graph.unique_name(prefix) if prefix and not prefix.endswith("/") else prefix.rstrip("/")
    inputs: dict[str, Output] = {k.lstrip("^"): graph._take(v) if isinstance(v, Output) else v for k, v in (input_map or {}).items()}  # type: ignore[arg-type]
    first, context = len(graph), graph._state.context
    graph.import_graph_def(data, prefix=prefix, inputs=inputs)
    graph._adopted(first, context)
    if return_elements is None:
        return None
    at = prefix + "/" if prefix else ""
    return [graph.as_graph_element(at + e) for e in return_elements]


def convert_variables_to_constants(sess: Any, input_graph_def: Any, output_node_names: Any, variable_names_whitelist: Any = None,
                                   variable_names_blacklist: Any = None) -> GraphDef:
    """What the outputs need, with the values that variables have in the session as constants."""
    if variable_names_whitelist is not None or variable_names_blacklist is not None:
        raise NotImplementedError("white and black lists of variables are UNIMPLEMENTED: all become constants")
    return GraphDef(sess._session.freeze(list(output_node_names)))


def extract_sub_graph(graph_def: Any, dest_nodes: Any) -> GraphDef:
    """What the nodes need. Raises runnel.FailedPrecondition where that has variables."""
    if isinstance(dest_nodes, str):
        raise TypeError("dest_nodes must be a list.")
    graph = PlainGraph()
    graph.import_graph_def(graph_def.SerializeToString())
    with PlainSession(graph) as session:
        return GraphDef(session.freeze(list(dest_nodes)))
