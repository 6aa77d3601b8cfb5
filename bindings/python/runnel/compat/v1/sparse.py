"""tf.sparse."""
from ._near import missing as _missing
from ._sparse import from_dense
from ._sparse import sparse_add as add
from ._sparse import sparse_concat as concat
from ._sparse import sparse_eye as eye
from ._sparse import sparse_fill_empty_rows as fill_empty_rows
from ._sparse import sparse_mask as mask
from ._sparse import sparse_maximum as maximum
from ._sparse import sparse_merge as merge
from ._sparse import sparse_minimum as minimum
from ._sparse import sparse_placeholder as placeholder
from ._sparse import sparse_reduce_max as reduce_max
from ._sparse import sparse_reduce_max_sparse as reduce_max_sparse
from ._sparse import sparse_reduce_sum as reduce_sum
from ._sparse import sparse_reduce_sum_sparse as reduce_sum_sparse
from ._sparse import sparse_reorder as reorder
from ._sparse import sparse_reset_shape as reset_shape
from ._sparse import sparse_reshape as reshape
from ._sparse import sparse_retain as retain
from ._sparse import sparse_segment_mean as segment_mean
from ._sparse import sparse_segment_sqrt_n as segment_sqrt_n
from ._sparse import sparse_segment_sum as segment_sum
from ._sparse import sparse_slice as slice
from ._sparse import sparse_softmax as softmax
from ._sparse import sparse_split as split
from ._sparse import sparse_tensor_dense_matmul as matmul
from ._sparse import sparse_tensor_dense_matmul
from ._sparse import sparse_tensor_to_dense as to_dense
from ._sparse import sparse_to_indicator as to_indicator
from ._sparse import sparse_transpose as transpose
from ._values import SparseTensor

__getattr__ = _missing(__name__, "sparse")
