"""Cross entropies of logits, and losses over a sample of many classes."""
from __future__ import annotations

from typing import Any

from ...dtypes import DType
from . import _array, _math
from ._apply import apply, constant, convert_to_tensor
from ._embedding import embedding_lookup
from ._graph import get_seed, name_scope


def _given(labels: Any, logits: Any, sentinel: Any, name: str) -> None:
    if sentinel is not None or labels is None or logits is None:
        raise ValueError("Only call `%s` with named arguments (labels=..., logits=..., ...)" % name)


def _flat_rows(logits: Any) -> Any:
    """Rows of the last dimension."""
    count = _array.rank(logits)
    last = _array.slice_(_array.shape(logits), [_math.subtract(count, 1)], [1])
    rows = _array.reshape(logits, _array.concat([[-1], last], 0))
    return rows


def softmax_cross_entropy_with_logits_v2(labels: Any = None, logits: Any = None, axis: Any = None, name: Any = None, dim: Any = None) -> Any:
    """-sum(labels * log(softmax(logits))) along axis; gradients go to the labels too."""
    axis = -1 if (dim if axis is None else axis) is None else int(dim if axis is None else axis)
    with name_scope(name, "softmax_cross_entropy_with_logits", [logits, labels]) as scope:
        logits = convert_to_tensor(logits, name="logits")
        labels = convert_to_tensor(labels, name="labels")
        wide = logits.dtype in (DType.float16, DType.bfloat16)
        precise = _math.cast(logits, DType.float32) if wide else logits
        labels = _math.cast(labels, precise.dtype)
        input_rank = _array.rank(precise)
        shape = logits.shape
        if axis != -1 and shape.ndims is not None and axis != shape.ndims - 1:
            order = [i for i in range(shape.ndims) if i != axis % shape.ndims] + [axis % shape.ndims]
            precise, labels = _array.transpose(precise, order), _array.transpose(labels, order)
        input_shape = _array.shape(precise)
        rows, label_rows = _flat_rows(precise), _flat_rows(labels)
        cost, _ = apply("SoftmaxCrossEntropyWithLogits", rows, label_rows, name=scope)
        output_shape = _array.slice_(input_shape, [0], [_math.subtract(input_rank, 1)])
        cost = _array.reshape(cost, output_shape)
        return _math.cast(cost, logits.dtype) if wide else cost


def softmax_cross_entropy_with_logits(_sentinel: Any = None, labels: Any = None, logits: Any = None, dim: Any = -1, name: Any = None,
                                      axis: Any = None) -> Any:
    """The same without gradients to the labels."""
    _given(labels, logits, _sentinel, "softmax_cross_entropy_with_logits")
    with name_scope(name, "softmax_cross_entropy_with_logits_sg", [logits, labels]) as scope:
        labels = _array.stop_gradient(labels, name="labels_stop_gradient")
    return softmax_cross_entropy_with_logits_v2(labels=labels, logits=logits, axis=dim if axis is None else axis, name=scope)


def sparse_softmax_cross_entropy_with_logits(_sentinel: Any = None, labels: Any = None, logits: Any = None, name: Any = None) -> Any:
    """labels: the number of the class, in [0, classes)."""
    _given(labels, logits, _sentinel, "sparse_softmax_cross_entropy_with_logits")
    with name_scope(name, "SparseSoftmaxCrossEntropyWithLogits", [labels, logits]) as scope:
        labels, logits = convert_to_tensor(labels), convert_to_tensor(logits)
        wide = logits.dtype in (DType.float16, DType.bfloat16)
        precise = _math.cast(logits, DType.float32) if wide else logits
        labels_shape = _array.shape(labels)
        count = labels.shape.ndims
        if logits.shape.ndims == 0:
            raise ValueError("Logits cannot be scalars - received shape %s." % logits.shape)
        if logits.shape.ndims is not None and count is not None and count != logits.shape.ndims - 1:
            raise ValueError("Rank mismatch: Rank of labels (received %s) should equal rank of logits minus 1 (received %s)."
                             % (count, logits.shape.ndims))
        if logits.shape.ndims == 2:
            cost, _ = apply("SparseSoftmaxCrossEntropyWithLogits", precise, labels, name=scope)
            return _math.cast(cost, logits.dtype) if wide else cost
        classes = _math.subtract(_array.rank(logits), 1)
        rows = _array.reshape(precise, [-1, _array.shape(logits)[classes]])
        cost, _ = apply("SparseSoftmaxCrossEntropyWithLogits", rows, _array.reshape(labels, [-1]), name=scope)
        cost = _array.reshape(cost, labels_shape)
        return _math.cast(cost, logits.dtype) if wide else cost


def sigmoid_cross_entropy_with_logits(_sentinel: Any = None, labels: Any = None, logits: Any = None, name: Any = None) -> Any:
    _given(labels, logits, _sentinel, "sigmoid_cross_entropy_with_logits")
    with name_scope(name, "logistic_loss", [logits, labels]) as scope:
        logits = convert_to_tensor(logits, name="logits")
        labels = convert_to_tensor(labels, dtype_hint=logits.dtype, name="labels")
        if not labels.shape.is_compatible_with(logits.shape):
            raise ValueError("`logits` and `labels` must have the same shape, received (%s vs %s)." % (logits.shape, labels.shape))
        zeros = _array.zeros_like(logits)
        positive = logits >= zeros
        relu_logits = _array.where(positive, logits, zeros)
        neg_abs = _array.where(positive, -logits, logits)
        return _math.add(relu_logits - logits * labels, _math.log1p(_math.exp(neg_abs)), name=scope)


def weighted_cross_entropy_with_logits(labels: Any = None, logits: Any = None, pos_weight: Any = None, name: Any = None, targets: Any = None) -> Any:
    labels = targets if labels is None else labels
    with name_scope(name, "logistic_loss", [logits, labels]) as scope:
        logits = convert_to_tensor(logits, name="logits")
        labels = convert_to_tensor(labels, logits.dtype, name="labels")
        from ._nn import relu
        weight = 1 + (pos_weight - 1) * labels
        return _math.add((1 - labels) * logits, weight * (_math.log1p(_math.exp(-_math.abs_(logits))) + relu(-logits)), name=scope)


def log_poisson_loss(targets: Any, log_input: Any, compute_full_loss: bool = False, name: Any = None) -> Any:
    with name_scope(name, "log_poisson_loss", [log_input, targets]):
        log_input = convert_to_tensor(log_input, name="log_input")
        targets = convert_to_tensor(targets, log_input.dtype, name="targets")
        result = _math.exp(log_input) - log_input * targets
        if compute_full_loss:
            half, two_pi = constant(0.5, targets.dtype), constant(6.283185307179586, targets.dtype)
            stirling = targets * _math.log(targets) - targets + half * _math.log(two_pi * targets)
            zeros, ones = _array.zeros_like(targets), _array.ones_like(targets)
            small = _math.logical_and(targets >= zeros, targets <= ones)
            result = result + _array.where(small, zeros, stirling)
        return result


# ---- a sample of the classes

def _candidates(op: str) -> Any:
    def function(true_classes: Any, num_true: int, num_sampled: int, unique: bool, range_max: int, seed: Any = None, name: Any = None) -> Any:
        first, second = get_seed(seed)
        return tuple(apply(op, _math.cast(convert_to_tensor(true_classes), DType.int64), num_true=num_true, num_sampled=num_sampled, unique=unique,
                           range_max=range_max, seed=first or 0, seed2=second or 0, name=name))
    return function


log_uniform_candidate_sampler = _candidates("LogUniformCandidateSampler")
uniform_candidate_sampler = _candidates("UniformCandidateSampler")
learned_unigram_candidate_sampler = _candidates("LearnedUnigramCandidateSampler")


def fixed_unigram_candidate_sampler(true_classes: Any, num_true: int, num_sampled: int, unique: bool, range_max: int, vocab_file: str = "",
                                    distortion: float = 1.0, num_reserved_ids: int = 0, num_shards: int = 1, shard: int = 0, unigrams: Any = (),
                                    seed: Any = None, name: Any = None) -> Any:
    first, second = get_seed(seed)
    return tuple(apply("FixedUnigramCandidateSampler", true_classes, num_true=num_true, num_sampled=num_sampled, unique=unique, range_max=range_max,
                       vocab_file=vocab_file, distortion=distortion, num_reserved_ids=num_reserved_ids, num_shards=num_shards, shard=shard,
                       unigrams=list(unigrams), seed=first or 0, seed2=second or 0, name=name))


def all_candidate_sampler(true_classes: Any, num_true: int, num_sampled: int, unique: bool, seed: Any = None, name: Any = None) -> Any:
    first, second = get_seed(seed)
    return tuple(apply("AllCandidateSampler", true_classes, num_true=num_true, num_sampled=num_sampled, unique=unique, seed=first or 0,
                       seed2=second or 0, name=name))


def compute_accidental_hits(true_classes: Any, sampled_candidates: Any, num_true: int, seed: Any = None, name: Any = None) -> Any:
    first, second = get_seed(seed)
    return tuple(apply("ComputeAccidentalHits", true_classes, sampled_candidates, num_true=num_true, seed=first or 0, seed2=second or 0, name=name))


def _sampled_logits(weights: Any, biases: Any, labels: Any, inputs: Any, num_sampled: int, num_classes: int, num_true: int, sampled_values: Any,
                    subtract_log_q: bool, remove_accidental_hits: bool, partition_strategy: str, name: Any, seed: Any) -> tuple[Any, Any]:
    weights = list(weights) if isinstance(weights, (list, tuple)) else [weights]
    with name_scope(name, "compute_sampled_logits", weights + [biases, inputs, labels]):
        labels = convert_to_tensor(labels)
        labels = labels if labels.dtype == DType.int64 else _math.cast(labels, DType.int64)
        labels_flat = _array.reshape(labels, [-1])
        if sampled_values is None:
            sampled_values = log_uniform_candidate_sampler(labels, num_true, num_sampled, True, num_classes, seed)
        sampled, true_expected, sampled_expected = (_array.stop_gradient(s) for s in sampled_values)
        sampled = _math.cast(sampled, DType.int64)
        all_ids = _array.concat([labels_flat, sampled], 0)
        all_w = _math.cast(embedding_lookup(weights, all_ids, partition_strategy=partition_strategy), convert_to_tensor(inputs).dtype)
        all_b = _math.cast(embedding_lookup(biases, all_ids, partition_strategy=partition_strategy), all_w.dtype)
        flat_count = _array.shape(labels_flat)[0]
        true_w = _array.slice_(all_w, [0, 0], _array.stack([flat_count, -1]))
        sampled_w = _array.slice_(all_w, _array.stack([flat_count, 0]), [-1, -1])
        sampled_logits = _math.matmul(inputs, sampled_w, transpose_b=True)
        true_b = _array.slice_(all_b, [0], _array.stack([flat_count]))
        sampled_b = _array.slice_(all_b, _array.stack([flat_count]), [-1])
        dim = _array.shape(true_w)[1:2]
        new_true_w_shape = _array.concat([[-1, num_true], dim], 0)
        row_wise = _math.multiply(_array.expand_dims(inputs, 1), _array.reshape(true_w, new_true_w_shape))
        dots = _array.reshape(row_wise, _array.concat([[-1], dim], 0))
        true_logits = _array.reshape(_math.reduce_sum(dots, [1]), [-1, num_true]) + _array.reshape(true_b, [-1, num_true])
        sampled_logits = sampled_logits + sampled_b
        if remove_accidental_hits:
            rows, columns, hit = compute_accidental_hits(labels, sampled, num_true)
            row_ids = _array.reshape(rows, [-1, 1])
            ids = _array.reshape(_math.cast(columns, DType.int32), [-1, 1])
            where = _array.concat([row_ids, ids], 1)
            shape = _array.concat([_array.shape(labels)[:1], _array.expand_dims(num_sampled, 0)], 0)
            sampled_logits = sampled_logits + apply("SparseToDense", where, shape, _math.cast(hit, sampled_logits.dtype),
                                                    constant(0.0, sampled_logits.dtype), validate_indices=False)
        if subtract_log_q:
            true_logits = true_logits - _math.log(true_expected)
            sampled_logits = sampled_logits - _math.log(sampled_expected)
        out_logits = _array.concat([true_logits, sampled_logits], 1)
        out_labels = _array.concat([_array.ones_like(true_logits) / num_true, _array.zeros_like(sampled_logits)], 1)
        return out_logits, out_labels


def nce_loss(weights: Any, biases: Any, labels: Any, inputs: Any, num_sampled: int, num_classes: int, num_true: int = 1, sampled_values: Any = None,
             remove_accidental_hits: bool = False, partition_strategy: str = "mod", name: str = "nce_loss") -> Any:
    """Noise-contrastive estimation. Source: Gutmann and Hyvarinen 2010."""
    logits, targets = _sampled_logits(weights, biases, labels, inputs, num_sampled, num_classes, num_true, sampled_values, True,
                                      remove_accidental_hits, partition_strategy, name, None)
    losses = sigmoid_cross_entropy_with_logits(labels=targets, logits=logits, name="sampled_losses")
    ones = _array.ones(_array.stack([_array.shape(losses)[1], 1]), losses.dtype)
    return _array.reshape(_math.matmul(losses, ones), [-1])


def sampled_softmax_loss(weights: Any, biases: Any, labels: Any, inputs: Any, num_sampled: int, num_classes: int, num_true: int = 1,
                         sampled_values: Any = None, remove_accidental_hits: bool = True, partition_strategy: str = "mod",
                         name: str = "sampled_softmax_loss", seed: Any = None) -> Any:
    """Softmax over a sample of the classes. Source: Jean et al. 2014."""
    logits, targets = _sampled_logits(weights, biases, labels, inputs, num_sampled, num_classes, num_true, sampled_values, True,
                                      remove_accidental_hits, partition_strategy, name, seed)
    return softmax_cross_entropy_with_logits_v2(labels=_array.stop_gradient(targets, name="labels_stop_gradient"), logits=logits)


# ---- sequences of labels

def ctc_loss(labels: Any = None, inputs: Any = None, sequence_length: Any = None, preprocess_collapse_repeated: bool = False,
             ctc_merge_repeated: bool = True, ignore_longer_outputs_than_inputs: bool = False, time_major: bool = True, logits: Any = None) -> Any:
    inputs = convert_to_tensor(logits if inputs is None else inputs)
    inputs = inputs if time_major else _array.transpose(inputs, [1, 0, 2])
    loss, _ = apply("CTCLoss", inputs, labels.indices, labels.values, sequence_length, preprocess_collapse_repeated=preprocess_collapse_repeated,
                    ctc_merge_repeated=ctc_merge_repeated, ignore_longer_outputs_than_inputs=ignore_longer_outputs_than_inputs)
    return loss


def ctc_greedy_decoder(inputs: Any, sequence_length: Any, merge_repeated: bool = True, blank_index: Any = None) -> Any:
    from ._values import SparseTensor
    indices, values, shape, log_probability = apply("CTCGreedyDecoder", inputs, sequence_length, merge_repeated=merge_repeated)
    return [SparseTensor(indices, values, shape)], log_probability


def ctc_beam_search_decoder(inputs: Any, sequence_length: Any, beam_width: int = 100, top_paths: int = 1, merge_repeated: bool = True) -> Any:
    from ._values import SparseTensor
    indices, values, shapes, log_probability = apply("CTCBeamSearchDecoder", inputs, sequence_length, beam_width=beam_width, top_paths=top_paths,
                                                     merge_repeated=merge_repeated)
    return [SparseTensor(*parts) for parts in zip(indices, values, shapes)], log_probability

