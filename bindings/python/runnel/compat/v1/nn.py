"""tf.nn: what networks are made of."""
from ._embedding import embedding_lookup, embedding_lookup_sparse, safe_embedding_lookup_sparse
from ._entropy import (all_candidate_sampler, compute_accidental_hits, ctc_beam_search_decoder, ctc_greedy_decoder, ctc_loss,
                       fixed_unigram_candidate_sampler, learned_unigram_candidate_sampler, log_poisson_loss, log_uniform_candidate_sampler, nce_loss,
                       sampled_softmax_loss, sigmoid_cross_entropy_with_logits, softmax_cross_entropy_with_logits, softmax_cross_entropy_with_logits_v2,
                       sparse_softmax_cross_entropy_with_logits, uniform_candidate_sampler, weighted_cross_entropy_with_logits)
from ._math import sigmoid, tanh
from ._near import missing as _missing
from ._nn import (atrous_conv2d, avg_pool, avg_pool1d, avg_pool2d, avg_pool3d, batch_norm_with_global_normalization, batch_normalization, bias_add, conv1d, conv2d,
                  conv2d_backprop_filter, conv2d_backprop_input, conv2d_transpose, conv3d, conv3d_transpose, convolution, crelu, depthwise_conv2d,
                  depthwise_conv2d_native, dilation2d, dropout, elu, erosion2d, fused_batch_norm, in_top_k, l2_loss, l2_normalize, leaky_relu, log_sigmoid, log_softmax, max_pool, max_pool1d,
                  max_pool2d, max_pool3d, max_pool_with_argmax, moments, normalize_moments, pool, relu, relu6, relu_layer, selu, separable_conv2d, silu,
                  softmax, softplus, sufficient_statistics, swish, top_k, weighted_moments, xw_plus_b, zero_fraction)
from ._rnn import (bidirectional_dynamic_rnn, dynamic_rnn, raw_rnn, static_bidirectional_rnn, static_rnn, static_state_saving_rnn)
from . import rnn_cell

__all__ = [
    "all_candidate_sampler", "atrous_conv2d", "avg_pool", "avg_pool1d", "avg_pool2d", "avg_pool3d", "batch_norm_with_global_normalization", "batch_normalization",
    "bias_add", "bidirectional_dynamic_rnn", "compute_accidental_hits", "conv1d", "conv2d", "conv2d_backprop_filter", "conv2d_backprop_input",
    "conv2d_transpose", "conv3d", "conv3d_transpose", "convolution", "crelu", "ctc_beam_search_decoder", "ctc_greedy_decoder", "ctc_loss",
    "depthwise_conv2d", "depthwise_conv2d_native", "dilation2d", "dropout", "dynamic_rnn", "elu", "erosion2d", "embedding_lookup", "embedding_lookup_sparse",
    "fixed_unigram_candidate_sampler", "fused_batch_norm", "in_top_k", "l2_loss", "l2_normalize", "leaky_relu", "learned_unigram_candidate_sampler",
    "log_poisson_loss", "log_sigmoid", "log_softmax", "log_uniform_candidate_sampler", "max_pool", "max_pool1d", "max_pool2d", "max_pool3d", "max_pool_with_argmax",
    "moments", "nce_loss", "normalize_moments", "pool", "raw_rnn", "relu", "relu6", "relu_layer", "rnn_cell", "safe_embedding_lookup_sparse",
    "sampled_softmax_loss", "selu", "separable_conv2d", "sigmoid", "sigmoid_cross_entropy_with_logits", "silu", "softmax",
    "softmax_cross_entropy_with_logits", "softmax_cross_entropy_with_logits_v2", "softplus", "sparse_softmax_cross_entropy_with_logits",
    "static_bidirectional_rnn", "static_rnn", "static_state_saving_rnn", "sufficient_statistics", "swish", "tanh", "top_k", "uniform_candidate_sampler",
    "weighted_cross_entropy_with_logits", "weighted_moments", "xw_plus_b", "zero_fraction",
]

__getattr__ = _missing(__name__, "nn")
