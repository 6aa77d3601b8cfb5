// References of moving pixels between space, depth and batch, and of images of another size.
#include <algorithm>
#include <array>
#include <cmath>

#include "tools/conformance/reference.h"

namespace runnel::conformance {
namespace {

constexpr int32_t kInt = RNLP_INT32;

Expected Out(int32_t dtype, const Shape& shape) {
  return {dtype, shape, std::vector<double>(static_cast<size_t>(Count(shape)), 0)};
}
std::string Label(const Shape& shape) { return Count(shape) == 0 ? "zero size" : "values"; }

// Pixel (h, w) of a square and channel k become channel (h * block + w) * channels + k.
std::vector<Case> DepthCases(bool to_depth, const Types& types) {
  const int32_t dtype = types.at("T");
  Numbers numbers;
  std::vector<Case> cases;
  for (const bool first : {false, true}) {
    for (const auto& [n, rows, columns, channels, block] :
         {std::array<int64_t, 5>{2, 3, 2, 3, 2}, {1, 2, 1, 2, 3}, {0, 2, 2, 1, 2}}) {
      const auto shape_of = [&, f = first, batch = n](int64_t h, int64_t w, int64_t c) {
        return f ? Shape{batch, c, h, w} : Shape{batch, h, w, c};
      };
      const Shape wide = shape_of(rows * block, columns * block, channels);
      const Shape deep = shape_of(rows, columns, channels * block * block);
      Case c;
      c.label = Label(wide) + (first ? " NCHW" : " NHWC");
      c.attrs["block_size"] = block;
      c.attrs["data_format"] = std::string(first ? "NCHW" : "NHWC");
      const Value in = Make(numbers, dtype, to_depth ? wide : deep);
      Expected out = Out(dtype, to_depth ? deep : wide);
      const size_t h = first ? 2 : 1, w = h + 1, k = first ? 1 : 3;
      ForEach(wide, [&, b = block, depth = channels](const Shape& at) {
        Shape other = at;
        other[h] = at[h] / b;
        other[w] = at[w] / b;
        other[k] = (at[h] % b * b + at[w] % b) * depth + at[k];
        const int64_t here = Flat(wide, at), there = Flat(deep, other);
        out.numbers[static_cast<size_t>(to_depth ? there : here)] = in.Get(to_depth ? here : there);
      });
      c.inputs = {in};
      c.outputs = {out};
      cases.push_back(std::move(c));
    }
  }
  return cases;
}

struct Blocks {
  Shape image;  // before it is padded
  std::vector<int64_t> block, margins;
};

std::vector<Case> BatchCases(bool to_batch, const Types& types) {
  const int32_t dtype = types.at("T");
  Numbers numbers;
  std::vector<Case> cases;
  for (const Blocks& b :
       {Blocks{{2, 3, 5, 2}, {2, 3}, {1, 0, 0, 1}}, Blocks{{3, 4}, {2}, {0, 0}},
        Blocks{{1, 4, 3, 2, 2}, {1, 3}, {0, 2, 0, 0}}, Blocks{{0, 4, 4, 1}, {2, 2}, {0, 0, 0, 0}}}) {
    const size_t m = b.block.size();
    Shape dealt = b.image;
    int64_t product = 1;
    for (size_t i = 0; i < m; ++i) {
      dealt[i + 1] = (b.image[i + 1] + b.margins[2 * i] + b.margins[2 * i + 1]) / b.block[i];
      product *= b.block[i];
    }
    dealt[0] *= product;
    Case c;
    c.label = Label(b.image);
    const Value in = Make(numbers, dtype, to_batch ? b.image : dealt);
    Expected out = Out(dtype, to_batch ? dealt : b.image);
    ForEach(b.image, [&](const Shape& at) {
      Shape other = at;
      int64_t which = 0;
      for (size_t i = 0; i < m; ++i) {
        const int64_t padded = at[i + 1] + b.margins[2 * i];
        which = which * b.block[i] + padded % b.block[i];
        other[i + 1] = padded / b.block[i];
      }
      other[0] = which * b.image[0] + at[0];
      const int64_t here = Flat(b.image, at), there = Flat(dealt, other);
      out.numbers[static_cast<size_t>(to_batch ? there : here)] = in.Get(to_batch ? here : there);
    });
    c.inputs = {in, Ints(kInt, {static_cast<int64_t>(m)}, b.block),
                Ints(kInt, {static_cast<int64_t>(m), 2}, b.margins)};
    c.outputs = {out};
    cases.push_back(std::move(c));
  }
  return cases;
}

// ---- resizing. Positions are those of float, so that the same pixels are taken as everywhere. ----

struct Axis {
  Axis(int64_t pixels, int64_t places, bool align_corners, bool half_pixel)
      : size(pixels), align(align_corners), half(half_pixel) {
    scale = align && places > 1 ? static_cast<float>(pixels - 1) / static_cast<float>(places - 1)
                                : static_cast<float>(pixels) / static_cast<float>(places);
  }
  int64_t Clamp(float at) const { return std::clamp<int64_t>(static_cast<int64_t>(at), 0, size - 1); }
  // The two pixels that index i is made of, and the share of the second.
  void At(int64_t i, bool linear, int64_t pixel[2], double* share) const {
    const auto index = static_cast<float>(i);
    if (!linear) {
      const float at = (index + (half ? 0.5f : 0.0f)) * scale;
      pixel[0] = pixel[1] = Clamp(align ? std::round(at) : std::floor(at));
      *share = 0;
      return;
    }
    const float at = half ? (index + 0.5f) * scale - 0.5f : index * scale;
    pixel[0] = Clamp(std::floor(at));
    pixel[1] = Clamp(std::ceil(at));
    *share = at - std::floor(at);
  }
  int64_t size;
  float scale;
  bool align, half;
};

struct Size {
  int64_t rows, columns, new_rows, new_columns;
};

std::vector<Case> ResizeCases(bool linear, bool gradient, const Types& types) {
  const int32_t dtype = types.at("T");
  Numbers numbers;
  std::vector<Case> cases;
  // Alone, corners aligned, half pixels.
  for (int way = 0; way < 3; ++way) {
    for (const Size& s : {Size{4, 5, 8, 10}, Size{5, 7, 3, 2}, Size{3, 3, 7, 4}, Size{1, 1, 3, 2}}) {
      for (const int64_t channels : {3, 0}) {
        const Shape small{2, s.rows, s.columns, channels}, big{2, s.new_rows, s.new_columns, channels};
        Case c;
        c.label = Label(small) + (way == 1 ? ", aligned corners" : way == 2 ? ", half pixels" : "");
        c.attrs["align_corners"] = way == 1;
        c.attrs["half_pixel_centers"] = way == 2;
        c.scale = 4;
        c.terms = 16;
        if (linear) c.computed_in = RNLP_FLOAT;
        const int32_t in_type = linear && gradient ? static_cast<int32_t>(RNLP_FLOAT) : dtype;
        const int32_t out_type = linear && !gradient ? static_cast<int32_t>(RNLP_FLOAT) : dtype;
        const Value in = Make(numbers, in_type, gradient ? big : small);
        Expected out = Out(out_type, gradient ? small : big);
        const Axis rows(s.rows, s.new_rows, way == 1, way == 2);
        const Axis columns(s.columns, s.new_columns, way == 1, way == 2);
        ForEach(big, [&](const Shape& at) {
          int64_t h[2], w[2];
          double down = 0, right = 0;
          rows.At(at[1], linear, h, &down);
          columns.At(at[2], linear, w, &right);
          const auto here = Flat(big, at);
          for (int i = 0; i < 4; ++i) {
            const double weight = (i / 2 == 0 ? 1 - down : down) * (i % 2 == 0 ? 1 - right : right);
            if (weight == 0) continue;
            const int64_t there = Flat(small, {at[0], h[i / 2], w[i % 2], at[3]});
            if (gradient) {
              out.numbers[static_cast<size_t>(there)] += weight * in.Get(here);
            } else {
              out.numbers[static_cast<size_t>(here)] += weight * in.Get(there);
            }
          }
        });
        c.inputs = {in};
        if (linear && gradient) {
          c.inputs.emplace_back(dtype, small);
        } else {
          c.inputs.push_back(gradient ? Ints(kInt, {2}, {s.rows, s.columns})
                                      : Ints(kInt, {2}, {s.new_rows, s.new_columns}));
        }
        c.outputs = {out};
        cases.push_back(std::move(c));
      }
    }
  }
  return cases;
}

}  // namespace

std::vector<Reference> SpaceReferences() {
  return {
      {"SpaceToDepth", {"input"}, {"output"}, {}, [](const Types& t) { return DepthCases(true, t); }},
      {"DepthToSpace", {"input"}, {"output"}, {}, [](const Types& t) { return DepthCases(false, t); }},
      {"SpaceToBatchND",
       {"input", "block_shape", "paddings"},
       {"output"},
       {{"Tblock_shape", kInt}, {"Tpaddings", kInt}},
       [](const Types& t) { return BatchCases(true, t); }},
      {"BatchToSpaceND",
       {"input", "block_shape", "crops"},
       {"output"},
       {{"Tblock_shape", kInt}, {"Tcrops", kInt}},
       [](const Types& t) { return BatchCases(false, t); }},
      {"ResizeNearestNeighbor",
       {"images", "size"},
       {"resized_images"},
       {},
       [](const Types& t) { return ResizeCases(false, false, t); }},
      {"ResizeNearestNeighborGrad",
       {"grads", "size"},
       {"output"},
       {},
       [](const Types& t) { return ResizeCases(false, true, t); }},
      {"ResizeBilinear",
       {"images", "size"},
       {"resized_images"},
       {},
       [](const Types& t) { return ResizeCases(true, false, t); }},
      {"ResizeBilinearGrad",
       {"grads", "original_image"},
       {"output"},
       {},
       [](const Types& t) { return ResizeCases(true, true, t); }},
  };
}

}  // namespace runnel::conformance
