"""What a run would do, to look at before anything runs."""
from __future__ import annotations

import ctypes
from typing import Any, Callable, Iterable, NamedTuple, Sequence

from . import _abi
from ._library import byref, check, dims, lib, text
from .dtypes import DType


def shape_arrays(shapes: Iterable[Sequence[int | None] | None]) -> tuple[Any, Any]:
    """Ranks and dims of feeds as C has them; None: as the graph says, and in a shape: not known."""
    given = list(shapes)
    sizes = [dims([-1 if d is None else d for d in shape or ()]) for shape in given]
    ranks = (ctypes.c_int32 * len(given))(*(-1 if shape is None else len(shape) for shape in given))
    pointers = (ctypes.POINTER(ctypes.c_int64) * len(given))(*(ctypes.cast(s, ctypes.POINTER(ctypes.c_int64)) for s in sizes))
    return ranks, pointers


class PlanPass(NamedTuple):
    """A pass that is on, and how many nodes there were before and after it."""

    name: str
    nodes_before: int
    nodes_after: int
    doc: str = ""  # what it does


class PlanNode(NamedTuple):
    name: str
    op: str
    device: str
    reason: str  # why it is that device: "default device", "asks for ...", "with ..."
    region: int | None  # None: the node runs on its own
    inputs: list[tuple[int, int]]  # node of the plan and its output; output -1 is a control edge
    outputs: list[tuple[DType, tuple[int, ...] | None]]  # None for an unknown rank, -1 for an unknown size
    estimate_ns: float | None  # None: nobody makes an estimate
    measured_ns: float | None  # None: it was not measured there


class PlanValue(NamedTuple):
    """What lies in a region's arena, from the op that fills it to the one that uses it last."""

    name: str  # "node:0" or "node (workspace)"
    offset_bytes: int
    size_bytes: int
    first_op: int
    last_op: int


class PlanRegion(NamedTuple):
    """Runs its ops one after another in one arena."""

    device: str
    arena_bytes: int
    live_bytes: int  # the most that is in use at once
    ops: list[str]
    values: list[PlanValue]


class Plan(NamedTuple):
    """Made by Session.plan."""

    launches: int  # kernels that a step runs; those of a loop count once
    arena_bytes: int
    passes: list[PlanPass]
    nodes: list[PlanNode]
    regions: list[PlanRegion]


def _ask(function: Callable[..., Any], *arguments: Any) -> list[Any]:
    """Values of the out parameters, whose types end the arguments."""
    places = [a() for a in arguments if isinstance(a, type)]
    check(function(*(a for a in arguments if not isinstance(a, type)), *map(byref, places)))
    return [text(p) if isinstance(p, _abi.rnl_str_t) else p.value for p in places]


_STR, _SIZE, _I32, _I64, _U64 = _abi.rnl_str_t, ctypes.c_size_t, ctypes.c_int32, ctypes.c_int64, ctypes.c_uint64


def _node(plan: int, index: int) -> PlanNode:
    *names, region = _ask(lib.rnl_plan_node, plan, index, _STR, _STR, _STR, _STR, _I32)
    inputs, outputs = [], []
    for i in range(lib.rnl_plan_num_node_inputs(plan, index)):
        output = _abi.rnl_output_t()
        check(lib.rnl_plan_node_input(plan, index, i, byref(output)))
        inputs.append((output.node, output.index))
    for i in range(lib.rnl_plan_num_node_outputs(plan, index)):
        dtype, rank, sizes = _abi.rnl_dtype_t(), _I32(), ctypes.POINTER(_I64)()
        check(lib.rnl_plan_node_output(plan, index, i, byref(dtype), byref(rank), byref(sizes)))
        outputs.append((DType(dtype.value), None if rank.value < 0 else tuple(sizes[:rank.value]) if rank.value else ()))
    estimate, measured = _ask(lib.rnl_plan_node_cost, plan, index, ctypes.c_double, ctypes.c_double)
    name, op, device, reason = names
    return PlanNode(name, op, device, reason, None if region < 0 else region, inputs, outputs,
                    None if estimate < 0 else estimate, None if measured < 0 else measured)


def _region(plan: int, index: int) -> PlanRegion:
    device, count, arena_bytes, live_bytes = _ask(lib.rnl_plan_region, plan, index, _STR, _SIZE, _U64, _U64)
    ops = [_ask(lib.rnl_plan_region_op, plan, index, i, _STR)[0] for i in range(count)]
    values = [PlanValue(*_ask(lib.rnl_plan_value, plan, index, i, _STR, _U64, _U64, _SIZE, _SIZE))
              for i in range(lib.rnl_plan_num_values(plan, index))]
    return PlanRegion(device, arena_bytes, live_bytes, ops, values)


def read_plan(plan: int) -> Plan:
    """Takes over a handle."""
    try:
        return Plan(lib.rnl_plan_launches(plan), lib.rnl_plan_arena_bytes(plan),
                    [PlanPass(*_ask(lib.rnl_plan_pass, plan, i, _STR, _I64, _I64), *_ask(lib.rnl_plan_pass_doc, plan, i, _STR)) for i in range(lib.rnl_plan_num_passes(plan))],
                    [_node(plan, i) for i in range(lib.rnl_plan_num_nodes(plan))],
                    [_region(plan, i) for i in range(lib.rnl_plan_num_regions(plan))])
    finally:
        lib.rnl_plan_release(plan)
