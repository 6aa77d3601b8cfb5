# One HTML page of results: for every section a plot, SVG in the page itself, of how each value stands to its limit.
from html import escape

WIDTH, LABEL, PLOT, ROW, TOP = 1000, 330, 300, 22, 26  # text begins behind the plot
SPAN = 2.0  # times the limit that the plot is wide
STYLE = """
body { font: 14px sans-serif; margin: 2em auto; max-width: 1040px; color: #222; background: #fff; }
table { border-collapse: collapse; } td { padding: 1px 1em 1px 0; }
svg { display: block; } text { font: 12px sans-serif; fill: #222; } .dim { fill: #666; }
.holds { fill: #4a9a5b; } .fails { fill: #c4553f; } .plain { fill: #5b7fa8; } .peer { fill: #222; }
.limit { stroke: #222; stroke-dasharray: 3 2; }
@media (prefers-color-scheme: dark) {
 body { color: #ddd; background: #1b1b1b; } text { fill: #ddd; } .dim { fill: #999; } .limit { stroke: #ddd; } .peer { fill: #ddd; }
}
"""


def _number(value):
    return "not measured" if value in (None, "not_measured") else "%.4g" % value


def _is_speed(line):
    return line["unit"].endswith("/s")  # more is better: the limit is what the machine can do


def _row(line, y):
    def at(ratio):
        return LABEL + min(max(ratio, 0), SPAN) / SPAN * PLOT

    out = ['<text x="%d" y="%d" text-anchor="end">%s</text>' %
           (LABEL - 8, y + 15, escape("%s, %d thread%s" % (line["name"], line["threads"], "" if line["threads"] == 1 else "s")))]
    said = "%s %s" % (_number(line["value"]), line["unit"])
    ratio = line.get("ratio")
    if line["value"] == "not_measured":
        said, ratio = "not measured", None
    elif line["limit"] == 0:
        said += ", at most 0"
    elif ratio is not None:
        kind = "plain" if _is_speed(line) else "holds" if line["holds"] else "fails"
        out.append('<rect class="%s" x="%d" y="%d" width="%.1f" height="%d"/>' % (kind, LABEL, y + 3, at(ratio) - LABEL, ROW - 6))
        said += ", %.3g of %s" % (ratio, _number(line["limit"]))
        for peer, value in sorted(line["peers"].items()):
            if value == "not_measured":
                continue
            x, middle = at(value / line["limit"]), y + ROW / 2
            out.append('<path class="peer" d="M%.1f %.1fl5 5l-5 5l-5 -5z"><title>%s: %s %s</title></path>' %
                       (x, middle - 5, escape(peer), _number(value), escape(line["unit"])))
            said += "; %s %s" % (peer, _number(value))
    out.append('<text class="dim" x="%d" y="%d">%s</text>' % (LABEL + PLOT + 15, y + 15, escape(said)))
    return "".join(out)


def _plot(lines):
    height = TOP + ROW * len(lines) + 4
    limit = LABEL + PLOT / SPAN
    rows = "".join(_row(line, TOP + ROW * i) for i, line in enumerate(lines))
    mark = ""
    if any(line.get("ratio") is not None for line in lines):
        mark = ('<text class="dim" x="%.1f" y="14" text-anchor="middle">limit</text>'
                '<path class="limit" d="M%.1f 18V%d"/>' % (limit, limit, height))
    return ('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img">%s%s</svg>' %
            (WIDTH, height, WIDTH, height, rows, mark))


def render(head, lines):
    """head: {what: text} of machine, commit and day. The page as text, well-formed XML after its first line."""
    sections = {}
    for line in lines:
        sections.setdefault(line["section"], []).append(line)
    facts = "".join("<tr><td>%s</td><td>%s</td></tr>" % (escape(k), escape(str(v))) for k, v in head.items())
    plots = "".join("<h2>%s</h2>%s" % (escape(name), _plot(of)) for name, of in sections.items())
    return ("<!DOCTYPE html>\n"
            '<html lang="en"><head><meta charset="utf-8"/><title>Runnel: benchmarks</title><style>%s</style></head>'
            "<body><h1>Runnel: benchmarks</h1><table>%s</table>"
            "<p>Bars are values over their limits: up to the dashed line they hold. Blue ones are speeds, over what the machine "
            "can do. Diamonds are peers, measured in the same run.</p>%s</body></html>\n" % (escape(STYLE), facts, plots))
