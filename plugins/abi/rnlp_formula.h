/* Formulas: the gradient and the composition of an op, as text in its row.
 *
 *   gradient of Mul         "x: g * y; y: g * x"
 *   gradient of MatMul      "a: MatMul(g, b, transpose_b = !transpose_b); ..."
 *   a composition           "p = Softmax(logits); loss: -Log(p)"
 *
 * A formula is a list of statements. `name: expr` says what the gradient of an input is or, in a
 * composition, an output. `name = expr` names a value for later statements. Only what somebody asks
 * for is built: results nobody wants and values nobody uses cost nothing.
 *
 *   formula   = statement { ";" statement } [ ";" ]
 *   statement = name ":" expr | name "=" expr
 *   expr      = equal [ "?" expr ":" expr ]
 *   equal     = sum [ ( "==" | "!=" ) sum ]
 *   sum       = product { ( "+" | "-" ) product }
 *   product   = unary { ( "*" | "/" ) unary }
 *   unary     = ( "-" | "!" ) unary | primary { "." name }
 *   primary   = number | string | name | name "(" [ arg { "," arg } ] ")" | "(" expr ")"
 *             | "[" [ expr { "," expr } ] "]"
 *   arg       = expr | name "=" expr | "..."
 *
 * Names
 *   An op's inputs and outputs are called as its row declares them; a list argument is a list.
 *   In a gradient, `g` is the gradient that arrives at the first output and `g.name` the one at the
 *   output `name`. Gradients are linear in what arrives, so where nothing arrives nothing leaves: an
 *   operation on it is not built, and in a sum it is left out. `none` says so outright.
 *   The op's attrs, `true`, `false` and the names of types are values that are known when the graph
 *   is built, as are numbers, 'strings' and lists of numbers.
 *
 * Operations
 *   `Op(a, b, attr = value)` adds a node: one argument for every input in the schema of Op. `...`
 *   passes on all own attrs that Op has under the same name and kind, as far as they are not given
 *   and its inputs do not determine them. `.name` picks another than the first output.
 *   + - * / and unary - are AddV2, Sub, Mul, RealDiv and Neg, or are computed at once for numbers.
 *   A number or a list of numbers becomes a constant where a tensor is needed, of the type that the
 *   other operand, the input or the other inputs of its kind have; int32 where only indices fit.
 *   `c ? a : b`, ==, != and ! work on values that are known when the graph is built; the other branch
 *   is not built.
 *
 *   A whole number divided by one that it is a multiple of is a whole number.
 *   Lists in a list of numbers are part of it: `[1, strides, 1]`.
 *
 * Functions. `in` stands for the name of an input, or in a gradient of an output; in a composition for
 * any tensor. dim(in, axis)        the size of a dimension, counted from the end if negative, which must
 * be known rank(in)             the number of its dimensions, which must be known shape(in [, type]) its
 * shape as a vector, int32 by default: a constant if it is known zeros(in)            zeros of its shape
 * and type constant(v, type)    a number or list of numbers as a constant of that type reshape_to(v, in)
 * v with the shape of in; v itself if it is known to have it broadcast_to(v, in)  v repeated up to the
 * shape of in expand_axes(v, in, axes) v, which is `in` reduced over the input axes, with these axes as
 * dimensions of 1, so that it broadcasts against `in`; v itself if attr keep_dims is true
 *   reduced_size(in, axes, out, type)
 *                        how many elements of `in`, reduced over the input axes, belong to each of the
 *                        output `out`: a scalar
 *   conj(v)              the complex conjugate; v itself for real types
 *   real(v)              v; UNIMPLEMENTED for complex types
 * In gradients only:
 *   sum_to(v, in [, other [, n]])
 *                        v, in the shape that `in` and `other` broadcast to, summed over the axes along
 *                        which `in` was repeated, but for the last n (0). other: by default the other
 *                        input if there are two, else the first output
 *   complete(g)          the gradients of a list of outputs, zeros where none arrives
 *
 * Errors: a formula is checked as a whole before anything is built; INVALID_ARGUMENT names the op, the
 * position in bytes and what was expected there. */
#ifndef RNLP_FORMULA_H_
#define RNLP_FORMULA_H_

/* Longer and more deeply nested formulas are refused; a value that is used counts as nested. */
#define RNLP_FORMULA_MAX_BYTES 65536
#define RNLP_FORMULA_MAX_DEPTH 100

#endif /* RNLP_FORMULA_H_ */
