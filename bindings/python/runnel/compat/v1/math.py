"""tf.math."""
from ._array import searchsorted, zeros_like
from ._math import (abs, accumulate_n, add, add_n, angle, argmax, argmin, ceil, clip_by_value, conj, count_nonzero, cumprod, cumsum, div, div_no_nan,
                    divide, equal, erf, exp, expm1, floor, floordiv, floormod, greater, greater_equal, imag, less, less_equal, lgamma, log, log1p,
                    logical_and, logical_not, logical_or, logical_xor, maximum, minimum, mod, multiply, negative, not_equal, pow, real, reciprocal,
                    reduce_all, reduce_any, reduce_euclidean_norm, reduce_logsumexp, reduce_max, reduce_mean, reduce_min, reduce_prod, reduce_std,
                    reduce_sum, reduce_variance, rsqrt, scalar_mul, sigmoid, sign, sqrt, square, squared_difference, subtract, tanh, truediv)
from ._math import round_ as round
from ._more import cumulative_logsumexp, is_non_decreasing, is_strictly_increasing, polyval, reciprocal_no_nan
from ._near import Namespace as _Namespace
from ._near import missing as _missing
from ._nn import in_top_k, l2_normalize, log_sigmoid, log_softmax, softmax, softplus, top_k, zero_fraction
from ._special import (bincount, confusion_matrix, lbeta, unsorted_segment_mean, unsorted_segment_sqrt_n)

special = _Namespace("math.special")
__getattr__ = _missing(__name__, "math")
