# An SVG of where time goes by op, one runtime beside another.
from html import escape

WIDTH, LABEL, ROW, GAP, HEAD = 900, 210, 18, 12, 44
COLOURS = {"runnel": "#5b7fa8", "onnxruntime": "#c98b3a"}


def _bars(title, ops, top):
    """Each runtime's ops from the longest to the shortest, on one scale."""
    most = max((us for kind in ops.values() for us, _ in kind.values()), default=1) or 1
    out = ['<text x="8" y="%d" font-weight="bold">%s</text>' % (top + 18, escape(title))]
    y = top + HEAD - 14
    for kind, found in ops.items():
        total, kernels = (sum(part) for part in zip(*found.values())) if found else (0, 0)
        out.append('<text x="8" y="%d">%s: %.0f us in %.0f kernels</text>' % (y + 13, escape(kind), total, kernels))
        y += ROW
        for op, (us, count) in sorted(found.items(), key=lambda x: -x[1][0]):
            width = us / most * (WIDTH - LABEL - 190)
            out.append('<text x="%d" y="%d" text-anchor="end">%s</text>' % (LABEL - 6, y + 13, escape(op)))
            out.append('<rect x="%d" y="%d" width="%.1f" height="%d" fill="%s"/>' % (LABEL, y + 3, max(width, 0.5), ROW - 6, COLOURS.get(kind, "#777")))
            out.append('<text x="%.1f" y="%d">%.0f us, %.0f times</text>' % (LABEL + width + 6, y + 13, us, count))
            y += ROW
        y += GAP
    return "".join(out), y


def svg(pages):
    """pages: [(title, {runtime: {op: (microseconds, kernels)}})] of one run."""
    body, y = [], 0
    for title, ops in pages:
        text, y = _bars(title, ops, y)
        body.append(text)
    return ('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">'
            '<rect width="100%%" height="100%%" fill="#fff"/>%s</svg>\n' % (WIDTH, y + GAP, WIDTH, y + GAP, "".join(body)))
