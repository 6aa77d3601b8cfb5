#!/usr/bin/python3
"""Writes critical.pb beside itself: critical sections, in steps that succeed, fail and succeed again, in branches and loops, and what
TensorFlow gives for them. Needs tensorflow; 2.21.0 made the committed file.
"""
import tensorflow as tf

import answered

v1 = tf.compat.v1
v1.disable_v2_behavior()
R = tf.raw_ops


def main():
    row = answered.Recorder()
    with tf.Graph().as_default() as graph:
        section = tf.CriticalSection(shared_name="section")
        v = v1.get_variable("v", initializer=0.0, use_resource=True)
        row.step(v.initializer)

        def grow(by, good=True):
            before = v.read_value()
            with tf.control_dependencies([before, v1.assert_equal(good, True)]):
                after = v.assign_add(by)
                with tf.control_dependencies([after]):
                    return tf.identity(before)
        many = [section.execute(lambda: grow(2.0)) for _ in range(40)]
        row.step(tf.sort(tf.stack(many)))
        row.step(v.read_value())
        good = answered.hidden([False, True])
        mixed = [section.execute(lambda i=i: grow(0.0, good[i])) for i in range(2)]
        row.step(mixed[0])
        row.step(mixed[1])
        row.step(*mixed)
        row.step(tf.sort(tf.stack(many)))
        for taken in (True, False):
            row.step(v1.cond(answered.hidden(taken), lambda: section.execute(lambda: grow(1.0)), v.read_value))
        row.step(*v1.while_loop(lambda i, _: i < 300, lambda i, j: (i + 1, section.execute(lambda: j + 1)), [0, 0], parallel_iterations=25))
        row.step(R.ConsumeMutexLock(mutex_lock=R.EmptyTensorList(element_shape=-1, max_num_elements=1, element_dtype=tf.float32)))
        lock = R.MutexLock(mutex=section._handle)  # nobody consumes it: the step's end gives the mutex free
        row.step(lock.op)
        row.step(tf.sort(tf.stack(many)))
        row.write(graph, "critical.pb")


if __name__ == "__main__":
    main()
