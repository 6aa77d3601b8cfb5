# The element types of kernels: what TensorFlow's CPU takes and Runnel's does not.

# Taken by TensorFlow's kernels, of use to hardly anybody: truths that are added up, strings that are scattered.
KNOWN = {("ResourceScatterNdAdd", "T", "bool"), ("ResourceScatterNdSub", "T", "bool"), ("ScatterNd", "T", "string"),
         ("ResourceGather", "dtype", "string"), ("ResourceScatterUpdate", "dtype", "string"),
         ("ResourceScatterNdUpdate", "T", "string")}


def _allowed(op, attr):
    """Names of the types that an op definition of TensorFlow's lets an attr be; none: any."""
    from tensorflow.python.framework import dtypes, op_def_registry
    definition = op_def_registry.get(op)
    for a in definition.attr if definition else ():
        if a.name == attr and a.type == "type":
            return {dtypes.as_dtype(t).name for t in a.allowed_values.list.type} or None
    return set()


def _theirs():
    """{op: [{attr: types}]} of TensorFlow's CPU kernels."""
    from tensorflow.python.framework import dtypes, kernels
    found = {}
    for kernel in kernels.get_all_registered_kernels().kernel:
        if kernel.device_type == "CPU" and not kernel.label:
            found.setdefault(kernel.op, []).append(
                {c.name: {dtypes.as_dtype(t).name for t in c.allowed_values.list.type} for c in kernel.constraint})
    return found


def missing(runtime):
    """[{op, attr, types}] that TensorFlow's op and its CPU kernel take and that no kernel of Runnel's takes, of ops that both have."""
    # Not complex numbers, and what has no elements or is left to the host.
    ours, plain = {}, {"float32", "float64", "float16", "bfloat16", "bool", "string"}
    plain |= {sign + "int" + bits for sign in ("", "u") for bits in ("8", "16", "32", "64")}
    for kernel in runtime.kernels:
        if kernel.device_type in ("CPU", "*"):
            ours.setdefault(kernel.op, []).append({attr: {t.name for t in types} for attr, types in kernel.types.items()})
    found = []
    for op, kernels in sorted(_theirs().items()):
        for attr in sorted({a for k in kernels for a in k} if op in ours else ()):
            allowed = _allowed(op, attr)
            takes = set().union(*(k.get(attr, plain) for k in kernels)) & (plain if allowed is None else allowed & plain)
            lacks = takes - set().union(*(k.get(attr, plain) for k in ours[op]))
            lacks = sorted(t for t in lacks if (op, attr, t) not in KNOWN)
            if lacks and not op.startswith("_"):
                found.append({"op": op, "attr": attr, "types": lacks})
    return found
