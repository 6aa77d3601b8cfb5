#!/usr/bin/python3
"""Writes dataflow.pb and dataflow.inc beside itself: queues of all kinds, old and new, barriers, staging areas and maps, step by
step. Needs tensorflow; 2.21.0 made the committed files. Seeds are in the graph.
"""
import numpy as np
import tensorflow as tf

from recorded_steps import Steps

v1 = tf.compat.v1
v1.disable_v2_behavior()
RAW = tf.raw_ops


class Queue:
    """A queue by its raw ops; `version` is "" or "V2"."""

    def __init__(self, steps, kind, version, **attrs):
        self.steps, self.version = steps, version
        self.types = attrs["component_types"]
        self.handle = getattr(RAW, kind + version)(**attrs)

    def op(self, name, **args):
        return getattr(RAW, "Queue" + name + self.version)(handle=self.handle, **args)

    def put(self, *components):
        self.steps.run(self.op("Enqueue", components=list(components)))

    def put_many(self, *components):
        self.steps.run(self.op("EnqueueMany", components=list(components)))

    def take(self, types=None):
        self.steps.run(self.op("Dequeue", component_types=types or self.types))

    def take_many(self, n, types=None):
        self.steps.run(self.op("DequeueMany", n=n, component_types=types or self.types))

    def take_up_to(self, n):
        self.steps.run(self.op("DequeueUpTo", n=n, component_types=self.types))

    def close(self, cancel=False):
        self.steps.run(self.op("Close", cancel_pending_enqueues=cancel))

    def facts(self):
        self.steps.run(self.op("Size"), self.op("IsClosed"))


def end_of(queue, rest=True):
    """A queue that holds a few elements is closed and emptied."""
    queue.facts()
    queue.close()
    queue.facts()
    queue.take_many(50)
    if rest:
        queue.take_up_to(50)
    queue.take_up_to(1)
    queue.take()
    queue.close()
    queue.close(cancel=True)
    queue.facts()


def fifo(steps, version):
    queue = Queue(steps, "FIFOQueue", version, component_types=[tf.int32, tf.string], shapes=[[], [2]], capacity=10)
    queue.put(1, ["a", "b"])
    queue.put_many([2, 3, 4, 5], [["c", "d"], ["e", "f"], ["", "h"], ["i\0", "j"]])
    queue.take()
    queue.take_many(2)
    queue.take_many(0)
    queue.take_up_to(1)
    queue.put(1, ["a", "b", "c"])
    queue.put(1.0, ["a", "b"])
    queue.put_many([1, 2], [["a", "b"]])
    queue.take_many(1, types=[tf.int32])
    queue.put_many(np.zeros([0], np.int32), np.zeros([0, 2], object).astype(str))
    end_of(queue)
    queue.put(1, ["a", "b"])
    loose = Queue(steps, "FIFOQueue", version, component_types=[tf.float32])
    loose.put([1.0, 2.0])
    loose.put(3.0)
    loose.take_many(1)
    loose.take_up_to(1)
    loose.take()
    loose.take()


def padding(steps, version):
    queue = Queue(steps, "PaddingFIFOQueue", version, component_types=[tf.int32, tf.string, tf.float32],
                  shapes=[[None], [None, 2], []], capacity=-1)
    queue.put([1], [["a", "b"]], 1.0)
    queue.put([1, 2, 3], [["c", "d"], ["e", "f"]], 2.0)
    queue.put(np.zeros([0], np.int32), [["x", "y"]], 3.0)
    queue.put_many([[4, 5], [6, 7]], [[["g", "h"]], [["i", "j"]]], [4.0, 5.0])
    queue.take()
    queue.take_many(3)
    queue.put([[1]], [["a", "b"]], 1.0)
    queue.put([1], [["a", "b", "c"]], 1.0)
    queue.put([1, 2, 3], [["k", "l"]], 6.0)
    queue.take_many(0)
    end_of(queue)
    wide = Queue(steps, "PaddingFIFOQueue", version, component_types=[tf.float32], shapes=[[None, None, 2]])
    wide.put(np.arange(4, dtype=np.float32).reshape(1, 2, 2))
    wide.put(np.arange(12, dtype=np.float32).reshape(2, 3, 2))
    wide.put(np.arange(6, dtype=np.float32).reshape(3, 1, 2))
    wide.put(np.zeros([2, 0, 2], np.float32))
    wide.take_up_to(4)


def shuffled(steps, version):
    queue = Queue(steps, "RandomShuffleQueue", version, component_types=[tf.int32, tf.string], shapes=[[], []], capacity=50,
                  min_after_dequeue=3, seed=87, seed2=5)
    queue.put_many(list(range(20)), ["s%d" % i for i in range(20)])
    queue.take()
    queue.take()
    queue.take_many(7)
    queue.put_many(list(range(20, 40)), ["t%d" % i for i in range(20)])
    queue.take_many(15)
    queue.take_up_to(3)
    end_of(queue)
    other = Queue(steps, "RandomShuffleQueue", version, component_types=[tf.int32], shapes=[[]], seed=0, seed2=-7)
    other.put_many(list(range(9)))
    other.take_many(9)
    steps.run(getattr(RAW, "RandomShuffleQueue" + version)(component_types=[tf.int32], capacity=3, min_after_dequeue=3, name="full" + version))


def priority(steps, version):
    queue = Queue(steps, "PriorityQueue", version, component_types=[tf.string], shapes=[[]], capacity=100)
    queue.types = [tf.int64, tf.string]
    queue.put(np.int64(5), "five")
    queue.put_many(np.array([3, 1, 2, 3, 1, 3, -9223372036854775808, 3, 7], np.int64), list("abcdefghi"))
    queue.take()
    queue.take()
    queue.take_many(4)
    queue.put(5, "no int64")
    queue.put_many(np.array([3, 3, 3], np.int64), list("xyz"))
    queue.take_up_to(2)
    queue.take_many(4)
    end_of(queue, rest=False)  # TensorFlow would lose the rest


def pipeline(steps):
    """The ops that tf.train's input pipelines are made of."""
    queue = v1.FIFOQueue(5, [tf.int32, tf.float32], [[], [2]], names=["a", "b"], shared_name="named")
    again = v1.FIFOQueue(5, [tf.int32, tf.float32], [[], [2]], names=["a", "b"], shared_name="named")
    steps.run(queue.enqueue({"a": 1, "b": [1.0, 2.0]}))
    taken = again.dequeue()
    steps.run(taken["a"], taken["b"])
    wrong = v1.FIFOQueue(6, [tf.int32, tf.float32], [[], [2]], shared_name="named")
    steps.run(wrong.size())
    kind = v1.RandomShuffleQueue(5, 0, [tf.int32, tf.float32], [[], [2]], shared_name="named")
    steps.run(kind.size())


def barriers(steps):
    def make(**attrs):
        return RAW.Barrier(**{**dict(component_types=[tf.float32, tf.string], shapes=[[], [2]]), **attrs})

    def insert(barrier, keys, values, index):
        steps.run(RAW.BarrierInsertMany(handle=barrier, keys=keys, values=values, component_index=index))

    def take(barrier, n, **attrs):
        steps.run(RAW.BarrierTakeMany(handle=barrier, num_elements=n, component_types=[tf.float32, tf.string], **attrs))

    def sizes(barrier):
        steps.run(RAW.BarrierReadySize(handle=barrier), RAW.BarrierIncompleteSize(handle=barrier))

    barrier = make()
    insert(barrier, ["a", "b"], [1.0, 2.0], 0)
    sizes(barrier)
    insert(barrier, ["c", "a"], [1.0, 2.0], 0)
    sizes(barrier)
    insert(barrier, ["c", "a"], [1, 2], 0)
    insert(barrier, ["c", "a"], [[1.0], [2.0]], 0)
    insert(barrier, ["b", "d", "a"], [["x", "y"], ["z", "w"], ["p", "q"]], 1)
    sizes(barrier)
    take(barrier, 1)
    take(barrier, 1)
    insert(barrier, tf.constant([], tf.string), tf.constant([], tf.float32), 0)
    take(barrier, 0)
    steps.run(RAW.BarrierClose(handle=barrier))
    insert(barrier, ["zz"], [1.0], 0)
    insert(barrier, ["d"], [9.0], 0)
    take(barrier, 5)
    take(barrier, 5, allow_small_batch=True)
    take(barrier, 5, allow_small_batch=True)
    steps.run(RAW.BarrierClose(handle=barrier))
    steps.run(RAW.BarrierClose(handle=barrier, cancel_pending_enqueues=True))
    steps.run(RAW.BarrierClose(handle=barrier, cancel_pending_enqueues=True))
    insert(barrier, ["d"], [9.0], 0)
    steps.run(RAW.BarrierReadySize(handle=make(capacity=3)))
    steps.run(RAW.BarrierReadySize(handle=RAW.Barrier(component_types=[tf.float32])))
    steps.run(RAW.BarrierReadySize(handle=RAW.Barrier(component_types=[tf.float32], shapes=[[None]])))
    take(make(), 1, timeout_ms=100)
    late = make(shared_name="late")
    insert(late, ["d", "e"], [9.0, 8.0], 0)
    steps.run(RAW.BarrierClose(handle=late))
    take(late, 3)
    take(late, 2, allow_small_batch=True)
    insert(late, ["e"], [["x", "y"]], 1)
    take(late, 2, allow_small_batch=True)
    insert(late, ["d"], [["v", "w"]], 1)
    take(late, 1)
    take(late, 1)


def staging(steps):
    area = dict(shared_name="area", dtypes=[tf.float32, tf.string])
    steps.run(RAW.Stage(values=[1.0, ["a", "b"]], shared_name="area"))
    steps.run(RAW.Stage(values=[[3.0], "c"], shared_name="area"))
    steps.run(RAW.StageSize(**area))
    steps.run(RAW.StagePeek(index=1, **area))
    steps.run(RAW.Unstage(**area))
    steps.run(RAW.StageSize(**area))
    steps.run(RAW.StageClear(**area))
    steps.run(RAW.StageSize(**area))
    steps.run(RAW.Stage(values=[np.ones(100, np.float32)], shared_name="small", memory_limit=20))
    for prefix in ("", "Ordered"):
        map_of = dict(shared_name="map" + prefix, dtypes=[tf.float32, tf.int32])

        def op(name, **args):
            return getattr(RAW, prefix + "Map" + name)(**{**map_of, **args})

        def key(value):
            return tf.constant(value, tf.int64)

        def sizes():
            steps.run(op("Size"), op("IncompleteSize"))

        steps.run(op("Stage", key=key(3), indices=[0, 1], values=[1.5, 2]))
        sizes()
        steps.run(op("Stage", key=key(3), indices=[0, 1], values=[9.0, 9]))
        steps.run(op("Peek", key=key(3), indices=[0, 1]))
        steps.run(op("Peek", key=key(3), indices=[1], dtypes=[tf.int32]))
        steps.run(op("Peek", key=key(3), indices=[5], dtypes=[tf.int32]))
        steps.run(op("Peek", key=key(3), indices=[1, 0]))
        steps.run(op("Unstage", key=key(3), indices=[0], dtypes=[tf.float32]))
        sizes()
        steps.run(op("Peek", key=key(3), indices=[0], dtypes=[tf.float32]))
        steps.run(op("Unstage", key=key(3), indices=[1], dtypes=[tf.int32]))
        sizes()
        steps.run(op("Stage", key=key(5), indices=[1], values=[7]))
        sizes()
        steps.run(op("Stage", key=key(5), indices=[1], values=[8]))
        steps.run(op("Stage", key=key(5), indices=[3], values=[8.0]))
        steps.run(op("Stage", key=key(5), indices=tf.constant([], tf.int32), values=[8.0]))
        steps.run(op("Stage", key=key(5), indices=[0], values=[0.25]))
        sizes()
        if prefix:
            steps.run(op("Stage", key=key(-4), indices=[0, 1], values=[2.5, 12]))
        steps.run(op("UnstageNoKey", indices=[0, 1]))
        sizes()
        steps.run(op("Clear"))
        sizes()


def main():
    with tf.Graph().as_default():
        steps = Steps()
        for version in ("", "V2"):
            for program in (fifo, padding, shuffled, priority):
                program(steps, version)
        pipeline(steps)
        barriers(steps)
        staging(steps)
        steps.run(RAW.QueueSize(handle=RAW.FakeQueue(resource=RAW.FIFOQueueV2(component_types=[tf.int32]))))
        steps.write("dataflow", "")


if __name__ == "__main__":
    main()
