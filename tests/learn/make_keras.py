"""Writes tests/learn/keras.txt: what Keras 3 computes for models that Runnel builds of the same specs.

    python3 tests/learn/make_keras.py > tests/learn/keras.txt

needs the packages keras and tensorflow. A line holds, between tabs: name, element type, layers (specs of the sequential
model, between |; behind <- stand the numbers of the values that a layer is called on in a model of another form, where 0 is
the input and what a layer gives comes next), optimizer, loss, metrics, shape of the inputs, classes of whole labels or 0,
batch size, epochs, and then, for each epoch, name=value of all that fit tells, and last the sum of the prediction for the
first sample.

Weights and samples follow from formulas, so that both sides start from the same: see `weight` and `samples`.
"""
import os
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")
os.environ.setdefault("KERAS_BACKEND", "tensorflow")
import keras  # noqa: E402
import numpy  # noqa: E402


def weight(shape, index):
    """The index-th weight of a model, where its initializer is random."""
    size = int(numpy.prod(shape))
    return (0.3 * numpy.sin(1.7 * numpy.arange(size) + 0.9 * index + 0.3)).reshape(shape)


def samples(count, shape, classes, outputs):
    size = int(numpy.prod(shape))
    x = numpy.sin(0.37 * numpy.arange(count * size)).reshape([count] + shape)
    if classes:
        labels = int(numpy.prod(outputs[:-1]))
        return x, ((numpy.arange(count * labels) * 7 + 3) % classes).reshape([count] + outputs[:-1])
    size = int(numpy.prod(outputs))
    return x, (0.5 + 0.5 * numpy.cos(0.91 * numpy.arange(count * size))).reshape([count] + outputs)


def spec(text):
    """A spec as Python: a name alone is a call without arguments or a string."""
    names = {"true": True, "false": False, "none": None}
    for row in (keras.layers, keras.optimizers, keras.optimizers.schedules, keras.losses, keras.metrics, keras.regularizers,
                keras.initializers, keras.constraints):
        for name, value in vars(row).items():
            names.setdefault(name, value)
    for word in ("relu", "tanh", "sigmoid", "softmax", "elu", "selu", "gelu", "silu", "softplus", "softsign", "same", "valid",
                 "causal", "bilinear", "nearest", "uniform", "hard_sigmoid", "mish", "exponential", "leaky_relu", "relu6",
                 "hard_silu", "log_softmax", "channels_first", "macro", "micro", "weighted", "minoring", "majoring", "rows",
                 "columns", "variance_weighted_average") + MORE_ACTIVATIONS:
        names[word] = word
    for kind in ("MultiHeadAttention", "GroupQueryAttention", "Attention", "AdditiveAttention"):
        names[kind] = causal(getattr(keras.layers, kind))
    return eval(text, {}, names)  # our own text


def causal(kind):
    """A layer that is given use_causal_mask when it is made, not when it is called."""
    def make(*args, use_causal_mask=False, **kwargs):
        layer = kind(*args, **kwargs)
        layer.how = {"use_causal_mask": use_causal_mask}
        return layer
    return make


MORE_ACTIVATIONS = ("hard_tanh", "tanh_shrink", "log_sigmoid", "sparse_plus", "sparse_sigmoid", "celu", "soft_shrink", "hard_shrink",
                    "squareplus")
MLP = "Input([6])|Dense(8, activation=tanh)|Dense(3, activation=softmax)"
LINE = "Input([6])|Dense(5, activation=relu)|Dense(2)"
IMAGE = "Input([8, 8, 3])|"
STEPS = "Input([5, 3])|"
END = "|Dense(3, activation=softmax)"
SPARSE = "SparseCategoricalCrossentropy"
CASES = [
    ("mlp_long", "float64", MLP, "SGD(0.1)", SPARSE, "accuracy", 3, 8, 200),
    ("mlp_float", "float32", MLP, "SGD(0.1)", SPARSE, "accuracy", 3, 8, 3),
] + [
    (name, "float64", MLP, text, SPARSE, "accuracy", 3, 8, 20) for name, text in (
        ("momentum", "SGD(0.05, momentum=0.9)"), ("nesterov", "SGD(0.05, momentum=0.9, nesterov=true)"),
        ("rmsprop", "RMSprop(0.01)"), ("rmsprop_centered", "RMSprop(0.01, momentum=0.5, centered=true)"),
        ("adam", "Adam(0.01)"), ("amsgrad", "Adam(0.01, amsgrad=true)"), ("adamw", "AdamW(0.01)"), ("adamax", "Adamax(0.01)"),
        ("nadam", "Nadam(0.01)"), ("adagrad", "Adagrad(0.05)"), ("adadelta", "Adadelta(1.0)"), ("ftrl", "Ftrl(0.05)"),
        ("ftrl_regularised", "Ftrl(0.05, l1_regularization_strength=0.01, l2_regularization_strength=0.01)"),
        ("lion", "Lion(0.003)"), ("lamb", "Lamb(0.01)"), ("clipnorm", "SGD(0.5, clipnorm=0.1)"),
        ("clipvalue", "SGD(0.5, clipvalue=0.02)"), ("global_clipnorm", "SGD(0.5, global_clipnorm=0.1)"),
        ("weight_decay", "SGD(0.1, weight_decay=0.01)"), ("exponential", "SGD(ExponentialDecay(0.1, 10, 0.5))"),
        ("stairs", "SGD(ExponentialDecay(0.1, 10, 0.5, staircase=true))"), ("inverse", "SGD(InverseTimeDecay(0.1, 10, 0.5))"),
        ("polynomial_cycles", "SGD(PolynomialDecay(0.1, 8, 0.01, power=2.0, cycle=true))"), ("polynomial", "SGD(PolynomialDecay(0.1, 30, 0.01, power=2.0))"), ("cosine", "SGD(CosineDecay(0.1, 30, 0.1))"),
        ("adafactor", "Adafactor(0.05)"), ("adafactor_clipped", "Adafactor(0.2, clip_threshold=0.5, epsilon_2=0.1)"),
        ("warm_cosine", "SGD(CosineDecay(0.01, 30, 0.1, warmup_target=0.2, warmup_steps=10))"),
        ("restarts", "SGD(CosineDecayRestarts(0.1, 8, 1.5, 0.8, 0.1))"), ("restarts_even", "SGD(CosineDecayRestarts(0.1, 8, 1.0))"),
        ("piecewise", "SGD(PiecewiseConstantDecay([10, 30], [0.2, 0.1, 0.01]))"),
        ("ema", "SGD(0.1, use_ema=true, ema_momentum=0.9)"),
        ("ema_overwrites", "Adam(0.01, use_ema=true, ema_momentum=0.9, ema_overwrite_frequency=3)"),
        ("accumulated", "Adam(0.01, gradient_accumulation_steps=3, clipnorm=0.05)"),
        ("accumulated_ema", "SGD(ExponentialDecay(0.5, 10, 0.5), gradient_accumulation_steps=2, use_ema=true, "
                            "ema_momentum=0.8, ema_overwrite_frequency=2)"),
        ("loss_scale", "SGD(0.1, loss_scale_factor=128.0)"),
        ("loss_scale_grows", "LossScaleOptimizer(Adam(0.01), initial_scale=4.0, dynamic_growth_steps=3)"))
] + [
    ("loss_" + name, "float64", layers, "SGD(0.0001)" if "Percentage" in name else "SGD(0.05)", name, metrics, 0, 8, 10) for name, layers, metrics in (
        ("MeanSquaredError", LINE, "mae"), ("MeanAbsoluteError", LINE, "mse"), ("MeanAbsolutePercentageError", LINE, "mse"),
        ("MeanSquaredLogarithmicError", LINE, "RootMeanSquaredError"), ("Huber", LINE, "mse"), ("LogCosh", LINE, "mse"),
        ("Hinge", LINE, "mse"), ("SquaredHinge", LINE, "mse"), ("CategoricalHinge", LINE, "mse"), ("CosineSimilarity", LINE, "mse"),
        ("KLDivergence", LINE + "|Activation(softmax)", "mse"), ("Poisson", LINE + "|Activation(softplus)", "mse"),
        ("BinaryCrossentropy", LINE + "|Activation(sigmoid)", "mse"), ("CategoricalCrossentropy", LINE + "|Softmax", "mse"))
] + [
    # TensorFlow pools volumes of float32 only.
    ("layers_" + name, "float32" if name == "volume" else "float64", IMAGE + layers + "|Dense(4, activation=softmax)", "SGD(0.05)", SPARSE, "accuracy", 4, 4, 8)
    for name, layers in (
        ("conv", "Conv2D(4, 3, activation=relu)|MaxPooling2D|Conv2D(6, 2, strides=2, padding=same)|Flatten"),
        ("dilated", "Conv2D(4, 3, dilation_rate=2)|AveragePooling2D(3, strides=2, padding=same)|Flatten"),
        ("grouped", "Conv2D(6, 1)|Conv2D(4, 3, groups=2, activation=elu)|GlobalAveragePooling2D"),
        ("depthwise", "DepthwiseConv2D(3, depth_multiplier=2, activation=relu)|GlobalMaxPooling2D"),
        ("separable", "SeparableConv2D(5, 3, padding=same, activation=relu)|GlobalAveragePooling2D"),
        ("transpose", "Conv2DTranspose(3, 3, strides=2, padding=same)|GlobalAveragePooling2D"),
        ("transpose_valid", "Conv2DTranspose(3, 3, strides=2, activation=relu)|GlobalAveragePooling2D"),
        ("batch_norm", "Conv2D(4, 3, use_bias=false)|BatchNormalization(momentum=0.7)|ReLU|GlobalAveragePooling2D"),
        ("axis", "PReLU|Conv2D(4, 3)|BatchNormalization(axis=3)|ReLU(none)|Flatten"),
        ("norms", "LayerNormalization|GroupNormalization(3)|UnitNormalization|Flatten"),
        ("shapes", "ZeroPadding2D(1)|Cropping2D([1, 2])|UpSampling2D(2)|Reshape([-1, 3])|Permute([2, 1])|Flatten"),
        ("one_axis", "Reshape([16, 12])|Conv1D(4, 3, padding=causal, dilation_rate=2, activation=tanh)|MaxPooling1D|"
                     "AveragePooling1D(2)|UpSampling1D|ZeroPadding1D(2)|Cropping1D(1)|GlobalAveragePooling1D"),
        ("volume", "Reshape([4, 4, 4, 3])|Conv3D(2, 2, activation=relu)|AveragePooling3D(2)|GlobalMaxPooling3D"),
        ("elements", "LeakyReLU|ELU(0.5)|ReLU(2.0, 0.1, 0.05)|Rescaling(0.5, 0.1)|Flatten|RepeatVector(2)|Flatten"),
        ("regular", "Flatten|Dense(5, kernel_regularizer=L2(0.01), bias_regularizer=L1(0.02), activity_regularizer=L2(0.01))|"
                    "Dense(5, kernel_regularizer=L1L2(0.001, 0.002), kernel_constraint=MaxNorm(0.5))|"
                    "Dense(5, kernel_constraint=UnitNorm, bias_constraint=NonNeg)"),
    )
] + [
    ("activation_" + name, "float64", "Input([6])|Dense(7, activation=%s)|Dense(3)" % name, "SGD(0.05)",
     "SparseCategoricalCrossentropy(from_logits=true)", "accuracy", 3, 8, 4)
    for name in ("relu", "relu6", "sigmoid", "tanh", "softmax", "log_softmax", "softplus", "softsign", "elu", "selu",
                 "exponential", "silu", "leaky_relu", "gelu", "hard_sigmoid", "hard_silu", "mish")
] + [
    # Keras takes the k likeliest in float32 only.
    ("top_k", "float32", MLP, "SGD(0.1)", SPARSE, "[accuracy, SparseTopKCategoricalAccuracy(k=2)]", 3, 8, 4),
    ("binary", "float64", "Input([6])|Dense(4, activation=relu)|Dense(1, activation=sigmoid)", "Adam(0.02)",
     "BinaryCrossentropy(label_smoothing=0.1)", "[accuracy, Precision, Recall, AUC]", 2, 8, 10),
    ("embedding", "float64", "Input([4], dtype='int32')|Embedding(9, 5)|GlobalAveragePooling1D|Dense(3, activation=softmax)",
     "SGD(0.5)", SPARSE, "accuracy", 3, 8, 10),
] + [
    # 200 steps.
    (name + "_long", "float64", STEPS + layers + END, "SGD(0.5)", SPARSE, "accuracy", 3, 8, 50)
    for name, layers in (("lstm", "LSTM(4)"), ("gru", "GRU(4)"))
] + [
    # 20 steps.
    (name + "_float", "float32", STEPS + layers + END, "SGD(0.5)", SPARSE, "accuracy", 3, 8, 5)
    for name, layers in (("lstm", "LSTM(4)"), ("gru", "GRU(4)"), ("lstm_sequences", "LSTM(4, return_sequences=true)|LSTM(3, use_bias=false)"))
] + [
    ("rnn_" + name, "float64", layers + END, "SGD(0.5)", SPARSE, "accuracy", 3, 8, 5) for name, layers in (
        ("simple", STEPS + "SimpleRNN(4)"),
        ("simple_backwards", STEPS + "SimpleRNN(4, activation=relu, go_backwards=true, return_sequences=true)|Flatten"),
        ("lstm_stacked", STEPS + "LSTM(4, return_sequences=true)|LSTM(3, go_backwards=true, activation=relu, "
                                 "recurrent_activation=hard_sigmoid, use_bias=false, recurrent_regularizer=L2(0.01))"),
        ("lstm_unrolled", STEPS + "LSTM(4, unroll=true, unit_forget_bias=false, return_sequences=true)|Flatten"),
        ("any_length", "Input([none, 3])|GRU(4, return_sequences=true)|LSTM(3)"),
        ("gru_before", STEPS + "GRU(4, reset_after=false, return_sequences=true)|Flatten"),
        ("gru_bare", STEPS + "GRU(4, use_bias=false, unroll=true)"),
        ("both_ways", STEPS + "Bidirectional(LSTM(3, return_sequences=true))|Bidirectional(GRU(2), merge_mode='sum')"),
        ("both_ways_merged", STEPS + "Bidirectional(SimpleRNN(3, return_sequences=true), merge_mode='mul')|"
                                     "Bidirectional(LSTM(2), merge_mode='ave', backward_layer=LSTM(2, go_backwards=true))"),
        ("each_step", STEPS + "TimeDistributed(Dense(4, activation=tanh))|Flatten"),
        ("each_step_normalised", STEPS + "TimeDistributed(Dense(4))|TimeDistributed(BatchNormalization(momentum=0.7))|LSTM(3)"),
        ("each_image", "Input([3, 6, 6, 2])|TimeDistributed(Conv2D(2, 3))|TimeDistributed(Flatten())|LSTM(3)"),
        ("states", STEPS + "LSTM(4, return_state=true)|LSTM(4) <- 0 2 3|GRU(4, return_sequences=true) <- 0 3|"
                           "Dense(3) <- 4|Flatten <- 5|Concatenate <- 6 7"),
        ("both_states", STEPS + "Bidirectional(GRU(2, return_state=true))|Bidirectional(GRU(2)) <- 0 2 3|Concatenate <- 1 2 4"),
    )
]
TOKENS = "Input([6], dtype='int32')|Embedding(9, 4, mask_zero=true)"
NORMED = "LayerNormalization(epsilon=1e-6)"
CASES += [
    ("stateful_" + name, dtype, "Input([4, 3], batch_size=10)|" + layers + END, "SGD(0.5)", SPARSE, "accuracy", 3, 10, 5) for name, dtype, layers in (
        ("layers", "float64", "LSTM(4, stateful=true, return_sequences=true)|SimpleRNN(3, stateful=true)"),
        ("both_ways", "float64", "Bidirectional(GRU(3, stateful=true))"),
        ("unrolled", "float64", "GRU(3, stateful=true, unroll=true, reset_after=false)"),
        ("float", "float32", "LSTM(4, stateful=true)"),
    )
] + [
    ("masked_" + name, "float64", layers + END, "SGD(0.5)", SPARSE, metrics, 3, 8, 5) for name, layers, metrics in (
        ("lstm", TOKENS + "|LSTM(4, return_sequences=true)|GRU(3)", "accuracy"),
        ("unrolled", TOKENS + "|Dropout(0)|GRU(4, return_sequences=true, unroll=true)|SimpleRNN(3, unroll=true, go_backwards=true)", "accuracy"),
        ("values", "Input([5, 2])|ReLU|Masking|LSTM(4, go_backwards=true)", "accuracy"),
        ("both_ways", TOKENS + "|Bidirectional(LSTM(3, return_sequences=true))|Bidirectional(GRU(2))", "accuracy"),
        ("zeroed", TOKENS + "|GRU(4, return_sequences=true, zero_output_for_mask=true)|Flatten", "accuracy"),
        ("mean", TOKENS + "|Dense(4, activation=tanh)|BatchNormalization(momentum=0.7)|GlobalAveragePooling1D", "accuracy"),
        ("loss", TOKENS + "|LSTM(4, return_sequences=true)", "accuracy"),
        ("each_step", TOKENS + "|TimeDistributed(Dense(4))|LSTM(3)", "accuracy"),
        ("each_step_normalised", TOKENS + "|TimeDistributed(BatchNormalization(momentum=0.7))|LSTM(3)", "accuracy"),
        ("merged", TOKENS + "|Dense(4, activation=tanh) <- 1|Add <- 1 2|Maximum <- 1 2|Multiply <- 3 4|Concatenate <- 5 1|LSTM(3) <- 6", "accuracy"),
        ("states", TOKENS + "|LSTM(3, return_state=true) <- 1|LSTM(3) <- 1 3 4|Dense(3) <- 5", "accuracy"),
    )
] + [
    ("masked_regression", "float64", TOKENS + "|GRU(4, return_sequences=true)|Dense(2)", "SGD(0.1)", "MeanSquaredError", "[mae, RootMeanSquaredError]", 0, 8, 5),
] + [
    ("attention_" + name, dtype, layers, "SGD(0.2)", SPARSE, "accuracy", 3, 8, epochs) for name, dtype, epochs, layers in (
        ("self", "float64", 5, STEPS + "MultiHeadAttention(2, 4) <- 0 0|Flatten" + END),
        ("causal", "float32", 5, STEPS + "MultiHeadAttention(2, 4, value_dim=3, use_causal_mask=true) <- 0 0|Flatten" + END),
        ("cross", "float64", 5, STEPS + "Dense(4) <- 0|Cropping1D(1) <- 1|Dense(5) <- 2|"
                                        "MultiHeadAttention(3, 2, use_bias=false, output_shape=[6]) <- 0 2 3|Flatten" + END),
        ("masked", "float64", 5, TOKENS + "|MultiHeadAttention(2, 3) <- 1 1|GlobalAveragePooling1D" + END),
        ("masked_causal", "float64", 5, TOKENS + "|MultiHeadAttention(2, 3, use_causal_mask=true) <- 1 1|LSTM(3)" + END),
        ("plane", "float64", 5, "Input([3, 2, 4])|MultiHeadAttention(2, 3) <- 0 0|Flatten" + END),
        ("axis", "float64", 5, "Input([3, 2, 4])|MultiHeadAttention(2, 3, attention_axes=[2]) <- 0 0|Flatten" + END),
        ("first_axis", "float64", 5, "Input([3, 2, 4])|MultiHeadAttention(2, 3, attention_axes=[1]) <- 0 0|Flatten" + END),
        ("axes", "float64", 5, "Input([2, 3, 2, 4])|Dense(3) <- 0|MultiHeadAttention(2, 3, attention_axes=[1, -2], output_shape=[5]) <- 0 1|Flatten" + END),
        ("dot", "float64", 5, STEPS + "Dense(3) <- 0|Attention(use_scale=true) <- 0 1|Attention(score_mode='concat', use_causal_mask=true) <- 0 2 1|Flatten" + END),
        ("additive", "float64", 5, TOKENS + "|Dense(4) <- 1|AdditiveAttention <- 1 2|Attention <- 3 1|GlobalAveragePooling1D" + END),
        # A block of a transformer: 20 steps, and 200.
        ("block_float", "float32", 5, STEPS + "MultiHeadAttention(2, 4) <- 0 0|Add <- 0 1|" + NORMED + "|Dense(6, activation=relu)|Dense(3)|"
                                              "Add <- 3 5|" + NORMED + "|GlobalAveragePooling1D" + END),
        ("block_long", "float64", 50, STEPS + "MultiHeadAttention(2, 4) <- 0 0|Add <- 0 1|" + NORMED + "|Dense(6, activation=relu)|Dense(3)|"
                                              "Add <- 3 5|" + NORMED + "|GlobalAveragePooling1D" + END),
    )
]
CASES += [
    (policy + "_" + name, policy, layers + END, optimizer, SPARSE, "accuracy", 3, 8, 5) for policy in ("mixed_float16", "mixed_bfloat16")
    for name, optimizer, layers in (
        ("mlp", "Adam(0.01)", "Input([6])|Dense(8, activation=tanh)|" + NORMED),
        ("conv", "SGD(0.1)", IMAGE + "Conv2D(4, 3)|BatchNormalization(momentum=0.7)|ReLU|GlobalAveragePooling2D"),
        ("lstm", "SGD(0.5)", STEPS + "LSTM(4)"),
        ("attention", "SGD(0.05)", STEPS + "MultiHeadAttention(2, 4) <- 0 0|Add <- 0 1|" + NORMED + "|GlobalAveragePooling1D"),
    )
]
BINARY = "Input([6])|Dense(4, activation=relu)|Dense(1, activation=sigmoid)"
FIRST = "data_format=channels_first"
CASES += [
    # TensorFlow pools volumes, and Keras regularises by angles, in float32 only.
    ("more_" + name, "float32" if name in ("volume", "first", "regular") else "float64", IMAGE + layers + "|Dense(4, activation=softmax)",
     "SGD(0.05)", SPARSE, "accuracy", 4, 4, 8)
    for name, layers in (
        ("one_axis", "Reshape([16, 12])|DepthwiseConv1D(3, depth_multiplier=2, strides=2, activation=relu)|SeparableConv1D(5, 3, padding=same)|"
                     "Conv1DTranspose(3, 3, strides=2, padding=same)|GlobalAvgPool1D"),
        ("transpose_padded", "Conv2DTranspose(3, 3, strides=2, padding=same, output_padding=1)|Conv2DTranspose(2, 2, strides=3, output_padding=[0, 2])|Flatten"),
        ("transpose_row", "Reshape([16, 12])|Conv1DTranspose(2, 4, strides=3, output_padding=1)|Conv1DTranspose(2, 2, strides=3)|Flatten"),
        ("volume", "Reshape([4, 4, 4, 3])|Conv3DTranspose(2, 2, strides=2)|Cropping3D(1)|UpSampling3D([1, 2, 1])|ZeroPadding3D([1, 0, 2])|GlobalAvgPool3D"),
        ("first", "Permute([3, 1, 2])|Conv2D(4, 3, %s, activation=relu)|BatchNormalization(axis=1, momentum=0.7)|ZeroPadding2D(1, %s)|"
                  "MaxPool2D(%s)|GlobalAvgPool2D(%s)" % (FIRST, FIRST, FIRST, FIRST)),
        ("first_flat", "Permute([3, 1, 2])|UpSampling2D(2, %s)|Cropping2D([1, 2], %s)|AvgPool2D(2, %s)|Flatten(%s)" % (FIRST, FIRST, FIRST, FIRST)),
        ("first_images", "Permute([3, 1, 2])|Resizing(6, 5, %s)|CenterCrop(4, 4, %s)|Flatten" % (FIRST, FIRST)),
        ("first_softmax", "Permute([3, 1, 2])|AvgPool2D(2, %s)|Softmax|GlobalMaxPool2D(%s, keepdims=true)|Flatten" % (FIRST, FIRST)),
        ("shared_axes", "PReLU(shared_axes=[1, 2], alpha_initializer=Constant(0.2))|PReLU(shared_axes=[3])|Conv2D(4, 3)|Flatten"),
        ("axes", "LayerNormalization(axis=[1, 2, 3], epsilon=0.0009765625)|LayerNormalization(axis=[1, -1], epsilon=0.125)|RMSNormalization(axis=[2, 3], epsilon=0.0009765625)|RMSNormalization(epsilon=0.125)|"
                 "UnitNormalization(axis=[1, 3])|Flatten"),
        ("one_of_the_axes", "GroupNormalization(2, axis=1)|LayerNormalization(axis=2)|BatchNormalization(axis=-2, momentum=0.7)|Softmax(axis=1)|Flatten"),
        ("regular", "Conv2D(4, 3, kernel_constraint=MaxNorm(0.4, axis=[0, 1, 2]))|Flatten|"
                    "Dense(5, kernel_constraint=MinMaxNorm(0.2, 0.8, 0.7), kernel_regularizer=OrthogonalRegularizer(0.05))|"
                    "Dense(5, kernel_constraint=UnitNorm(axis=[0, 1]), kernel_regularizer=OrthogonalRegularizer(mode=columns))"),
        ("undropped", "Dropout(0.0, noise_shape=[none, 1, 1, 3])|AlphaDropout(0.0)|SpatialDropout2D(0.0)|Flatten"),
    )
] + [
    ("activation_" + name, "float64", "Input([6])|Dense(8, activation=%s)|Dense(3)" % name, "SGD(0.05)",
     "SparseCategoricalCrossentropy(from_logits=true)", "accuracy", 3, 8, 4) for name in MORE_ACTIVATIONS
] + [
    ("loss_" + name, "float64", layers, "SGD(0.05)", loss, metrics, 0, 8, 10) for name, layers, loss, metrics in (
        ("binary_focal", LINE + "|Activation(sigmoid)", "BinaryFocalCrossentropy(apply_class_balancing=true, label_smoothing=0.1)", "mse"),
        ("binary_focal_logits", LINE, "BinaryFocalCrossentropy(from_logits=true, gamma=1.5)", "mse"),
        ("categorical_focal", LINE + "|Softmax", "CategoricalFocalCrossentropy(label_smoothing=0.1)", "mse"),
        ("categorical_focal_logits", LINE, "CategoricalFocalCrossentropy(alpha=0.5, from_logits=true)", "mse"),
        ("dice", LINE + "|Activation(sigmoid)", "Dice(axis=[1])", "mse"),
        ("dice_whole", LINE + "|Activation(sigmoid)", "Dice", "mse"),
        ("tversky", LINE + "|Activation(sigmoid)", "Tversky(alpha=0.3, beta=0.8)", "mse"),
        ("tversky_axis", LINE + "|Activation(sigmoid)", "Tversky(alpha=0.3, beta=0.8, axis=[-1])", "mse"),
    )
] + [
    ("loss_ignored", "float64", MLP, "SGD(0.1)", "SparseCategoricalCrossentropy(ignore_class=1)", "accuracy", 3, 8, 10),
    ("loss_ignored_steps", "float64", STEPS + "Dense(3)", "SGD(0.1)", "SparseCategoricalCrossentropy(from_logits=true, ignore_class=0)", "accuracy", 3, 8, 10),
    ("loss_generalized", "float64", MLP, "SGD(0.1)", "CategoricalGeneralizedCrossEntropy(0.7)", "accuracy", 3, 8, 10),
] + [
    ("metric_" + name, "float64", layers, "SGD(0.25)", loss, metrics, classes, 8, 6) for name, layers, loss, metrics, classes in (
        ("counts", BINARY, "BinaryCrossentropy", "[TruePositives, TrueNegatives(0.4), FalsePositives, FalseNegatives(0.6)]", 2),
        ("best", BINARY, "BinaryCrossentropy", "[PrecisionAtRecall(0.6), RecallAtPrecision(0.5), SensitivityAtSpecificity(0.5), "
                                               "SpecificityAtSensitivity(0.7, num_thresholds=20)]", 2),
        ("pr", BINARY, "BinaryCrossentropy", "[AUC(curve='PR'), BinaryIoU]", 2),
        ("pr_minoring", BINARY, "BinaryCrossentropy", "[AUC(50, curve='PR', summation_method=minoring), BinaryIoU([1], 0.4)]", 2),
        ("roc_majoring", BINARY, "BinaryCrossentropy", "[AUC(50, summation_method=majoring), F1Score(average=micro, threshold=0.5)]", 2),
        ("f1", LINE + "|Softmax", "MeanSquaredError", "[F1Score(average=macro), FBetaScore(average=weighted, beta=0.5, threshold=0.4), R2Score]", 0),
        ("f1_micro", LINE + "|Softmax", "MeanSquaredError", "[F1Score(average=micro), FBetaScore(average=macro, beta=2.0), OneHotMeanIoU(2)]", 0),
        ("r2", LINE, "MeanSquaredError", "[R2Score(variance_weighted_average), OneHotIoU(2, [1])]", 0),
        ("iou", MLP, SPARSE, "[MeanIoU(3, sparse_y_pred=false), IoU(3, [0, 2], sparse_y_pred=false)]", 3),
        ("class", LINE + "|Softmax", "MeanSquaredError", "[Precision(class_id=1), Recall(class_id=0)]", 0),
    )
]
RANDOM = ("kernel", "embeddings", "depthwise_kernel", "pointwise_kernel", "recurrent_kernel", "scale")
COUNT = 30


def build(layers):
    """The model of specs between |."""
    pieces = [piece.split(" <- ") for piece in layers.split("|")]
    made = [spec(piece[0] if "(" in piece[0] else piece[0] + "()") for piece in pieces]
    if all(len(piece) == 1 for piece in pieces):
        return keras.Sequential(made)
    values = [made[0]]
    for layer, piece in zip(made[1:], pieces[1:]):
        inputs = [values[int(number)] for number in piece[1].split()] if len(piece) > 1 else [values[-1]]
        if len(inputs) == 1:
            outputs = layer(inputs[0])
        elif isinstance(layer, (keras.layers.RNN, keras.layers.Bidirectional)):
            outputs = layer(inputs[0], initial_state=inputs[1:])
        elif isinstance(layer, (keras.layers.MultiHeadAttention, keras.layers.GroupQueryAttention)):
            outputs = layer(*inputs, **layer.how)
        else:
            outputs = layer(inputs, **getattr(layer, "how", {}))
        values.extend(outputs if isinstance(outputs, (list, tuple)) else [outputs])
    return keras.Model(values[0], values[-1])


def cut(metrics):
    """The metrics of a list; commas within them do not count."""
    if not metrics.startswith("["):
        return [metrics]
    parts, depth = [""], 0
    for c in metrics[1:-1]:
        depth += (c in "([") - (c in ")]")
        if c == "," and not depth:
            parts.append("")
        else:
            parts[-1] += c
    return [part.strip() for part in parts]


CASES += [
    ("further_" + name, dtype, layers, "SGD(0.0625)" if name == "einsum_behind" else "SGD(0.015625)" if name == "dot" else "SGD(0.125)", loss, metrics, classes, 8, 8) for name, dtype, layers, loss, metrics, classes in (
        ("einsum", "float64", STEPS + "EinsumDense('abc,cd->abd', output_shape=[5, 5], bias_axes='d', activation=relu)|"
                                      "EinsumDense('abc,bcd->adb', output_shape=[6, 5], bias_axes='b')|"
                                      "EinsumDense('...x,xy->...y', output_shape=[4], bias_axes='y')|Flatten" + END, SPARSE, "accuracy", 3),
        ("einsum_behind", "float64", IMAGE + "EinsumDense('ab...,bc->ac...', output_shape=[5], bias_axes='c')|"
                                             "EinsumDense('abcd,bde->ae', output_shape=[7])" + END, SPARSE, "accuracy", 3),
        ("grouped_query", "float64", STEPS + "GroupQueryAttention(3, 4, 2) <- 0 0|Flatten" + END, SPARSE, "accuracy", 3),
        ("grouped_query_gate", "float64", STEPS + "Dense(3) <- 0|GroupQueryAttention(2, 6, 3, use_gate=true, sliding_window=2, "
                                                  "use_causal_mask=true) <- 0 1 1|Flatten" + END, SPARSE, "accuracy", 3),
        ("grouped_query_masked", "float64", TOKENS + "|GroupQueryAttention(2, 4, 1, use_bias=false) <- 1 1|GlobalAveragePooling1D" + END,
         SPARSE, "accuracy", 3),
        ("dot", "float64", STEPS + "Dense(3) <- 0|Dot((2, 2)) <- 0 1|Dot((2, 1)) <- 2 0|UnitNormalization <- 3|Dot(2) <- 4 1|Flatten" + END, SPARSE, "accuracy", 3),
        ("dot_vectors", "float64", STEPS + "Flatten <- 0|Dense(4) <- 1|Dense(4) <- 1|Dot(-1, normalize=true) <- 2 3|"
                                           "Dense(3, activation=softmax) <- 4", SPARSE, "accuracy", 3),
        ("adaptive", "float64", IMAGE + "AdaptiveAveragePooling2D((3, 2))|AdaptiveMaxPooling2D((2, 3))|Flatten" + END, SPARSE, "accuracy", 3),
        ("adaptive_overlapping", "float64", IMAGE + "AdaptiveMaxPooling2D((5, 11))|AdaptiveAveragePooling2D((5, 4))|Flatten" + END,
         SPARSE, "accuracy", 3),
        ("adaptive_line", "float64", IMAGE + "Reshape([24, 8])|AdaptiveAveragePooling1D(7)|AdaptiveMaxPooling1D(3)|Flatten" + END,
         SPARSE, "accuracy", 3),
        ("adaptive_volume", "float32", IMAGE + "Reshape([4, 4, 4, 3])|AdaptiveMaxPooling3D((3, 4, 2))|AdaptiveAveragePooling3D((2, 3, 2))|"
                                               "Flatten" + END, SPARSE, "accuracy", 3),
        ("adaptive_first", "float64", IMAGE + "Permute([3, 1, 2])|AdaptiveAveragePooling2D((3, 2), %s)|Flatten" % FIRST + END,
         SPARSE, "accuracy", 3),
        ("conv_lstm", "float64", "Input([3, 5, 4, 2])|ConvLSTM2D(3, 3, padding=same, return_sequences=true)|"
                                 "ConvLSTM2D(2, [2, 1], strides=[1, 2], activation=relu, recurrent_activation=hard_sigmoid, go_backwards=true)|"
                                 "Flatten" + END, SPARSE, "accuracy", 3),
        ("conv_lstm_line", "float64", "Input([4, 6, 2])|ConvLSTM1D(3, 2, dilation_rate=2, unit_forget_bias=false, use_bias=false, "
                                      "return_sequences=true)|ConvLSTM1D(3, 2, strides=2, unit_forget_bias=false)|Flatten" + END, SPARSE, "accuracy", 3),
        ("conv_lstm_volume", "float32", "Input([2, 3, 3, 4, 2])|ConvLSTM3D(2, 2, strides=[1, 1, 2])|Flatten" + END, SPARSE, "accuracy", 3),
        ("conv_lstm_states", "float64", "Input([3, 5, 4, 2])|ConvLSTM2D(2, 3, padding=same, return_state=true) <- 0|"
                                        "ConvLSTM2D(2, 3, padding=same) <- 0 2 3|Flatten <- 4|Dense(3, activation=softmax) <- 5", SPARSE,
         "accuracy", 3),
        ("circle", "float64", "Input([6])|Dense(5, activation=tanh)|Dense(2)|UnitNormalization", "Circle(gamma=4.0, margin=0.25)", "SparseCategoricalAccuracy", 3),
        ("circle_whole", "float64", "Input([6])|Dense(5, activation=tanh)|Dense(2)|UnitNormalization", "Circle(gamma=80.0, margin=0.5, remove_diagonal=false)", "SparseCategoricalAccuracy", 3),
        ("top_k", "float64", LINE + "|Dense(5, activation=softmax)", "CategoricalCrossentropy",
         "[Precision(top_k=2), Recall(top_k=1), Precision(0.25, top_k=3), Recall(top_k=2, class_id=1)]", 0),
    )
]

def run(name, dtype, layers, optimizer, loss, metrics, classes, batch, epochs):
    keras.backend.clear_session()
    policy, dtype = dtype, "float32" if dtype.startswith("mixed") else dtype
    keras.backend.set_floatx(dtype)
    keras.config.set_dtype_policy(policy)
    model = build(layers)
    shape = [size or 5 for size in model.input_shape[1:]]
    outputs = list(model.output_shape[1:])
    x, y = samples(COUNT, shape, classes, outputs)
    if "Embedding" in layers:
        x = ((numpy.arange(COUNT * shape[0]) * 5 + 1) % 9).reshape([COUNT] + shape).astype("int32")
    else:
        x = x.astype(dtype)
    if loss.startswith("Binary") and classes:
        y = (y % 2).astype(dtype).reshape(-1, 1)
    for index, w in enumerate(model.weights):
        if w.name in RANDOM:
            w.assign(weight(w.shape, index))
    listed = [m if m.islower() else spec(m if "(" in m else m + "()") for m in cut(metrics)]
    model.compile(spec(optimizer), spec(loss if "(" in loss else loss + "()"), metrics=listed)
    told = model.fit(x, y, batch_size=batch, epochs=epochs, shuffle=False, verbose=0).history
    names = {"accuracy": "accuracy"}
    ends = " ".join(",".join("%s=%.12g" % (names.get(k, k), v[e]) for k, v in told.items()) for e in (0, epochs // 2, epochs - 1))
    evaluated = model.evaluate(x, y, batch_size=batch, verbose=0, return_dict=True)
    predicted = float(numpy.sum(model.predict(x, batch_size=batch, verbose=0)[0].astype("float64").reshape(-1) *
                               (1 + numpy.arange(numpy.prod(outputs)))))
    print("\t".join([name, policy, layers, optimizer, loss, metrics, str(classes), str(batch), str(epochs), ends,
                     ",".join("%s=%.12g" % (k, v) for k, v in evaluated.items()), "%.12g" % predicted]))


def main():
    print("# Written by tests/learn/make_keras.py with Keras %s. Name, type, layers, optimizer, loss, metrics, classes, batch" %
          keras.__version__)
    print("# size, epochs, what fit tells of the first, the middle and the last epoch, what evaluate tells, a predicted number.")
    for case in CASES:
        if len(sys.argv) > 1 and case[0] not in sys.argv[1:]:
            continue
        try:
            run(*case)
        except Exception as error:  # told, so that a case is never left out unseen
            print("make_keras.py: %s: %s" % (case[0], error), file=sys.stderr)
            raise


if __name__ == "__main__":
    main()
