"""Programs as TensorFlow 1's users write them: each gets the module and gives lists of numbers. test_compat.py holds runnel.compat.v1
against compat_values.json, which tensorflow.compat.v1 made of the same programs:

    $RUNNEL_TENSORFLOW_PYTHON tests/bindings/python/compat_programs.py tests/bindings/python/compat_values.json [PROGRAM...]

With names only those are made anew.
"""
import json
import os
import sys
import tempfile

import compat_parts
import numpy as np


def values(seed, *shape):
    """Weights and data that any program makes the same."""
    return np.random.RandomState(seed).uniform(-0.5, 0.5, shape).astype(np.float32)


def const(tf, seed, *shape):
    return tf.constant_initializer(values(seed, *shape))


def run(tf, session, steps, fetches, feed, train):
    out = []
    for i in range(steps):
        got, _ = session.run([fetches, train], feed_dict=feed(i))
        out.append(got)
    return out


def linear_regression(tf):
    x, y = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
    w, b = tf.Variable(0.3, name="weight"), tf.Variable(-0.2, name="bias")
    pred = tf.add(tf.multiply(x, w), b)
    cost = tf.reduce_sum(tf.pow(pred - y, 2)) / (2 * 8)
    train = tf.train.GradientDescentOptimizer(0.05).minimize(cost)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        xs = values(1, 8)
        losses = run(tf, session, 10, cost, lambda i: {x: xs, y: 2 * xs + 1}, train)
        return losses + session.run([w, b])


def softmax_regression(tf):
    x, y_ = tf.placeholder(tf.float32, [None, 12]), tf.placeholder(tf.float32, [None, 4])
    w, b = tf.Variable(tf.zeros([12, 4])), tf.Variable(tf.zeros([4]))
    y = tf.nn.softmax(tf.matmul(x, w) + b)
    cross_entropy = tf.reduce_mean(-tf.reduce_sum(y_ * tf.log(y), reduction_indices=[1]))
    train = tf.train.GradientDescentOptimizer(0.5).minimize(cross_entropy)
    correct = tf.equal(tf.argmax(y, 1), tf.argmax(y_, 1))
    accuracy = tf.reduce_mean(tf.cast(correct, tf.float32))
    session = tf.InteractiveSession()
    tf.global_variables_initializer().run()
    feed = {x: values(2, 16, 12), y_: np.eye(4, dtype=np.float32)[np.arange(16) % 4]}
    losses = run(tf, session, 5, cross_entropy, lambda i: feed, train)
    losses.append(accuracy.eval(feed_dict=feed))
    session.close()
    return losses


def cnn(tf):
    """Convolutions, dropout with a seed, a moving average, and a Saver."""
    x, y_ = tf.placeholder(tf.float32, [None, 64]), tf.placeholder(tf.int64, [None])
    keep_prob = tf.placeholder(tf.float32)
    image = tf.reshape(x, [-1, 8, 8, 1])
    with tf.variable_scope("conv1"):
        w = tf.get_variable("w", [3, 3, 1, 4], initializer=const(tf, 3, 3, 3, 1, 4))
        b = tf.get_variable("b", [4], initializer=tf.constant_initializer(0.1))
        h = tf.nn.relu(tf.nn.conv2d(image, w, strides=[1, 1, 1, 1], padding="SAME") + b)
        h = tf.nn.max_pool(h, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="SAME")
    with tf.variable_scope("fc"):
        w2 = tf.get_variable("w", [4 * 4 * 4, 5], initializer=const(tf, 4, 64, 5))
        flat = tf.nn.dropout(tf.reshape(h, [-1, 64]), keep_prob, seed=7)
        logits = tf.matmul(flat, w2)
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y_, logits=logits))
    step = tf.train.get_or_create_global_step()
    rate = tf.train.exponential_decay(0.01, step, 2, 0.9, staircase=True)
    train = tf.train.AdamOptimizer(rate).minimize(loss, global_step=step)
    average = tf.train.ExponentialMovingAverage(0.9)
    with tf.control_dependencies([train]):
        train = average.apply([w2])
    saver = tf.train.Saver()
    feed = {x: values(5, 6, 64), y_: np.arange(6) % 5, keep_prob: 0.75}
    with tempfile.TemporaryDirectory() as folder:
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            losses = run(tf, session, 4, loss, lambda i: feed, train)
            path = saver.save(session, folder + "/model", global_step=step)
            losses.append(os.path.basename(path))
            before = session.run([tf.reduce_sum(w2), tf.reduce_sum(average.average(w2)), step])
        with tf.Session() as session:
            saver.restore(session, tf.train.latest_checkpoint(folder))
            after = session.run([tf.reduce_sum(w2), tf.reduce_sum(average.average(w2)), step])
        return losses + before + after


def lstm(tf):
    """A recurrent classifier of sequences of different lengths."""
    x, lengths, y = tf.placeholder(tf.float32, [None, None, 3]), tf.placeholder(tf.int32, [None]), tf.placeholder(tf.int32, [None])
    with tf.variable_scope("model", initializer=tf.constant_initializer(0.1)):
        cell = cells(tf).MultiRNNCell([cells(tf).BasicLSTMCell(4), cells(tf).GRUCell(3)])
        outputs, state = tf.nn.dynamic_rnn(cell, x, sequence_length=lengths, dtype=tf.float32)
        w = tf.get_variable("w", [3, 2], initializer=const(tf, 6, 3, 2))
        logits = tf.matmul(state[1], w)
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits))
    variables = tf.trainable_variables()
    gradients, norm = tf.clip_by_global_norm(tf.gradients(loss, variables), 1.0)
    train = tf.train.RMSPropOptimizer(0.01).apply_gradients(zip(gradients, variables))
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        feed = lambda i: {x: values(7 + i, 4, 5 + i, 3), lengths: [5, 2, 3, 1], y: [0, 1, 1, 0]}  # noqa: E731
        out = run(tf, session, 3, [loss, norm], feed, train)
        out.append(session.run(outputs, feed(0)))
        return out + [sorted(v.name for v in variables)]


def autoencoder(tf):
    x = tf.placeholder("float", [None, 10])
    weights = {"e": tf.Variable(values(8, 10, 4)), "d": tf.Variable(values(9, 4, 10))}
    code = tf.nn.sigmoid(tf.matmul(x, weights["e"]))
    decoded = tf.nn.sigmoid(tf.add(tf.matmul(code, weights["d"]), tf.Variable(tf.zeros([10]))))
    cost = tf.reduce_mean(tf.pow(x - decoded, 2))
    train = tf.train.MomentumOptimizer(0.1, 0.9, use_nesterov=True).minimize(cost)
    with tf.Session() as session:
        session.run(tf.initialize_all_variables())
        return run(tf, session, 5, cost, lambda i: {x: values(10, 7, 10) + 0.5}, train)


def vae(tf):
    """Random numbers by the seeds of graph and op."""
    tf.set_random_seed(11)
    x = tf.placeholder(tf.float32, [None, 6])
    w = tf.get_variable("w", [6, 8], initializer=const(tf, 12, 6, 8))
    mean, log_var = tf.split(tf.matmul(x, w), 2, axis=1)
    z = mean + tf.exp(log_var / 2) * tf.random_normal(tf.shape(mean), seed=3)
    out = tf.matmul(z, tf.get_variable("v", [4, 6], initializer=const(tf, 13, 4, 6)))
    loss = tf.reduce_mean(tf.reduce_sum(tf.nn.sigmoid_cross_entropy_with_logits(labels=x, logits=out), 1)
                          - 0.5 * tf.reduce_sum(1 + log_var - mean ** 2 - tf.exp(log_var), 1))
    train = tf.train.AdamOptimizer(0.01).minimize(loss)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return run(tf, session, 4, loss, lambda i: {x: values(14 + i, 5, 6) + 0.5}, train)


def gan(tf):
    z, real = tf.placeholder(tf.float32, [None, 3]), tf.placeholder(tf.float32, [None, 5])

    def generator(z):
        with tf.variable_scope("gen"):
            return tf.tanh(tf.matmul(z, tf.get_variable("w", [3, 5], initializer=const(tf, 15, 3, 5))))

    def discriminator(x, reuse=None):
        with tf.variable_scope("disc", reuse=reuse):
            h = tf.nn.leaky_relu(tf.matmul(x, tf.get_variable("w", [5, 4], initializer=const(tf, 16, 5, 4))))
            return tf.matmul(h, tf.get_variable("v", [4, 1], initializer=const(tf, 17, 4, 1)))

    fake = generator(z)
    on_real, on_fake = discriminator(real), discriminator(fake, reuse=True)
    entropy = tf.nn.sigmoid_cross_entropy_with_logits
    d_loss = tf.reduce_mean(entropy(logits=on_real, labels=tf.ones_like(on_real)) + entropy(logits=on_fake, labels=tf.zeros_like(on_fake)))
    g_loss = tf.reduce_mean(entropy(logits=on_fake, labels=tf.ones_like(on_fake)))
    d_train = tf.train.AdamOptimizer(0.01, beta1=0.5).minimize(d_loss, var_list=tf.trainable_variables("disc"))
    g_train = tf.train.AdamOptimizer(0.01, beta1=0.5).minimize(g_loss, var_list=[v for v in tf.trainable_variables() if v.name.startswith("gen")])
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        out = []
        for i in range(3):
            feed = {z: values(18 + i, 6, 3), real: values(21 + i, 6, 5)}
            out += [session.run([d_loss, d_train], feed)[0], session.run([g_loss, g_train], feed)[0]]
        return out


def word2vec(tf):
    """Embeddings by noise-contrastive estimation, whose gradients are sparse."""
    ids, labels = tf.placeholder(tf.int32, [None]), tf.placeholder(tf.int32, [None, 1])
    embeddings = tf.Variable(values(24, 20, 4))
    embed = tf.nn.embedding_lookup(embeddings, ids)
    weights, biases = tf.Variable(values(25, 20, 4)), tf.Variable(tf.zeros([20]))
    drawn = tf.nn.log_uniform_candidate_sampler(tf.cast(labels, tf.int64), 1, 6, True, 20, seed=5)
    sampled = tf.constant([0, 4, 7, 6, 2, 1], tf.int64), tf.fill([4, 1], 0.3), tf.fill([6], 0.4)
    loss = tf.reduce_mean(tf.nn.nce_loss(weights, biases, labels, embed, 6, 20, sampled_values=sampled))
    outs = []
    kinds = [type(g).__name__ for g in tf.gradients(loss, [embeddings, weights, biases])]
    for optimizer in (tf.train.GradientDescentOptimizer(0.5), tf.train.AdagradOptimizer(0.5), tf.train.MomentumOptimizer(0.1, 0.9)):
        outs.append(optimizer.minimize(loss))
    norm = tf.sqrt(tf.reduce_sum(tf.square(embeddings), 1, keep_dims=True))
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        out = []
        for i, train in enumerate(outs):
            out += run(tf, session, 2, loss, lambda k: {ids: [1, 3, 3, 7], labels: [[2], [3], [5], [1]]}, train)
        return out + [session.run(norm), kinds] + [session.run(drawn, {labels: [[2], [3]]}) for _ in range(2)]


def control_flow(tf):
    x = tf.placeholder(tf.float32, [None, 3])
    v = tf.get_variable("v", initializer=2.0)
    total = tf.reduce_sum(x)
    chosen = tf.cond(total > 0, lambda: x * v, lambda: x - v)
    _, power = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * x), [0, x])
    mapped = tf.map_fn(lambda e: tf.reduce_sum(e) * e, x)
    scanned = tf.scan(lambda a, e: a * 0.5 + e, x)
    folded = tf.foldl(lambda a, e: a + tf.square(e), x)
    backwards = tf.foldr(lambda a, e: a * 2 + e, x)
    case = tf.case([(total < 0, lambda: tf.constant(1)), (total < 5, lambda: tf.constant(2))], default=lambda: tf.constant(3))
    everything = [chosen, power, mapped, scanned, folded, backwards]
    gradient = tf.gradients(everything, [x, v])
    out = []
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for scale in (1.0, -1.0):
            out.append(session.run(everything + [case] + gradient[:1], {x: scale * (values(26, 2, 3) + 0.5)}))
        out.append(session.run(gradient[1], {x: values(26, 2, 3) + 0.5}))
    return out


def slices_and_scopes(tf):
    x = tf.constant(values(27, 4, 5, 3))
    with tf.name_scope("a"), tf.variable_scope("s"):
        a = tf.Variable(1.0, name="u")
        with tf.variable_scope("t", reuse=tf.AUTO_REUSE):
            b = tf.get_variable("w", [2], initializer=tf.ones_initializer())
            c = tf.get_variable("w", [2])
        d = tf.add(a, b, name="sum") * 2 + c
    parts = [x[0], x[1:, -1], x[..., 1], x[:, None, 2:4], x[::2, ::-1], x[tf.constant(2), 1]]
    names = [t.name for t in (a, b, c, d)] + [d.op.name, d.op.type]
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return session.run(parts + [d, tf.shape(x)[1], tf.one_hot([1, 0], 3), tf.sequence_mask([1, 3])]) + [names]


def batch_normalised(tf):
    """Layers as functions, whose moving statistics are updated by UPDATE_OPS; initial values by the graph's seed."""
    tf.set_random_seed(28)
    x, training = tf.placeholder(tf.float32, [None, 6, 6, 2]), tf.placeholder(tf.bool, [])
    layers = legacy_layers(tf)
    h = layers.conv2d(x, 3, 3, padding="same", use_bias=False)
    h = tf.nn.relu(normalised(tf, h, training))
    h = layers.max_pooling2d(h, 2, 2)
    logits = layers.dense(layers.flatten(h), 4, kernel_regularizer=lambda w: 0.01 * tf.nn.l2_loss(w))
    loss = tf.losses.softmax_cross_entropy(tf.one_hot([0, 1, 2], 4), logits, label_smoothing=0.1)
    with tf.control_dependencies(tf.get_collection(tf.GraphKeys.UPDATE_OPS)):
        train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        out = run(tf, session, 3, loss, lambda i: {x: values(29 + i, 3, 6, 6, 2), training: True}, train)
        return out + [session.run(logits, {x: values(40, 3, 6, 6, 2), training: False}), sorted(v.name for v in tf.global_variables())]


def normalised(tf, x, training):
    """What tf.layers.batch_normalization does, for TensorFlow 2 has it no more."""
    if "rnn_cells" not in vars(tf):
        return tf.layers.batch_normalization(x, training=training, momentum=0.9)
    with tf.variable_scope("batch_normalization"):
        gamma = tf.get_variable("gamma", [3], initializer=tf.ones_initializer())
        beta = tf.get_variable("beta", [3], initializer=tf.zeros_initializer())
        mean = tf.get_variable("moving_mean", [3], initializer=tf.zeros_initializer(), trainable=False)
        variance = tf.get_variable("moving_variance", [3], initializer=tf.ones_initializer(), trainable=False)
        y, m, v = tf.cond(training, lambda: tf.nn.fused_batch_norm(x, gamma, beta, epsilon=1e-3)[:3], lambda: tf.nn.fused_batch_norm(
            x, gamma, beta, mean=mean, variance=variance, epsilon=1e-3, is_training=False)[:1] + (tf.identity(mean), tf.identity(variance)))
        rate = tf.cond(training, lambda: tf.constant(0.1), lambda: tf.constant(0.0))
        for moving, now in ((mean, m), (variance, v)):
            tf.add_to_collection(tf.GraphKeys.UPDATE_OPS, moving.assign_sub((moving - now) * rate))
        return y


def legacy_layers(tf):
    if "rnn_cells" not in vars(tf):
        return tf.layers
    from tensorflow.python.keras.legacy_tf_layers import convolutional, core, pooling
    return type("layers", (), {"conv2d": staticmethod(convolutional.conv2d), "dense": staticmethod(core.dense), "flatten": staticmethod(core.flatten),
                               "max_pooling2d": staticmethod(pooling.max_pooling2d)})


def pipelines(tf):
    data = tf.data.Dataset.from_tensor_slices((values(32, 7, 2), np.arange(7)))
    data = data.map(lambda x, i: {"x": x * 2, "i": i}).filter(lambda d: tf.not_equal(d["i"], 3)).shuffle(4, seed=2).batch(2).repeat(2)
    element = tf.data.make_one_shot_iterator(data).get_next()
    scale = tf.placeholder(tf.int64, [])
    ranges = tf.data.Dataset.range(scale).flat_map(lambda i: tf.data.Dataset.range(i)).padded_batch(4, [])
    iterator = tf.data.make_initializable_iterator(ranges)
    following = iterator.get_next()
    text = tf.string_split(tf.constant(["a bc d", "ef"]))
    table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(tf.constant(["a", "ef"]), tf.constant([1, 2], tf.int64)), -1)
    out = []
    with tf.Session() as session:
        session.run(tf.tables_initializer())
        for _ in range(6):
            got = session.run(element)
            out.append([got["x"], got["i"]])
        for n in (3, 5):
            session.run(iterator.initializer, {scale: n})
            out.append(session.run(following))
        try:
            while True:
                session.run(following)
        except tf.errors.OutOfRangeError:
            out.append("end")
        return out + [session.run([text.values, text.indices, table.lookup(text.values), tf.strings.length(text.values)])]


def streaming_metrics(tf):
    labels, predictions = tf.placeholder(tf.int64, [None]), tf.placeholder(tf.float32, [None])
    said = tf.cast(predictions > 0.5, tf.int64)
    pairs = [tf.metrics.accuracy(labels, said), tf.metrics.mean(predictions), tf.metrics.precision(labels, said), tf.metrics.recall(labels, said),
             tf.metrics.auc(labels, predictions), tf.metrics.mean_squared_error(tf.cast(labels, tf.float32), predictions), tf.metrics.mean_iou(labels, said, 2),
             tf.metrics.false_negatives(labels, said)]
    with tf.Session() as session:
        session.run(tf.local_variables_initializer())
        out = []
        for i in range(3):
            session.run([u for _, u in pairs], {labels: [0, 1, 1, 0, 1, i % 2], predictions: values(33 + i, 6) + 0.5})
            out.append(session.run([v for v, _ in pairs]))
        return out


def queues(tf):
    rows = tf.train.slice_input_producer([values(36, 6, 2), np.arange(6, dtype=np.int32)], num_epochs=2, shuffle=False)
    batch = tf.train.batch(rows, batch_size=4, allow_smaller_final_batch=True)
    out = []
    with tf.Session() as session:
        session.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
        coordinator = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(sess=session, coord=coordinator)
        try:
            while not coordinator.should_stop():
                out.append(session.run(batch))
        except tf.errors.OutOfRangeError:
            out.append("end")
        coordinator.request_stop()
        coordinator.join(threads)
    return out


def text_files(tf):
    """Lines of files through a queue of names, a reader and a parser; an op that calls Python; ranks and orders."""
    out = []
    with tempfile.TemporaryDirectory() as folder:
        for i in range(2):
            with open(folder + "/%d.csv" % i, "w") as file:
                file.write("a,b\n" + "".join("%d,%s\n" % (10 * i + k, "x" * k) for k in range(3)))
        names = tf.train.string_input_producer([folder + "/0.csv", folder + "/1.csv"], num_epochs=1, shuffle=False)
        _, line = tf.TextLineReader(skip_header_lines=1).read(names)
        number, text = tf.decode_csv(line, [[0], [""]])
        doubled = tf.py_func(lambda n: n * 2, [number], tf.int32)
        with tf.Session() as session:
            session.run(tf.local_variables_initializer())
            coordinator = tf.train.Coordinator()
            threads = tf.train.start_queue_runners(session, coordinator)
            try:
                while True:
                    out.append(session.run([number, text, doubled]))
            except tf.errors.OutOfRangeError:
                coordinator.request_stop()
            coordinator.join(threads)
            x = tf.constant(values(45, 2, 6))
            out += session.run([tf.nn.top_k(x, 2), tf.math.erfinv(x), tf.acos(x), tf.unique([3, 1, 3]).y, tf.is_strictly_increasing([1, 2, 2]),
                                tf.extract_image_patches(tf.reshape(x, [1, 3, 4, 1]), [1, 2, 2, 1], [1, 1, 1, 1], [1, 1, 1, 1], "VALID"),
                                tf.sort(x, direction="DESCENDING"), tf.reduce_logsumexp(x, 1), tf.linspace(0.0, 1.0, 5), tf.bincount([1, 1, 3])])
    return out


def monitored(tf):
    """Two jobs: the second goes on at the checkpoint of the first."""
    out = []
    with tempfile.TemporaryDirectory() as folder:
        for last in (4, 7):
            with tf.Graph().as_default():
                x = tf.constant(values(37, 8, 3))
                w = tf.get_variable("w", [3, 1], initializer=const(tf, 38, 3, 1))
                loss = tf.losses.mean_squared_error(tf.constant(values(39, 8, 1)), tf.matmul(x, w))
                step = tf.train.get_or_create_global_step()
                train = tf.train.AdagradOptimizer(0.1).minimize(loss, global_step=step)
                tf.summary.scalar("loss", loss)
                hooks = [tf.train.StopAtStepHook(last_step=last), tf.train.NanTensorHook(loss)]
                with tf.train.MonitoredTrainingSession(checkpoint_dir=folder, hooks=hooks, save_checkpoint_steps=2, save_summaries_steps=2,
                                                       log_step_count_steps=None) as session:
                    while not session.should_stop():
                        out.append(session.run([loss, train])[0])
        out += [os.path.basename(tf.train.latest_checkpoint(folder)), [n for n, _ in tf.train.list_variables(folder)]]
    return out


def sync_replicas(tf):
    """One replica, whose gradients, dense ones and of some rows, go by way of the accumulators."""
    table = tf.get_variable("table", [6, 3], initializer=const(tf, 46, 6, 3))
    w = tf.get_variable("w", [3, 1], initializer=const(tf, 47, 3, 1))
    rows = tf.nn.embedding_lookup(table, tf.constant([0, 2, 2, 5]))
    loss = tf.losses.mean_squared_error(tf.constant(values(48, 4, 1)), tf.matmul(rows, w))
    step = tf.train.get_or_create_global_step()
    optimizer = tf.train.SyncReplicasOptimizer(tf.train.MomentumOptimizer(0.5, 0.9), replicas_to_aggregate=1, total_num_replicas=1)
    train = optimizer.minimize(loss, global_step=step)
    final = tf.train.FinalOpsHook([table, w, step])
    hooks = [optimizer.make_session_run_hook(True, num_tokens=0), tf.train.StopAtStepHook(last_step=6), final]
    out = [optimizer.get_slot_names(), sorted(v.name for v in optimizer.variables())]
    with tf.train.MonitoredTrainingSession(hooks=hooks, stop_grace_period_secs=1) as session:
        while not session.should_stop():
            out.append(session.run([loss, train])[0])
    return out + list(final.final_ops_values)


def supervised(tf):
    """Two jobs under a Supervisor: the second goes on at the checkpoint that the first has saved."""
    out = []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(2):
            with tf.Graph().as_default() as graph:
                x = tf.constant(values(43, 8, 3))
                w = tf.get_variable("w", [3, 1], initializer=const(tf, 44, 3, 1))
                loss = tf.losses.mean_squared_error(tf.constant(values(45, 8, 1)), tf.matmul(x, w))
                step = tf.train.get_or_create_global_step()
                train = tf.train.GradientDescentOptimizer(0.3).minimize(loss, global_step=step)
                ready = tf.report_uninitialized_variables()
                supervisor = tf.train.Supervisor(graph, logdir=folder, save_model_secs=0, save_summaries_secs=0, init_fn=lambda s: out.append("init"))
                with supervisor.managed_session() as session:
                    out += [supervisor.is_chief, os.path.basename(supervisor.save_path), len(session.run(ready))]
                    for _ in range(3):
                        out.append(session.run([loss, train])[0])
                    supervisor.saver.save(session, supervisor.save_path, global_step=supervisor.global_step)
                    supervisor.request_stop()
                out += [supervisor.should_stop(), os.path.basename(tf.train.latest_checkpoint(folder))]
        with tf.Graph().as_default():
            numbers = tf.train.range_input_producer(4, num_epochs=1, shuffle=False).dequeue()
            supervisor = tf.train.Supervisor(logdir=None, saver=None)
            with supervisor.managed_session() as session:
                while not supervisor.should_stop():
                    out.append(session.run(numbers))  # until the end of input
            out.append(supervisor.save_path is None)
    return out


def wide_and_deep(tf):
    column = tf.feature_column
    features = {"age": tf.placeholder(tf.float32, [None, 1]), "job": tf.placeholder(tf.string, [None, 1]), "city": tf.placeholder(tf.string, [None, 1])}
    age = column.numeric_column("age", normalizer_fn=lambda x: x / 100)
    job = column.categorical_column_with_vocabulary_list("job", ["a", "b", "c"], num_oov_buckets=1)
    city = column.categorical_column_with_hash_bucket("city", 7)
    years = column.bucketized_column(column.numeric_column("age"), [18, 30, 50])
    first = tf.constant_initializer(values(41, 4, 2))
    deep = column.input_layer(features, [age, years, column.embedding_column(job, 2, initializer=first), column.indicator_column(city)])
    wide = column.linear_model(features, [years, job, column.crossed_column([years, "job"], 20)])
    logits = wide + tf.matmul(deep, tf.get_variable("w", [14, 1], initializer=const(tf, 42, 14, 1)))
    labels = tf.placeholder(tf.float32, [None, 1])
    loss = tf.losses.sigmoid_cross_entropy(labels, logits)
    train = tf.train.FtrlOptimizer(0.1, l1_regularization_strength=0.01).minimize(loss)
    feed = {features["age"]: [[20.0], [40.0], [60.0]], features["job"]: [["a"], ["z"], ["c"]], features["city"]: [["x"], ["y"], ["z"]],
            labels: [[1.0], [0.0], [1.0]]}
    with tf.Session() as session:
        session.run([tf.global_variables_initializer(), tf.tables_initializer()])
        out = run(tf, session, 3, loss, lambda i: feed, train)
        return out + [session.run(deep, feed), sorted(v.name for v in tf.trainable_variables())]


def models(tf):
    """Written in four ways, and read again."""
    x = tf.placeholder(tf.float32, [None, 3], name="x")
    y = tf.matmul(x, tf.get_variable("w", [3, 2], initializer=const(tf, 43, 3, 2)), name="y")
    tf.add_to_collection("ends", y)
    feed, out = {"x:0": values(44, 2, 3)}, []
    with tempfile.TemporaryDirectory() as folder:
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            out.append(session.run(y, feed))
            frozen = tf.graph_util.convert_variables_to_constants(session, session.graph.as_graph_def(), ["y"])
            tf.saved_model.simple_save(session, folder + "/model", {"x": x}, {"y": y})
            path = tf.train.Saver(max_to_keep=2).save(session, folder + "/part", global_step=3)
        with tf.Graph().as_default() as graph, tf.Session() as session:
            copy = tf.GraphDef()
            copy.ParseFromString(frozen.SerializeToString())
            end, = tf.import_graph_def(copy, return_elements=["y:0"], name="again")
            out += [session.run(end, {"again/x:0": feed["x:0"]}), end.name]
        with tf.Graph().as_default(), tf.Session() as session:
            loaded = tf.saved_model.loader.load(session, ["serve"], folder + "/model")
            signature = loaded.signature_def["serving_default"]
            out.append(session.run(signature.outputs["y"].name, {signature.inputs["x"].name: feed["x:0"]}))
        with tf.Graph().as_default(), tf.Session() as session:
            saver = tf.train.import_meta_graph(path + ".meta")
            saver.restore(session, path)
            out += [session.run(tf.get_collection("ends")[0], feed), [v.name for v in tf.trainable_variables()]]
    return out


def cells(tf):
    return tf.rnn_cells if "rnn_cells" in vars(tf) else tf.nn.rnn_cell


PROGRAMS = [linear_regression, softmax_regression, cnn, lstm, autoencoder, vae, gan, word2vec, control_flow, slices_and_scopes,
            batch_normalised, pipelines, streaming_metrics, queues, text_files, monitored, sync_replicas, supervised, wide_and_deep, models] + \
            compat_parts.PROGRAMS


def plain(value):
    """Numbers and names as JSON has them."""
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    if isinstance(value, (np.ndarray, np.generic)):
        return plain(value.tolist())
    return value.decode() if isinstance(value, bytes) else value


def answers(tf, program):
    with tf.Graph().as_default():
        return plain(program(tf))


def main(path, *names):
    import tensorflow
    import tensorflow.compat.v1 as tf
    from tensorflow.python.keras.layers.legacy_rnn import rnn_cell_impl
    tf.disable_v2_behavior()
    tf.enable_resource_variables()
    tf.rnn_cells = rnn_cell_impl
    made = {"generator": "tests/bindings/python/compat_programs.py", "tensorflow": tensorflow.__version__}
    made["answers"] = {p.__name__: answers(tf, p) for p in PROGRAMS if not names or p.__name__ in names}
    if names and os.path.exists(path):
        with open(path) as file:
            made["answers"] = dict(json.load(file)["answers"], **made["answers"])
    with open(path, "w") as file:
        json.dump(made, file, indent=None, separators=(",", ":"))
        file.write("\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
