"""A drawing of a model: a box for each layer and input, with the shape that it gives, and lines to what takes it."""
from __future__ import annotations

import html
from typing import TYPE_CHECKING

from ..graph import Output

if TYPE_CHECKING:
    from .model import Model

WIDTH, HEIGHT, GAP_X, GAP_Y, LETTERS = 190, 42, 24, 30, 27
STYLE = ("<style>text{font:11px monospace;fill:#222;text-anchor:middle}.dim{fill:#666}.box{stroke:#55606e;fill:#fff}"
         ".input{fill:#d9ead3}.edge{fill:none;stroke:#7a8694}</style>")


class _Parts:
    """Which layer or input each node that predicts belongs to, what that takes, and what shape it gives."""

    def __init__(self, model: Model) -> None:
        self.inputs = [value.name for value in model.inputs]
        self.layers = set(model.layer_names)
        self.taken: dict[str, list[str]] = {}
        self.shapes: dict[str, str] = {}
        seen: set[tuple[int, str | None]] = set()
        todo: list[tuple[Output, str | None]] = [(value.output, None) for value in model.outputs]
        while todo:
            output, taker = todo.pop()
            owner = self.owner(output.node.name) or taker
            if owner is not None and owner != taker:
                self.taken.setdefault(owner, [])
                self.shapes.setdefault(owner, _sizes(output))
                if taker is not None and owner not in self.taken[taker]:
                    self.taken[taker].append(owner)
            if (output.node_index, owner) not in seen:
                seen.add((output.node_index, owner))
                todo += [(each, owner) for each in output.node.inputs]

    def owner(self, node: str) -> str | None:
        if node in self.inputs:
            return node
        while node and node not in self.layers:
            node = node.rpartition("/")[0]
        return node or None

    def rows(self) -> list[list[str]]:
        """Each name below all that it takes."""
        depths: dict[str, int] = {}
        waiting = list(self.taken)
        while waiting:
            ready = [name for name in waiting if all(taken in depths for taken in self.taken[name])]
            if not ready:  # a cycle, which layers have not
                ready = waiting
            for name in ready:
                depths[name] = max((depths.get(taken, -1) for taken in self.taken[name]), default=-1) + 1
            waiting = [name for name in waiting if name not in depths]
        return [[name for name in self.taken if depths[name] == depth] for depth in range(max(depths.values(), default=-1) + 1)]


def _sizes(output: Output) -> str:
    shape = output.shape
    return "any shape" if shape is None else "[%s]" % ", ".join("?" if size is None else str(size) for size in shape)


def _short(name: str) -> str:
    return name if len(name) <= LETTERS else ".." + name[2 - LETTERS:]


def draw(model: Model) -> str:
    """The drawing as SVG. Layers that no output needs are left out."""
    parts = _Parts(model)
    rows = parts.rows()
    width = max((len(row) for row in rows), default=0) * (WIDTH + GAP_X) + GAP_X
    height = len(rows) * (HEIGHT + GAP_Y) + GAP_Y
    places = {name: (width / 2 + (i - (len(row) - 1) / 2) * (WIDTH + GAP_X), GAP_Y + depth * (HEIGHT + GAP_Y))
              for depth, row in enumerate(rows) for i, name in enumerate(row)}
    out = ['<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d">' % (width, height, width, height),
           STYLE, '<rect width="100%" height="100%" fill="#fff"/>']
    for name, taken in parts.taken.items():
        x, y = places[name]
        for other in taken:
            from_x, from_y = places[other]
            bottom = from_y + HEIGHT
            out.append('<path class="edge" d="M%.1f %.1f C%.1f %.1f %.1f %.1f %.1f %.1f"/>' % (
                from_x, bottom, from_x, bottom + GAP_Y / 2, x, y - GAP_Y / 2, x, y))
    for name, (x, y) in places.items():
        kind = "box input" if name in parts.inputs else "box"
        out.append('<g><title>%s</title><rect class="%s" x="%.1f" y="%.1f" width="%d" height="%d" rx="4"/>'
                   '<text x="%.1f" y="%.1f">%s</text><text class="dim" x="%.1f" y="%.1f">%s</text></g>' % (
                       html.escape(name), kind, x - WIDTH / 2, y, WIDTH, HEIGHT, x, y + 17, html.escape(_short(name)), x, y + 33,
                       html.escape(parts.shapes[name])))
    return "\n".join(out + ["</svg>"])
