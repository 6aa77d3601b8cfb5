"""One task of a cluster whose replicas train together, as a script for TensorFlow 1: what test_compat.py starts.

usage: sync_replicas_task.py CLUSTER_AS_JSON JOB INDEX LISTEN_FD REPLICAS_TO_AGGREGATE STEPS
"""
import json
import sys

import numpy as np

import runnel
import runnel.compat.v1 as tf


def data():
    x = np.random.RandomState(5).uniform(-1, 1, (16, 3)).astype(np.float32)
    return x, (x @ [[1.0], [-2.0], [0.5]]).astype(np.float32)


def main(cluster, job, index, fd, required, steps):
    server = runnel.Server(runnel.Cluster(cluster), job, index, listen_fd=fd)
    print("serves", flush=True)
    if job == "ps":
        sys.stdin.read()  # until the test ends
        return
    with tf.device(tf.train.replica_device_setter(worker_device="/job:worker/task:%d" % index, cluster=cluster)):
        x, y = (tf.constant(d) for d in data())
        w = tf.get_variable("w", [3, 1], initializer=tf.zeros_initializer())
        b = tf.get_variable("b", [1], initializer=tf.zeros_initializer())
        loss = tf.losses.mean_squared_error(y, tf.matmul(x, w) + b)
        step = tf.train.get_or_create_global_step()
        optimizer = tf.train.SyncReplicasOptimizer(tf.train.GradientDescentOptimizer(0.2), replicas_to_aggregate=required,
                                                   total_num_replicas=len(cluster["worker"]))
        train = optimizer.minimize(loss, global_step=step)
    final = tf.train.FinalOpsHook([w, b])
    hooks = [optimizer.make_session_run_hook(index == 0, num_tokens=0), tf.train.StopAtStepHook(last_step=steps), final]
    config = tf.ConfigProto(device_filters=["/job:ps", "/job:worker/task:%d" % index])
    with tf.train.MonitoredTrainingSession(server.target, is_chief=index == 0, config=config, hooks=hooks) as session:
        while not session.should_stop():
            print("step", session.run([step, train])[0], flush=True)
    print("final", json.dumps([v.tolist() for v in final.final_ops_values]), flush=True)


if __name__ == "__main__":
    main(json.loads(sys.argv[1]), sys.argv[2], *map(int, sys.argv[3:]))
