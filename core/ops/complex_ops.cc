// Complex numbers: made of parts, taken apart, conjugated.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Status TransposedShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const auto perm, ConstantInts(ctx, 1, "perm"));
  const Shape& x = ctx.input(0);
  if (!x.has_rank()) return OkStatus();
  Shape out = Shape::UnknownOfRank(x.rank());
  if (perm) {
    if (perm->size() != static_cast<size_t>(x.rank())) {
      return InvalidArgument("perm has ", perm->size(), " entries, ", ArgIs(ctx, 0, "x"));
    }
    for (int i = 0; i < x.rank(); ++i) {
      RUNNEL_ASSIGN_OR_RETURN(const int from, NormalAxis((*perm)[static_cast<size_t>(i)], x.rank(),
                                                         "perm", ArgIs(ctx, 0, "x")));
      out.set_dim(i, x.dim(from));
    }
  }
  ctx.set_output(0, std::move(out));
  return OkStatus();
}

#define RUNNEL_PART_ATTRS                                            \
  "T: {complex64, complex128} = complex64; Tout: {float, double} = " \
  "float"

constexpr OpRow kComplexOps[] = {
    {
        .name = "Complex",
        .inputs = "real: T, imag: T",
        .outputs = "out: Tout",
        .attrs = "T: {float, double} = float; Tout: {complex64, complex128} = complex64",
        .doc = "Makes complex numbers of their parts, element by element. Shapes: real and imag "
               "broadcast against each other. Errors: INVALID_ARGUMENT unless Tout is the complex type "
               "of T.",
        .shape = BroadcastShape,
        .gradient = "real: sum_to(Real(g, Tout = T), real); imag: sum_to(Imag(g, Tout = T), imag)",
    },
    {
        .name = "Real",
        .inputs = "input: T",
        .outputs = "output: Tout",
        .attrs = RUNNEL_PART_ATTRS,
        .doc = "Gives the real part, element by element. Shapes: output is like input. Errors: "
               "INVALID_ARGUMENT unless Tout is the type of T's parts.",
        .shape = UnchangedShape,
        .gradient = "input: Complex(g, 0, Tout = T)",
    },
    {
        .name = "Imag",
        .inputs = "input: T",
        .outputs = "output: Tout",
        .attrs = RUNNEL_PART_ATTRS,
        .doc = "Gives the imaginary part, element by element. Shapes and errors: as Real.",
        .shape = UnchangedShape,
        .gradient = "input: Complex(0, g, Tout = T)",
    },
    {
        .name = "Angle",
        .inputs = "input: T",
        .outputs = "output: Tout",
        .attrs = RUNNEL_PART_ATTRS,
        .doc = "Gives the angle of the number in [-pi,pi], element by element. Shapes and errors: as "
               "Real.",
        .shape = UnchangedShape,
        .gradient = "input: -(Complex(g, 0, Tout = T) * Reciprocal(Complex(Imag(input, Tout = Tout), "
                    "Real(input, Tout = Tout), Tout = T)))",
    },
    {
        .name = "ComplexAbs",
        .inputs = "x: T",
        .outputs = "y: Tout",
        .attrs = RUNNEL_PART_ATTRS,
        .doc = "Gives the absolute value of complex numbers, element by element. Shapes and errors: as "
               "Real.",
        .shape = UnchangedShape,
        .gradient = "x: DivNoNan(Complex(g, 0, Tout = T), Complex(y, 0, Tout = T)) * x",
    },
    {
        .name = "Conj",
        .inputs = "input: T",
        .outputs = "output: T",
        .attrs = "T: {complex64, complex128, variant} = complex64",
        .doc = "Gives the complex conjugate, element by element. Shapes: output is like input.",
        .shape = UnchangedShape,
        .gradient = "input: Conj(g)",
    },
    {
        .name = "ConjugateTranspose",
        .inputs = "x: T, perm: Tperm",
        .outputs = "y: T",
        .attrs = "T: type; Tperm: {int32, int64} = int32",
        .doc = "Gives the complex conjugate of x with its dimensions in the order of perm; numbers that "
               "are not complex as they are. Shapes and errors: as Transpose.",
        .shape = TransposedShape,
        .gradient = "x: Transpose(conj(g), InvertPermutation(perm))",
        .composition = "y: Transpose(conj(x), perm)",
    },
};

}  // namespace

std::span<const OpRow> ComplexOps() { return ChosenRows<kComplexOps>::All(); }

}  // namespace runnel
