"""Clusters: their description, and a server of one's own. The example runs by tests/bindings/cluster_example.py."""
import unittest

import runnel

class Description(unittest.TestCase):
    def test_text_and_dicts_say_the_same(self):
        want = {"ps": {0: "a:2222"}, "worker": {2: "b:2222", 5: "[::1]:2223"}}
        for cluster in (runnel.Cluster("ps=a:2222;worker=2@b:2222,5@[::1]:2223"),
                        runnel.Cluster({"ps": ["a:2222"], "worker": {2: "b:2222", 5: "[::1]:2223"}})):
            self.assertEqual(cluster.jobs, want)
            self.assertEqual(runnel.Cluster(str(cluster)).jobs, want)
        self.assertRaises(runnel.InvalidArgument, runnel.Cluster, "ps=nowhere")
        self.assertRaises(runnel.AlreadyExists, runnel.Cluster, "ps=1@a:1,1@b:2")


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

    def test_what_does_not_fit_is_refused(self):
        graph = runnel.Graph()
        graph.constant(1.0)
        self.assertRaises(runnel.InvalidArgument, runnel.Session, graph, target="nonsense://")
        self.assertRaises(runnel.NotFound, runnel.Server, runnel.Cluster("ps=127.0.0.1:0"), "worker", 0)
        self.assertRaises(runnel.PermissionDenied, runnel.Server, runnel.Cluster("ps=0.0.0.0:0"), "ps", 0)
        with runnel.Server() as server:
            self.assertRaises(runnel.Unauthenticated, runnel.Session, graph, target=server.target, token="wrong")
        self.assertRaises(runnel.Unavailable, runnel.Session, graph, target=server.target, token="any", connect_timeout=0.2)


if __name__ == "__main__":
    unittest.main()
