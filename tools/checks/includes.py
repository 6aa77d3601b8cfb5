# What includes what: the include lines of a file, the paths that they mean, units, and rings among them.
# A unit is the .h and .cc files that belong together: those of one stem in one folder, and every other .cc file whose
# first quoted include is a header of its folder that stands alone, as a file's own header does. Its name is the header's
# path without the ending.
import os
import re

import common

FOLDERS = ("core/", "c_api/", "devices/", "plugins/", "net/", "bindings/", "tools/", "tests/")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(["<])([^">]+)[">]', re.M)
HEADERS = (".h", ".hpp")
UNITS_OF = ("core/", "net/", "devices/")  # whose units make no rings
# But these: an open device and its parts, which are made by it and reach back for its handles and for how it is lost.
KNOWN_RINGS = (
    {"devices/cuda/driver/" + unit for unit in ("device", "fence", "staging", "update_group")},
    {"devices/vulkan/driver/" + unit for unit in ("device", "fence", "memory", "pipelines", "queue")},
)


def target_of(name, file, root):
    """The path in the tree that an include of `name` in `file` means, or None for a system header."""
    sibling = os.path.normpath(os.path.join(os.path.dirname(file), name))
    if os.path.exists(os.path.join(root, sibling)):
        return sibling
    if name in ("runnel/runnel.h", "runnel/runnel_learn.h"):
        return "c_api/" + os.path.basename(name)
    if name.startswith("runnel/plugin/"):  # where an install, and a build tree, has both folders
        found = [os.path.join(folder, os.path.basename(name)) for folder in ("plugins/abi", "plugins/sdk")]
        return next((path for path in found if os.path.exists(os.path.join(root, path))), found[0])
    return os.path.normpath(name) if name.startswith(FOLDERS) else None


def includes_of(file, root):
    """(line, quote or bracket, name) of every include line."""
    text = common.read_text(os.path.join(root, file))
    for match in INCLUDE.finditer(text):
        yield text.count("\n", 0, match.start()) + 1, match.group(1), match.group(2)


def targets_of(file, root):
    """(line, path) of every include of a file of the tree, in the order of the lines."""
    for line, _, name in includes_of(file, root):
        target = target_of(name, file, root)
        if target is not None:
            yield line, target


def units_of(files, root):
    """{path: its unit} for source files."""
    stems = {os.path.splitext(f)[0] for f in files if f.endswith(HEADERS)}
    units = {}
    for file in files:
        stem = os.path.splitext(file)[0]
        units[file] = stem
        if stem in stems:
            continue
        includes = list(includes_of(file, root))
        line, first = next(((line, name) for line, quote, name in includes if quote == '"'), (0, ""))
        if line + 1 in {number for number, _, _ in includes}:
            continue
        first = target_of(first, file, root)
        if first is not None and os.path.dirname(first) == os.path.dirname(file):
            owner = os.path.splitext(first)[0]
            units[file] = owner if owner in stems else stem
    return units


def edges_of(files, root, group):
    """{group: the groups that its files include}, without itself; group: {path: its name} of units or folders."""
    edges = {group[file]: set() for file in files}
    for file in files:
        for _, target in targets_of(file, root):
            if target in group and group[target] != group[file]:
                edges[group[file]].add(group[target])
    return edges


def unit_rings(files, root):
    """Rings among the units of UNITS_OF, each a sorted list, without those that are known or part of a known one."""
    for top in UNITS_OF:
        inside = [file for file in files if file.startswith(top)]
        for ring in rings_of(edges_of(inside, root, units_of(inside, root))):
            if not any(known.issuperset(ring) for known in KNOWN_RINGS):
                yield ring


def rings_of(edges):
    """The strongly connected components of more than one member, sorted. Source: Tarjan 1972."""
    index, low, stack, on_stack, rings = {}, {}, [], set(), []
    for start in sorted(edges):
        work = [(start, None)] if start not in index else []
        while work:
            name, rest = work.pop()
            if rest is None:
                index[name] = low[name] = len(index)
                stack.append(name)
                on_stack.add(name)
                rest = iter(sorted(edges.get(name, ())))
            else:
                low[name] = min(low[name], low[rest[1]])
                rest = rest[0]
            for other in rest:
                if other not in index:
                    work += [(name, (rest, other)), (other, None)]
                    break
                if other in on_stack:
                    low[name] = min(low[name], index[other])
            else:
                if low[name] == index[name]:
                    at = stack.index(name)
                    members, stack = stack[at:], stack[:at]
                    on_stack.difference_update(members)
                    if len(members) > 1:
                        rings.append(sorted(members))
    return sorted(rings)
