"""Clusters: their description, and a server of one's own. The example runs by tests/bindings/cluster_example.py."""
import os
import tempfile
import unittest

import runnel


class Description(unittest.TestCase):
    def test_text_and_dicts_say_the_same(self):
        want = {"ps": {0: "a:2222"}, "worker": {2: "b:2222", 5: "[::1]:2223"}}
        for cluster in (runnel.Cluster("ps=a:2222;worker=2@b:2222,5@[::1]:2223"),
                        runnel.Cluster({"ps": ["a:2222"], "worker": {2: "b:2222", 5: "[::1]:2223"}})):
            self.assertEqual(cluster.jobs, want)
            self.assertEqual(runnel.Cluster(str(cluster)).jobs, want)
            self.assertEqual(runnel.Cluster(bytes(cluster)).jobs, want)
        self.assertRaises(runnel.InvalidArgument, runnel.Cluster, "ps=nowhere")
        self.assertRaises(runnel.AlreadyExists, runnel.Cluster, "ps=1@a:1,1@b:2")
        self.assertRaises(runnel.DataLoss, runnel.Cluster, b"\xff\xff")

    def test_variables_are_spread_over_a_job(self):
        cluster = runnel.Cluster("ps=a:1,b:1;worker=c:1")
        setter = runnel.DeviceSetter(cluster, "ps")
        self.assertEqual([setter.next(8) for _ in range(3)], ["/job:ps/task:0", "/job:ps/task:1", "/job:ps/task:0"])
        by_bytes = runnel.DeviceSetter(cluster, "ps", by_bytes=True)
        self.assertEqual([by_bytes.next(n) for n in (8, 4, 2)], ["/job:ps/task:0", "/job:ps/task:1", "/job:ps/task:1"])
        self.assertRaises(runnel.NotFound, runnel.DeviceSetter, cluster, "nobody")


class Servers(unittest.TestCase):
    def test_a_session_runs_on_a_server(self):
        with runnel.Graph() as graph:
            x = graph.placeholder("float32", [])
            count = graph.variable(0.0, name="count")
            y = x * 2 + count
        with runnel.Server() as server, runnel.Session(graph, target=server.target, token=server.token) as session:
            session.initialize()
            session.run(count.assign_add(1.0))
            self.assertEqual(session.run(y, {x: 3.0}).item(), 7)
            self.assertEqual(session.run_async(y, {x: 4.0}).result(60).item(), 9)
            with self.assertRaises(runnel.InvalidArgument):
                session.run(y)

    def test_a_server_tells_how_it_is(self):
        with runnel.Server() as server:
            for all_tasks in (True, False):
                task, = runnel.Session.server_status(server.target, token=server.token, all_tasks=all_tasks)
                self.assertEqual((task["devices"][0], task["error"]), ("/device:CPU:0", None))
                self.assertEqual("runnel://" + task["address"], server.target)
            self.assertRaises(runnel.Unauthenticated, runnel.Session.server_status, server.target, token="wrong")
        self.assertRaises(runnel.Unavailable, runnel.Session.server_status, server.target, token="", connect_timeout=5)

    def test_a_key_file_is_asked_of_sessions(self):
        graph = runnel.Graph()
        x = graph.placeholder("float32", [])
        with tempfile.TemporaryDirectory() as folder:
            key, other, open_to_all = (os.path.join(folder, n) for n in ("key", "other", "open"))
            for path, mode, letter in ((key, 0o600, "a"), (other, 0o600, "b"), (open_to_all, 0o644, "a")):
                with open(path, "w") as file:
                    file.write(letter * 64 + "\n")
                os.chmod(path, mode)
            cluster = runnel.Cluster("ps=127.0.0.1:0")
            with runnel.Server(cluster, "ps", 0, key_file=key) as server:
                with runnel.Session(graph, target=server.target, key_file=key, device_filters=["/job:ps"]) as session:
                    self.assertEqual(session.run(x + 1.0, {x: 2.0}).item(), 3)
                for bad in (dict(key_file=other), {}):
                    with self.assertRaises((runnel.Unavailable, runnel.Unauthenticated)):
                        runnel.Session(graph, target=server.target, connect_timeout=5, **bad)
            self.assertRaises(runnel.PermissionDenied, runnel.Server, cluster, "ps", 0, key_file=open_to_all)
            self.assertRaises(runnel.NotFound, runnel.Server, cluster, "ps", 0, key_file=os.path.join(folder, "none"))
            self.assertRaises(runnel.InvalidArgument, runnel.Server, cluster, "ps", 0, key_file=key,
                              certificates=[key, key, key])
            self.assertRaises(runnel.NotFound, runnel.Server, cluster, "ps", 0, certificates=["/nowhere"] * 3)

    def test_what_does_not_fit_is_refused(self):
        graph = runnel.Graph()
        graph.constant(1.0)
        self.assertRaises(runnel.InvalidArgument, runnel.Session, graph, target="nonsense://")
        self.assertRaises(runnel.NotFound, runnel.Server, runnel.Cluster("ps=127.0.0.1:0"), "worker", 0)
        self.assertRaises(runnel.PermissionDenied, runnel.Server, runnel.Cluster("ps=0.0.0.0:0"), "ps", 0)
        with self.assertRaisesRegex(runnel.InvalidArgument, "got 1000"):
            runnel.Server(runnel.Cluster("ps=127.0.0.1:0"), "ps", 0, receive_limit=1000)
        with runnel.Server() as server:
            self.assertRaises(runnel.Unauthenticated, runnel.Session, graph, target=server.target, token="wrong")
        self.assertRaises(runnel.Unavailable, runnel.Session, graph, target=server.target, token="any", connect_timeout=0.2)


if __name__ == "__main__":
    unittest.main()
