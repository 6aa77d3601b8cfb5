# TensorFlow as a peer (peers_common.py): products, convolutions, and the steps of training of models.cc and training.cc, each
# one traced function.
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ["CUDA_VISIBLE_DEVICES"] = ""
import tensorflow as tf  # noqa: E402

from peers_common import BATCH, answer, asked, convolution, measure, product  # noqa: E402

keras, layers = tf.keras, tf.keras.layers


def models():
    mlp = keras.Sequential([layers.Dense(128, activation="relu"), layers.Dense(10)])
    yield "mlp_784_128_10_sgd_step", mlp, tf.random.uniform((100, 784)), tf.range(100) % 10, keras.optimizers.SGD(0.001)
    lenet = keras.Sequential([
        layers.Conv2D(6, 5, padding="same", activation="relu"), layers.MaxPool2D(),
        layers.Conv2D(16, 5, activation="relu"), layers.MaxPool2D(), layers.Flatten(),
        layers.Dense(120, activation="relu"), layers.Dense(84, activation="relu"), layers.Dense(10)])
    yield ("lenet_b64_momentum_step", lenet, tf.random.uniform((64, 28, 28, 1)), tf.range(64) % 10,
           keras.optimizers.SGD(0.001, momentum=0.9))
    lstm = keras.Sequential([layers.Embedding(64, 16), layers.LSTM(128, return_sequences=True), layers.Dense(64)])
    yield ("char_lstm_h128_t50_b32_adam_step", lstm, tf.random.uniform((32, 50), 0, 64, tf.int32),
           tf.random.uniform((32, 50), 0, 64, tf.int32), keras.optimizers.Adam(0.003))


def step(model, x, y, optimizer):
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model(x)
    optimizer.build(model.trainable_variables)

    @tf.function
    def one():
        with tf.GradientTape() as tape:
            value = loss(y, model(x, training=True))
        optimizer.apply_gradients(zip(tape.gradient(value, model.trainable_variables), model.trainable_variables))
        return value

    return lambda: one().numpy()


def work(name):
    """A call that does a product or a convolution once."""
    if product(name):
        m, k, n = product(name)
        x, w = tf.ones((m, k)), tf.ones((k, n))
        return lambda: tf.linalg.matmul(x, w).numpy()
    op, size, channels = convolution(name)
    x, w = tf.ones((BATCH, size, size, channels)), tf.ones((3, 3, channels, channels))
    same = dict(strides=[1, 1, 1, 1], padding="SAME")
    if op == "Conv2D":
        return lambda: tf.raw_ops.Conv2D(input=x, filter=w, **same).numpy()
    if op == "Conv2DBackpropInput":
        return lambda: tf.raw_ops.Conv2DBackpropInput(input_sizes=x.shape, filter=w, out_backprop=x, **same).numpy()
    return lambda: tf.raw_ops.Conv2DBackpropFilter(input=x, filter_sizes=w.shape, out_backprop=x, **same).numpy()


threads, names = asked()
tf.config.threading.set_intra_op_parallelism_threads(threads)
tf.config.threading.set_inter_op_parallelism_threads(1)
answer(tf.__version__, [(name, measure(name, work, models, step)) for name in names])
