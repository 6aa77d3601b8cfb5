"""tf.linalg: products, factors and solutions of matrices."""
from __future__ import annotations

from typing import Any

import numpy as np

from . import _math
from ._apply import apply as _apply
from ._apply import convert_to_tensor
from ._array import eye
from ._array import matrix_diag as diag
from ._array import matrix_diag_part as diag_part
from ._array import matrix_set_diag as set_diag
from ._array import matrix_transpose
from ._graph import name_scope
from ._math import einsum, global_norm, matmul, matvec, tensordot
from ._near import missing as _missing
from ._nn import l2_normalize
from ._special import norm

transpose = matrix_transpose
__all__ = ["adjoint", "cholesky_solve", "diag", "diag_part", "eigh", "eigvalsh", "einsum", "expm", "eye", "global_norm", "l2_normalize", "logdet", "lstsq",
           "matmul", "matvec", "norm", "set_diag", "svd", "tensor_diag_part", "tensordot", "trace", "transpose", "triangular_solve"]


def svd(tensor: Any, full_matrices: bool = False, compute_uv: bool = True, name: Any = None) -> Any:
    """Singular values, and with compute_uv the left and right vectors: s, u, v."""
    s, u, v = _apply("Svd", tensor, compute_uv=compute_uv, full_matrices=full_matrices, name=name)
    return (s, u, v) if compute_uv else s


def eigh(tensor: Any, name: Any = None) -> Any:
    return tuple(_apply("SelfAdjointEigV2", tensor, compute_v=True, name=name))


def eigvalsh(tensor: Any, name: Any = None) -> Any:
    return _apply("SelfAdjointEigV2", tensor, compute_v=False, name=name)[0]


def triangular_solve(matrix: Any, rhs: Any, lower: bool = True, adjoint: bool = False, name: Any = None) -> Any:
    return _apply("MatrixTriangularSolve", matrix, rhs, lower=lower, adjoint=adjoint, name=name)


def cholesky_solve(chol: Any, rhs: Any, name: Any = None) -> Any:
    with name_scope(name, "cholesky_solve", [chol, rhs]):
        return triangular_solve(chol, triangular_solve(chol, rhs), adjoint=True)


def lstsq(matrix: Any, rhs: Any, l2_regularizer: float = 0.0, fast: bool = True, name: Any = None) -> Any:
    with name_scope(name, "matrix_solve_ls", [matrix, rhs]):
        matrix = convert_to_tensor(matrix)
        return _apply("MatrixSolveLs", matrix, rhs, np.float64(l2_regularizer), fast=fast)


def trace(x: Any, name: Any = None) -> Any:
    with name_scope(name, "Trace", [x]) as scope:
        return _math.reduce_sum(diag_part(convert_to_tensor(x, name="x")), [-1], name=scope)


def adjoint(matrix: Any, name: Any = None) -> Any:
    return matrix_transpose(matrix, conjugate=True, name=name or "adjoint")


def logdet(matrix: Any, name: Any = None) -> Any:
    """Of positive definite matrices."""
    with name_scope(name, "logdet", [matrix]):
        chol = _apply("Cholesky", matrix)
        return 2.0 * _math.reduce_sum(_math.log(_math.real(diag_part(chol))), axis=[-1])


def expm(input: Any, name: Any = None) -> Any:
    return _apply("MatrixExponential", input, name=name)


def tensor_diag_part(input: Any, name: Any = None) -> Any:
    return _apply("DiagPart", input, name=name)


__getattr__ = _missing(__name__, "linalg")
