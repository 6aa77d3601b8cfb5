#include "tools/runnel/drawing.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "tools/common/error.h"
#include "tools/runnel/layers.h"

namespace runnel::tools {
namespace {

constexpr double kLetter = 6.6, kBoxHeight = 44, kSmallHeight = 30, kLayerHeight = 92, kMargin = 24;
constexpr size_t kLongestLabel = 26;

constexpr char kStyle[] =
    "<style>text{font:11px monospace;fill:#222}.op{font-weight:bold}.dim{fill:#666}"
    ".box{stroke:#55606e;fill:#fff}.input{fill:#d9ead3}.variable{fill:#fff2cc}.constant{fill:#eee}"
    ".call{fill:#d9d2e9}.edge{fill:none;stroke:#7a8694}.far{stroke:#c4ccd4}.control{stroke-dasharray:4 "
    "3}"
    ".value{stroke:#fff;stroke-width:.5}</style>\n";

// One decimal is enough for the eye.
std::string Number(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.1f", value);
  return text;
}

std::string Shortened(const std::string& text) {
  return text.size() <= kLongestLabel ? text : ".." + text.substr(text.size() - kLongestLabel + 2);
}

std::string Begin(double width, double height) {
  return Cat("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", Number(width), "\" height=\"",
             Number(height), "\" viewBox=\"0 0 ", Number(width), " ", Number(height), "\">\n", kStyle,
             "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
}

std::string Text(double x, double y, const char* type, const std::string& text, const char* anchor) {
  return Cat("<text x=\"", Number(x), "\" y=\"", Number(y), "\" class=\"", type, "\" text-anchor=\"",
             anchor, "\">", XmlText(text), "</text>");
}

double WidthOf(const DrawnNode& node) {
  const size_t letters = std::max({Shortened(node.name).size(), node.op.size(), node.detail.size()});
  return kLetter * static_cast<double>(letters) + 16;
}

double HeightOf(const DrawnNode& node) { return node.detail.empty() ? kSmallHeight : kBoxHeight; }

const char* ClassOf(DrawnNode::Look look) {
  switch (look) {
    case DrawnNode::Look::kInput:
      return "box input";
    case DrawnNode::Look::kVariable:
      return "box variable";
    case DrawnNode::Look::kConstant:
      return "box constant";
    case DrawnNode::Look::kCall:
      return "box call";
    default:
      return "box";
  }
}

std::string BytesText(uint64_t bytes) {
  if (bytes < 10'000) return Cat(bytes, " B");
  if (bytes < 10'000'000) return Cat(bytes / 1000, " kB");
  return Cat(bytes / 1'000'000, " MB");
}

}  // namespace

std::string XmlText(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '&':
        out += "&amp;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7e ? '?' : c;
    }
  }
  return out;
}

std::string DrawGraph(const std::vector<DrawnNode>& nodes, const std::vector<DrawnEdge>& edges) {
  std::vector<double> widths;
  for (const DrawnNode& node : nodes) widths.push_back(WidthOf(node));
  std::vector<std::pair<int, int>> forward;
  for (const DrawnEdge& edge : edges) {
    if (!edge.is_back) forward.emplace_back(edge.from, edge.to);
  }
  const Layout layout = PlaceInLayers(widths, forward);
  const auto x = [&](int node) { return kMargin + layout.x[static_cast<size_t>(node)]; };
  const auto layer_y = [](int layer) { return kMargin + kBoxHeight / 2 + kLayerHeight * layer; };
  const auto y = [&](int node) { return layer_y(layout.layer[static_cast<size_t>(node)]); };
  std::string svg =
      Begin(layout.width + 2 * kMargin, layer_y(std::max(0, layout.num_layers - 1)) + kBoxHeight);
  size_t placed = 0;
  for (const DrawnEdge& edge : edges) {
    double at_x = x(edge.from),
           at_y = y(edge.from) + HeightOf(nodes[static_cast<size_t>(edge.from)]) / 2;
    const double end_y = y(edge.to) - HeightOf(nodes[static_cast<size_t>(edge.to)]) / 2;
    std::string path = Cat("M", Number(at_x), " ", Number(at_y));
    const auto curve = [&](double to_x, double to_y) {
      const double middle = (at_y + to_y) / 2;
      path += Cat("C", Number(at_x), " ", Number(middle), " ", Number(to_x), " ", Number(middle), " ",
                  Number(to_x), " ", Number(to_y));
      at_x = to_x;
      at_y = to_y;
    };
    bool is_far = edge.is_back;
    if (!edge.is_back) {
      const std::vector<double>& bends = layout.bends[placed++];
      const int top = layout.layer[static_cast<size_t>(edge.from)];
      is_far = bends.empty() && layout.layer[static_cast<size_t>(edge.to)] > top + 1;
      for (size_t b = 0; b < bends.size(); ++b)
        curve(kMargin + bends[b], layer_y(top + 1 + static_cast<int>(b)));
    }
    curve(x(edge.to), end_y);
    svg += Cat("<path class=\"edge", is_far ? " far" : "", edge.is_control ? " control" : "", "\" d=\"",
               path, "\"/>\n");
  }
  for (size_t i = 0; i < nodes.size(); ++i) {
    const DrawnNode& node = nodes[i];
    const double width = widths[i], height = HeightOf(node), top = y(static_cast<int>(i)) - height / 2;
    const double centre = x(static_cast<int>(i));
    svg += Cat("<g><title>", XmlText(node.name), " (", XmlText(node.op), ") ", XmlText(node.detail),
               "</title><rect class=\"", ClassOf(node.look), "\" rx=\"4\" x=\"",
               Number(centre - width / 2), "\" y=\"", Number(top), "\" width=\"", Number(width),
               "\" height=\"", Number(height), "\"/>", Text(centre, top + 13, "op", node.op, "middle"),
               Text(centre, top + 26, "name", Shortened(node.name), "middle"));
    if (!node.detail.empty()) svg += Text(centre, top + 39, "dim", node.detail, "middle");
    svg += "</g>\n";
  }
  return svg + "</svg>\n";
}

std::string DrawMemory(const std::vector<DrawnRegion>& regions) {
  constexpr double kPanelHeight = 320, kLeft = 90, kTitle = 34, kBelow = 40;
  double width = 900;
  for (const DrawnRegion& region : regions)
    width = std::max(width, std::min(6000.0, 6.0 * static_cast<double>(region.num_ops)));
  std::string svg =
      Begin(kLeft + width + kMargin,
            (kTitle + kPanelHeight + kBelow) * static_cast<double>(std::max<size_t>(1, regions.size())));
  if (regions.empty()) svg += Text(kMargin, kTitle, "op", "no region has memory of its own", "start");
  double top = kTitle;
  for (const DrawnRegion& region : regions) {
    const double step = width / static_cast<double>(std::max<size_t>(1, region.num_ops));
    const double scale = kPanelHeight / static_cast<double>(std::max<uint64_t>(1, region.arena_bytes));
    const double bottom = top + kPanelHeight;
    svg += Text(kLeft, top - 10, "op", region.title, "start");
    svg += Cat("<rect class=\"box\" x=\"", Number(kLeft), "\" y=\"", Number(top), "\" width=\"",
               Number(width), "\" height=\"", Number(kPanelHeight), "\"/>");
    svg += Text(kLeft - 6, top + 10, "dim", BytesText(region.arena_bytes), "end");
    svg += Text(kLeft - 6, bottom, "dim", "0", "end");
    svg += Text(kLeft, bottom + 16, "dim", "op 0", "start");
    svg += Text(kLeft + width, bottom + 16, "dim", Cat("op ", region.num_ops - 1), "end");
    svg += "\n";
    for (size_t i = 0; i < region.values.size(); ++i) {
      const DrawnValue& value = region.values[i];
      const double x = kLeft + step * static_cast<double>(value.first);
      const double box_width = step * static_cast<double>(value.last - value.first + 1);
      const double height = scale * static_cast<double>(value.bytes);
      const double y = bottom - scale * static_cast<double>(value.offset + value.bytes);
      svg += Cat("<g><title>", XmlText(value.name), ": ", value.bytes, " bytes at ", value.offset,
                 ", ops ", value.first, " to ", value.last, "</title><rect class=\"value\" fill=\"hsl(",
                 (i * 137) % 360, ",55%,62%)\" x=\"", Number(x), "\" y=\"", Number(y), "\" width=\"",
                 Number(box_width), "\" height=\"", Number(height), "\"/>");
      if (height >= 12 && box_width >= kLetter * 8) {
        const size_t room = static_cast<size_t>(box_width / kLetter) - 1;
        svg += Text(x + 3, y + 11, "name", value.name.substr(0, room), "start");
      }
      svg += "</g>\n";
    }
    top = bottom + kBelow + kTitle;
  }
  return svg + "</svg>\n";
}

}  // namespace runnel::tools
