"""Writes tests/learn/keras.txt: what Keras 3 computes for models that Runnel builds of the same specs.

    python3 tests/learn/make_keras.py > tests/learn/keras.txt

needs the packages keras and tensorflow. A line holds, between tabs: name, element type, layers (specs of the sequential
model, between |), optimizer, loss, metrics, shape of the inputs, classes of whole labels or 0, batch size, epochs, and then,
for each epoch, name=value of all that fit tells, and last the sum of the prediction for the first sample.

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
        return x, (numpy.arange(count) * 7 + 3) % classes
    return x, (0.5 + 0.5 * numpy.cos(0.91 * numpy.arange(count * outputs))).reshape([count, outputs])


def spec(text):
    """A spec as Python: a name alone is a call without arguments or a string."""
    names = {"true": True, "false": False, "none": None}
    for row in (keras.layers, keras.optimizers, keras.optimizers.schedules, keras.losses, keras.metrics, keras.regularizers,
                keras.initializers, keras.constraints):
        for name, value in vars(row).items():
            names.setdefault(name, value)
    for word in ("relu", "tanh", "sigmoid", "softmax", "elu", "selu", "gelu", "silu", "softplus", "softsign", "same", "valid",
                 "causal", "bilinear", "nearest", "uniform", "hard_sigmoid", "mish", "exponential", "leaky_relu", "relu6",
                 "hard_silu", "log_softmax"):
        names[word] = word
    return eval(text, {}, names)  # our own text


MLP = "Input([6])|Dense(8, activation=tanh)|Dense(3, activation=softmax)"
LINE = "Input([6])|Dense(5, activation=relu)|Dense(2)"
IMAGE = "Input([8, 8, 3])|"
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
        ("polynomial", "SGD(PolynomialDecay(0.1, 30, 0.01, power=2.0))"), ("cosine", "SGD(CosineDecay(0.1, 30, 0.1))"))
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
]
RANDOM = ("kernel", "embeddings", "depthwise_kernel", "pointwise_kernel")
COUNT = 30


def run(name, dtype, layers, optimizer, loss, metrics, classes, batch, epochs):
    keras.backend.clear_session()
    keras.backend.set_floatx(dtype)
    made = []
    for text in layers.split("|"):
        made.append(spec(text if "(" in text else text + "()"))
    model = keras.Sequential(made)
    shape = list(model.input_shape[1:])
    outputs = model.output_shape[-1]
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
    listed = [m if m.islower() else spec(m if "(" in m else m + "()") for m in metrics.strip("[]").split(", ")]
    model.compile(spec(optimizer), spec(loss if "(" in loss else loss + "()"), metrics=listed)
    told = model.fit(x, y, batch_size=batch, epochs=epochs, shuffle=False, verbose=0).history
    names = {"accuracy": "accuracy"}
    ends = " ".join(",".join("%s=%.12g" % (names.get(k, k), v[e]) for k, v in told.items()) for e in (0, epochs // 2, epochs - 1))
    evaluated = model.evaluate(x, y, batch_size=batch, verbose=0, return_dict=True)
    predicted = float(numpy.sum(model.predict(x, batch_size=batch, verbose=0)[0].astype("float64") * (1 + numpy.arange(outputs))))
    print("\t".join([name, dtype, layers, optimizer, loss, metrics, str(classes), str(batch), str(epochs), ends,
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
